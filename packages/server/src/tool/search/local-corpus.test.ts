import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalCorpus } from './local-corpus.ts';

const corpus = createLocalCorpus();
afterAll(() => corpus.close());

async function firstHit(query: string) {
  return (await corpus.search(query, { limit: 5 }))[0];
}

describe('a question about a country', () => {
  it.each([
    ['capital of Niger', 'Niamey is the capital of Niger.'],
    ['capital of Nigeria', 'Abuja is the capital of Nigeria.'],
    ['capital of Guinea', 'Conakry is the capital of Guinea.'],
    ['What is the capital of Papua New Guinea?', 'Port Moresby is the capital of Papua New Guinea.'],
    ['Guinea-Bissau capital', 'Bissau is the capital of Guinea-Bissau.'],
    ['capital of Dominica', 'Roseau is the capital of Dominica.'],
    ['the capital of the Dominican Republic', 'Santo Domingo is the capital of the Dominican Republic.'],
    ['SWEDEN CAPITAL', 'Stockholm is the capital of Sweden.'],
    ["Bulgaria's capital city", 'Sofia is the capital of Bulgaria.'],
    ['the capital of the US', 'Washington, DC is the capital of the United States.'],
    ['capital of Turkey', 'Ankara is the capital of Türkiye.'],
    ['capital of Burma', 'Naypyidaw is the capital of Myanmar.'],
    ['capital of Cote d’Ivoire', 'Yamoussoukro is the capital of Ivory Coast.'],
    ['which country has Ljubljana as its capital', 'Ljubljana is the capital of Slovenia.'],
    ['asuncion is the capital of what country', 'Asunción is the capital of Paraguay.'],
    ['What currency do they use in Hungary?', 'The currency of Hungary is the Hungarian Forint (HUF).'],
    ['which languages are spoken in Belgium', 'Dutch, French and German are spoken in Belgium.'],
    ['calling code of Portugal', 'The international calling code of Portugal is +351.'],
    ['on which continent is Suriname', 'Suriname is in South America.'],
  ])('%s', async (query, sentence) => {
    expect((await firstHit(query))?.snippet.startsWith(sentence)).toBe(true);
  });

  it('gets the facts it asks for, and no others', async () => {
    const hit = await firstHit('capital and currency of Thailand');
    expect(hit?.snippet).toBe(
      'Bangkok is the capital of Thailand. The currency of Thailand is the Thai Baht (THB).',
    );
  });

  it('gets all facts when it only names the country', async () => {
    expect((await firstHit('Tell me about Ecuador'))?.snippet).toMatch(
      /Quito.*South America.*Dollar.*Spanish.*593/,
    );
  });

  it('gets the dispute together with the capital', async () => {
    expect((await firstHit('capital of South Africa'))?.snippet).toContain('three capitals');
  });

  it('is told the place where the fact stands, and that it is not the web', async () => {
    expect(await firstHit('capital of Latvia')).toEqual({
      title: 'Latvia',
      url: 'catenary-corpus:///countries/LV',
      snippet: 'Riga is the capital of Latvia.',
      source: "Catenary's local facts: countries",
    });
  });
});

describe('a question about a book', () => {
  it.each([
    ['who wrote Wolf Hall', 'Hilary Mantel'],
    ['Who is the author of the novel Neuromancer?', 'William Gibson'],
    ['author of nineteen eighty-four', 'George Orwell'],
    ['who wrote A Passage to India', 'E. M. Forster'],
    ['who wrote lord of the rings', 'J. R. R. Tolkien'],
    ['wuthering heights writer', 'Emily Brontë'],
    ['Who wrote "Les Miserables"?', 'Victor Hugo'],
    ['Pedro Paramo author', 'Juan Rulfo'],
    ["who wrote a doll's house", 'Henrik Ibsen'],
    ['who wrote Dolls House', 'Henrik Ibsen'],
    ['which play did Edmond Rostand write', 'Cyrano de Bergerac'],
    ['who wrote Dream of the Red Chamber', 'Cao Xueqin'],
    ['who wrote the tale of genji?', 'Murasaki Shikibu'],
    ['Good Omens authors', 'Terry Pratchett and Neil Gaiman'],
    ['when was Buddenbrooks published', 'first published in 1901'],
    ['when was Tartuffe first performed', 'first performed in 1664'],
    ['In what language was Solaris written?', 'written in Polish'],
    ['the castle kafka', 'The Castle'],
  ])('%s', async (query, answer) => {
    expect((await firstHit(query))?.snippet).toContain(answer);
  });

  it('lists the works of an author', async () => {
    const hits = await corpus.search('books by Hermann Hesse', { limit: 10 });
    expect(hits.map((hit) => hit.title).sort()).toEqual(['Siddhartha', 'Steppenwolf']);
  });
});

