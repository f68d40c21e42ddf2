import type { Runtime } from './contract/runtime.ts';
import { getLogger } from './logger.ts';

/** The clock, ids of 128 random bits, and the package's logger. */
export const defaultRuntime: Runtime = {
  now: () => Date.now(),
  newId: () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  logger: getLogger(),
};
