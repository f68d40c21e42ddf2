/** What was thrown, in words. Never throws itself: anything can be thrown, also what has no text or fails to make one. */
export function describeThrown(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'Something was thrown that cannot be put in words.';
  }
}