describe('a question in Chinese or Japanese', () => {
  it.each([
    ['意大利的首都是哪里？', 'Rome is the capital of Italy.'],
    ['ブラジルの首都', 'Brasília is the capital of Brazil.'],
    ['西游记的作者是谁', "Wu Cheng'en wrote the novel Journey to the West."],
    ['吾輩は猫であるの作者', 'Natsume Sōseki wrote the novel I Am a Cat.'],
  ])('%s', async (query, sentence) => {
    expect((await firstHit(query))?.snippet.startsWith(sentence)).toBe(true);
  });
});

describe('the local corpus', () => {
  it.each([
    'capital of Wakanda',
    'who wrote The Purple Giraffe of Mercury',
    'zzzz qqqq',
    '',
    '   ',
    '?!… *',
    '🙂',
  ])('finds nothing for %j', async (query) => {
    expect(await corpus.search(query, { limit: 5 })).toEqual([]);
  });

  it.each([
    'capital of Fiji" OR title:*',
    'capital NEAR(of, 3) Fiji',
    '^capital AND NOT (Fiji',
    '{title body}: capital + Fiji*',
    "Fiji'; DROP TABLE catenary_corpus; -- capital",
  ])('reads %j as words', async (query) => {
    expect((await firstHit(query))?.snippet).toContain('Suva');
  });

  it('answers any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (query) => {
        const hits = await corpus.search(query, { limit: 3 });
        expect(hits.length).toBeLessThanOrEqual(3);
        for (const hit of hits) expect(hit.snippet).not.toBe('');
      }),
      { numRuns: 60 },
    );
  });

  it('answers a query of a megabyte', async () => {
    const hits = await corpus.search(`capital of Malta ${'word '.repeat(200_000)}`, { limit: 5 });
    expect(hits[0]?.snippet).toContain('Valletta');
  });

  it('gives the same hits in the same order each time, each page once', async () => {
    const other = createLocalCorpus();
    const query = 'novel in Russian';
    const hits = await corpus.search(query, { limit: 30 });
    expect(hits.length).toBeGreaterThan(5);
    expect(new Set(hits.map((hit) => hit.url)).size).toBe(hits.length);
    expect(await other.search(query, { limit: 30 })).toEqual(hits);
    expect(await corpus.search(query, { limit: 4 })).toEqual(hits.slice(0, 4));
    other.close();
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses the limit %d', async (limit) => {
    await expect(corpus.search('Cuba', { limit })).rejects.toMatchObject({ code: 'invalid_limit' });
  });

  it('rejects with the reason of its signal, before and while it loads', async () => {
    const reason = new Error('enough');
    const aborted = AbortSignal.abort(reason);
    await expect(corpus.search('Cuba', { limit: 1, signal: aborted })).rejects.toBe(reason);

    const fresh = createLocalCorpus();
    const controller = new AbortController();
    const search = fresh.search('Cuba', { limit: 1, signal: controller.signal });
    controller.abort(reason);
    await expect(search).rejects.toBe(reason);
    expect(await fresh.search('capital of Cuba', { limit: 1 })).toHaveLength(1);
    fresh.close();
  });

  it('refuses to search once closed, also when closed while loading', async () => {
    const fresh = createLocalCorpus();
    const search = fresh.search('Cuba', { limit: 1 });
    fresh.close();
    fresh.close();
    await expect(search).rejects.toMatchObject({ code: 'corpus_closed' });
    await expect(fresh.load()).rejects.toMatchObject({ code: 'corpus_closed' });
  });
});

