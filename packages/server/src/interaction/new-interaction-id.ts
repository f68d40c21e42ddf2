import { randomBytes } from 'node:crypto';

/** An id that cannot be guessed: 128 random bits in URL-safe base64. */
export function newInteractionId(): string {
  return `v1_${randomBytes(16).toString('base64url')}`;
}
