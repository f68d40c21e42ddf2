import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTerms, searchTerms } from './search-terms.ts';

describe('the terms of a text', () => {
  it.each([
    ['Reykjavík Łódź Malmø Straße', ['reykjavik', 'lodz', 'malmo', 'strass']],
    ['planned planning Hermann sing', ['plan', 'plan', 'hermann', 'sing']],
    ["Orwell's dog’s", ['orwell', 'dog']],
    ['cities boxes islands Honduras', ['city', 'box', 'island', 'hondura']],
    ['restored restoring restore', ['restor', 'restor', 'restor']],
    ['Guinea-Bissau 1,984', ['guinea', 'bissau', '1', '984']],
    ['東京都と1984年', ['東京', '京都', '都と', '1984', '年']],
    ['ｆｕｌｌ ＷＩＤＴＨ', ['full', 'width']],
  ])('%s', (text, terms) => expect(searchTerms(text)).toEqual(terms));

  it('are the same however accents and case are written', () => {
    expect(searchTerms('BRASÍLIA')).toEqual(searchTerms('brasi\u0301lia'));
  });

  it('hold no character that means something to the full-text search', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of searchTerms(text)) expect(term).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
      }),
    );
  });
});

describe('the terms of a query', () => {
  it('leave small words out, but not capitals that only look like one', () => {
    expect(queryTerms('tell us about the US', 9)).toEqual(['us']);
    expect(queryTerms('TELL US ABOUT THE FOX', 9)).toEqual(['fox']);
  });

  it('are all of its words when it has no others', () => {
    expect(queryTerms('to be or not to be', 9)).toEqual(['not']);
    expect(queryTerms('is it', 9)).toEqual(['is', 'it']);
  });

  it('come once each, at most as many as asked for', () => {
    expect(queryTerms('lamp lamps Lamp cord plug', 2)).toEqual(['lamp', 'cord']);
  });
});
