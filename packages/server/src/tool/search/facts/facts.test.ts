import { describe, expect, it } from 'vitest';
import { bookEntries } from './book-entries.ts';
import { BOOKS } from './books.data.ts';
import { countryEntries } from './country-entries.ts';

describe('the facts', () => {
  const entries = [...bookEntries(BOOKS), ...countryEntries()];

  it('have an address each', () => {
    expect(new Set(entries.map((entry) => entry.url)).size).toBe(entries.length);
    for (const { url } of entries) expect(URL.canParse(url)).toBe(true);
  });

  it('are whole sentences', () => {
    for (const { text } of entries.flatMap((entry) => entry.facts)) {
      expect(text).toMatch(/^[\p{Lu}ʼ'\d].*[^.\s][.?]$/u);
      expect(text).not.toMatch(/undefined|\s{2}|\bthe the\b/i);
    }
  });

  it('cover the world and a shelf of books', () => {
    expect(countryEntries().length).toBeGreaterThan(240);
    expect(BOOKS.length).toBeGreaterThan(250);
    expect(new Set(BOOKS.map((book) => book.title)).size).toBe(BOOKS.length);
  });
});
