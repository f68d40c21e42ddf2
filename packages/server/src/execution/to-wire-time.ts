/** Epoch milliseconds as the wire writes a time: RFC 3339 in UTC, to the second. */
export function toWireTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}
