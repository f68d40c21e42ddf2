import { describe, expect, it } from 'vitest';
import { contentStems, relativesOf, sentencesOf, stem, wordsOf, wordsOfName } from './words.ts';

describe('wordsOf', () => {
  it('lowers, and drops accents and possessive endings', () => {
    expect(wordsOf("Zoë’s café, isn't it? 3.5")).toEqual(['zoe', 'cafe', "isn't", 'it', '3', '5']);
  });

  it('reads identifiers of both styles', () => {
    expect(wordsOfName('getUser_by-name')).toEqual(['get', 'user', 'by', 'name']);
  });
});

describe('stem', () => {
  it.each([
    ['favourite', 'favorite'],
    ['colours', 'color'],
    ['organise', 'organized'],
    ['centre', 'center'],
    ['stopped', 'stops'],
    ['cities', 'city'],
    ['boxes', 'box'],
    ['wrote', 'author'],
  ])('makes %s and %s one', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each([
    ['bus', 'bu'],
    ['four', 'for'],
    ['thing', 'th'],
    ['red', 'r'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it('knows the forms of those that mean the same', () => {
    expect(relativesOf('booking')).toContain('reserv');
    expect(relativesOf('walking')).toEqual(['walk']);
  });
});

it('keeps what carries content, each once', () => {
  expect(contentStems('What is the price of the price list?')).toEqual(['pric', 'list']);
});

it('cuts sentences neither at initials nor at abbreviations nor inside numbers', () => {
  const text = 'Dr. J. R. Kern paid 3.5 crowns. "Too much!" She left.\n\nA heading';
  expect(sentencesOf(text)).toEqual([
    'Dr. J. R. Kern paid 3.5 crowns.',
    '"Too much!"',
    'She left.',
    'A heading',
  ]);
});
