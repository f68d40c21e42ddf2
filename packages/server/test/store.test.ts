import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { openStore } from '../src/store/open-store.ts';
import { openLibsqlDriver } from '../src/store/sql/libsql-driver.ts';
import { describeStore, model, put, user } from './store-contract.ts';
import { useTemporaryFolder } from './support/temporary-folder.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

const folder = useTemporaryFolder();
let files = 0;
const newFile = () => folder.path(`store ${files++} #?%41.db`);

describeStore('memory', () => openStore('memory'));
describeStore('file', () => openStore(`sqlite:${newFile()}`));

describe('a store in a file', () => {
  it('is there again after a close, as one file', async () => {
    const path = newFile();
    const first = await openStore(`sqlite:${path}`);
    await put(first, 'a', undefined, [[user('Hi')], [model('Hello')]]);
    await first.close();
    const second = await openStore(`sqlite:${path}`);
    expect(await second.readChain('a')).toEqual([user('Hi'), model('Hello')]);
    await second.close();
    await second.close();
  });

  it('has one owner: a second one is refused until the first closes, and nothing is lost', async () => {
    const name = `sqlite:${newFile()}`;
    const first = await openStore(name);
    await put(first, 'a', undefined, [[user('Hi')], []]);
    await expect(openStore(name)).rejects.toMatchObject({ code: 'store_in_use', retryable: true });
    await put(first, 'b', 'a', [[user('Go on')], []]);
    await first.close();
    const second = await openStore(name);
    expect(await second.readChain('b')).toEqual([user('Hi'), user('Go on')]);
    await second.close();
  });

  it('does not hold what was deleted, not even in the free space of the file', async () => {
    const path = newFile();
    const store = await openStore(`sqlite:${path}`);
    await put(store, 'a', undefined, [[user('the-secret-of-the-question')], [model('x'.repeat(50_000))]]);
    await store.delete('a');
    await store.close();
    const bytes = await readFile(path, 'latin1');
    expect(bytes).not.toContain('the-secret-of-the-question');
    expect(bytes).not.toContain('x'.repeat(100));
  });
});

describe('a store that cannot be opened is refused with a code', () => {
  it.each([
    ['a name that means nothing', async () => 'postgres', 'invalid_option'],
    ['no path', async () => 'sqlite:', 'invalid_option'],
    ['a folder that is not there', async () => `sqlite:${folder.path('missing/x.db')}`, 'store_unavailable'],
    ['a folder instead of a file', async () => `sqlite:${folder.path('.')}`, 'store_unavailable'],
    [
      'a file that is no database',
      async () => {
        const path = newFile();
        await writeFile(path, 'no database at all\n'.repeat(500));
        return `sqlite:${path}`;
      },
      'store_unreadable',
    ],
    [
      'a damaged file',
      async () => {
        const path = newFile();
        await (await openStore(`sqlite:${path}`)).close();
        const bytes = await readFile(path);
        await writeFile(path, bytes.fill(0xa5, 100, 1000));
        return `sqlite:${path}`;
      },
      'store_unreadable',
    ],
    [
      'the database of another program',
      async () => {
        const path = newFile();
        const driver = await openLibsqlDriver(path, { busyTimeoutMs: 0 });
        driver.exec('create table recipes (name text)');
        driver.close();
        return `sqlite:${path}`;
      },
      'store_foreign',
    ],
    [
      'a file of a newer version',
      async () => {
        const path = newFile();
        await (await openStore(`sqlite:${path}`)).close();
        const driver = await openLibsqlDriver(path, { busyTimeoutMs: 0 });
        driver.exec('pragma user_version = 999');
        driver.close();
        return `sqlite:${path}`;
      },
      'store_too_new',
    ],
  ])('%s', async (_, prepare, code) => {
    const name = await prepare();
    await expect(openStore(name)).rejects.toMatchObject({ name: 'StartError', code });
    // A refusal holds nothing: the next attempt hears the same, not that the file is in use.
    await expect(openStore(name)).rejects.toMatchObject({ code });
  });
});
