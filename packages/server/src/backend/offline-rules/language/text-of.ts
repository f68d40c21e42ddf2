/**
 * Any JSON value as text; what is absent is empty. Objects are written as JSON: `String` calls their own `toString`, which
 * a client may have named a field.
 */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}
