import { describe, expect, it } from 'vitest';
import { mergeGrounding } from './merge-grounding.ts';

const chunk = (title: string) => ({ web: { title } });

describe('the grounding of two searches', () => {
  it('holds what both found, in order, each support beside its own sources', () => {
    const first = {
      webSearchQueries: ['a'],
      groundingChunks: [chunk('a1'), chunk('a2')],
      groundingSupports: [{ groundingChunkIndices: [1], segment: { text: 'A' } }],
      searchEntryPoint: { renderedContent: '<a>' },
    };
    const second = {
      webSearchQueries: ['b'],
      groundingChunks: [chunk('b1')],
      groundingSupports: [{ groundingChunkIndices: [0], segment: { text: 'B' } }],
      searchEntryPoint: { renderedContent: '<b>' },
    };
    expect(mergeGrounding(first, second)).toEqual({
      webSearchQueries: ['a', 'b'],
      groundingChunks: [chunk('a1'), chunk('a2'), chunk('b1')],
      groundingSupports: [
        { groundingChunkIndices: [1], segment: { text: 'A' } },
        { groundingChunkIndices: [2], segment: { text: 'B' } },
      ],
      searchEntryPoint: { renderedContent: '<a>\n<b>' },
    });
  });

  it('holds what only one of them has', () => {
    const one = { retrievalQueries: ['q'], googleMapsWidgetContextToken: 'token' };
    expect(mergeGrounding({}, one)).toEqual(one);
    expect(mergeGrounding(one, {})).toEqual(one);
  });
});
