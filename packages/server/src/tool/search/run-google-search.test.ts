import { describe, expect, it } from 'vitest';
import { runGoogleSearch } from './run-google-search.ts';
import type { SearchHit, SearchProvider } from './search-provider.ts';

function hit(name: string): SearchHit {
  return { title: name, url: `catenary-corpus:///test/${name}`, snippet: `${name}.`, source: 'test' };
}

function providerOf(pages: Readonly<Record<string, readonly string[]>>): SearchProvider {
  return {
    name: 'fake',
    search: async (query, { limit }) => (pages[query] ?? []).slice(0, limit).map(hit),
  };
}

const titles = (hits: readonly SearchHit[]) => hits.map(({ title }) => title);

describe('a search call', () => {
  it('is answered with its id and the queries, which act as text only', async () => {
    const call = { id: 'call-1', arguments: { queries: ['<b>tea</b> & "cake"', 'scones'] } };
    const { step, failure } = await runGoogleSearch(call, providerOf({}));
    expect(step).toEqual({
      type: 'google_search_result',
      call_id: 'call-1',
      result: [
        {
          search_suggestions:
            '<ul class="search-suggestions"><li>&lt;b&gt;tea&lt;/b&gt; &amp; &quot;cake&quot;</li><li>scones</li></ul>',
        },
      ],
    });
    expect(failure).toBeUndefined();
  });

  it('merges the hits of its queries by rank, each page once', async () => {
    const provider = providerOf({ one: ['a', 'b', 'c'], two: ['d', 'a', 'e'] });
    const call = { id: 'call-1', arguments: { queries: ['one', 'two'] } };
    expect(titles((await runGoogleSearch(call, provider)).hits)).toEqual(['a', 'd', 'b', 'c', 'e']);
    expect(titles((await runGoogleSearch(call, provider, { limit: 1 })).hits)).toEqual(['a', 'd']);
  });

  it.each([{}, { arguments: null }, { arguments: {} }, { arguments: { queries: ['', ' '] } }])(
    'without a query is answered with an error: %j',
    async (rest) => {
      const run = await runGoogleSearch({ id: 'call-1', ...rest }, providerOf({}));
      expect(run).toMatchObject({
        hits: [],
        step: { is_error: true, result: [] },
        failure: { code: 'no_query' },
      });
    },
  );

  it('is answered with an error when the provider fails, and the reason is kept for the log', async () => {
    const reason = new Error('index gone');
    const provider: SearchProvider = { name: 'broken', search: () => Promise.reject(reason) };
    const run = await runGoogleSearch({ id: 'call-1', arguments: { queries: ['tea'] } }, provider);
    expect(run.step).toMatchObject({ call_id: 'call-1', is_error: true });
    expect(run.hits).toEqual([]);
    expect(run.failure).toBe(reason);
  });

  it('rejects with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const provider: SearchProvider = {
      name: 'slow',
      search: async (_, { signal }) => {
        controller.abort(reason);
        signal?.throwIfAborted();
        return [];
      },
    };
    const call = { id: 'call-1', arguments: { queries: ['tea'] } };
    await expect(runGoogleSearch(call, provider, { signal: controller.signal })).rejects.toBe(reason);
  });
});
