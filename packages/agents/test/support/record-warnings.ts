import { beforeEach } from 'vitest';
import { resetWarnings, setLogger } from '../../src/logger.ts';

/** The lines at warning level and above of the running test; what was warned of before is warned of anew. */
export function recordWarnings(): string[] {
  const warnings: string[] = [];
  beforeEach(() => {
    warnings.length = 0;
    resetWarnings();
    const warn = (message: unknown) => void warnings.push(String(message));
    setLogger({ debug: () => {}, info: () => {}, warn, error: warn });
    return () => setLogger(null);
  });
  return warnings;
}
