import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A folder for the tests of one file, removed after them. */
export function useTemporaryFolder(): { path(name: string): string } {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catenary-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return { path: (name) => join(folder, name) };
}