describe('a folder of documents', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catenary-corpus-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function inFolder(
    name: string,
    files: Readonly<Record<string, string | Uint8Array>>,
  ): Promise<string> {
    const path = join(folder, name);
    for (const [file, content] of Object.entries(files)) {
      await mkdir(join(path, file, '..'), { recursive: true });
      await writeFile(join(path, file), content);
    }
    return path;
  }

  it('is found by passage, with the heading, the file and no path of the machine', async () => {
    const documentsDir = await inFolder('notes', {
      'harbour/ferry times.md':
        '# Harbour notes\n\nThe harbour opens at dawn.\n\n## Ferries\n\nThe ferry [Merganser](https://x.example/m) leaves pier four\nat 06:40 on weekdays.\n',
      'recipe.txt': 'Stir the porridge clockwise.',
      'photo.png': 'not text',
      '.hidden.md': 'The ferry is secret.',
    });
    const documents = createLocalCorpus({ documentsDir });
    expect(await documents.search('When does the ferry Merganser leave?', { limit: 3 })).toEqual([
      {
        title: 'Ferries',
        url: 'catenary-corpus:///documents/harbour/ferry%20times.md#passage-2',
        snippet: 'The ferry Merganser leaves pier four at 06:40 on weekdays.',
        source: 'harbour/ferry times.md',
      },
    ]);
    const porridge = await documents.search('stirring porridge', { limit: 3 });
    expect(porridge.map((hit) => hit.title)).toEqual(['recipe.txt']);
    expect((await documents.search('capital of Oman', { limit: 1 }))[0]?.title).toBe('Oman');
    documents.close();
  });

  it.each([
    ['a folder that is not there', () => join(folder, 'nowhere'), {}, 'documents_unreadable', 'ENOENT'],
    [
      'a file',
      () => inFolder('one', { 'a.md': 'a' }).then((path) => join(path, 'a.md')),
      {},
      'documents_unreadable',
      'ENOTDIR',
    ],
    [
      'bytes that are no text',
      () => inFolder('latin', { 'b.txt': Uint8Array.of(0x66, 0xfc, 0x72) }),
      {},
      'documents_unreadable',
      'b.txt',
    ],
    [
      'a large file',
      () => inFolder('large', { 'c.md': 'x'.repeat(11) }),
      { maxFileBytes: 10 },
      'documents_too_large',
      'c.md',
    ],
    [
      'too much',
      () => inFolder('much', { 'd.md': 'xxxx', 'e.md': 'xxxx' }),
      { maxTotalBytes: 7 },
      'documents_too_large',
      'e.md',
    ],
    [
      'too many files',
      () => inFolder('many', { 'f.md': 'x', 'g.md': 'x' }),
      { maxFiles: 1 },
      'documents_too_large',
      '2 files',
    ],
  ])('refuses %s by name', async (_, path, documentLimits, code, named) => {
    const documents = createLocalCorpus({ documentsDir: await path(), documentLimits });
    const error: unknown = await documents.load().then(undefined, (reason: unknown) => reason);
    expect(error).toMatchObject({ code, message: expect.stringContaining(named) });
    expect(String(error)).not.toContain(folder);
  });

  // Windows lets only administrators make links, and has no /dev.
  describe.skipIf(process.platform === 'win32')('with links in it', () => {
    it('gives the files that they lead to, and passes over folders', async () => {
      const elsewhere = await inFolder('elsewhere', { 'i.txt': 'The windmill grinds barley.' });
      const documentsDir = await inFolder('links', { 'j.txt': 'The windmill was built of oak.' });
      await symlink(join(elsewhere, 'i.txt'), join(documentsDir, 'linked.txt'));
      await symlink(elsewhere, join(documentsDir, 'folder.md'));
      const documents = createLocalCorpus({ documentsDir });
      const hits = await documents.search('windmill', { limit: 5 });
      expect(hits.map((hit) => hit.source).sort()).toEqual(['j.txt', 'linked.txt']);
      documents.close();
    });

    it('is refused when one leads to a device, which need never end', async () => {
      const documentsDir = await inFolder('device', { 'k.txt': 'k' });
      await symlink('/dev/zero', join(documentsDir, 'zero.txt'));
      await expect(createLocalCorpus({ documentsDir }).load()).rejects.toMatchObject({
        code: 'documents_unreadable',
        message: 'zero.txt is no regular file.',
      });
    });
  });

  it('is tried again after it was corrected', async () => {
    const documentsDir = await inFolder('mended', { 'h.txt': Uint8Array.of(0xff) });
    const documents = createLocalCorpus({ documentsDir });
    await expect(documents.load()).rejects.toMatchObject({ code: 'documents_unreadable' });
    await writeFile(join(documentsDir, 'h.txt'), 'The lantern hangs by the gate.');
    expect(await documents.search('lantern gate', { limit: 1 })).toHaveLength(1);
    documents.close();
  });
});
