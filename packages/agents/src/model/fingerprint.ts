/**
 * A short name for a secret, which tells two secrets apart. It holds 53 bits, far too few to find the secret by; it is for
 * recognising, never for proving anything. The same on every machine and at once, so that a target can be named without
 * waiting.
 */
export function fingerprint(secret: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < secret.length; index += 1) {
    const code = secret.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
