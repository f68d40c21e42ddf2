import { describe, expect, it } from 'vitest';
import { fillTemplate } from './fill-template.ts';

const state = {
  city: 'Oslo',
  'user:name': 'Ada',
  'app:unit': 'C',
  'temp:n': 3,
  list: [1, 2],
  empty: null,
  gone: undefined,
};

describe('an instruction template', () => {
  it.each([
    ['Weather of {city}.', 'Weather of Oslo.'],
    ['{ city }', 'Oslo'],
    ['{{city}}', 'Oslo'],
    ['{user:name} {app:unit} {temp:n}', 'Ada C 3'],
    ['{list}', '[1,2]'],
    ['{empty}|{nothing?}|{user:nothing?}', '||'],
    ['{"city": "x"} {} {a b} {1st} {other:key}', '{"city": "x"} {} {a b} {1st} {other:key}'],
    ['no keys', 'no keys'],
  ])('fills %s', (template, filled) => {
    expect(fillTemplate(template, state)).toBe(filled);
  });

  it.each(['{nothing}', '{user:city}', '{gone}', '{toString}', '{__proto__}'])(
    'misses %s with an error that says what to do',
    (template) => {
      expect(() => fillTemplate(template, state)).toThrow(
        expect.objectContaining({ code: 'missing_state_key', hint: expect.stringContaining('?}') }),
      );
    },
  );

  it('has no artifacts to fill in', () => {
    expect(() => fillTemplate('{artifact.report}', state)).toThrow(
      expect.objectContaining({ code: 'missing_capability' }),
    );
  });

  it('does not fill in what a value holds', () => {
    expect(fillTemplate('{city}', { city: '{secret} $&', secret: 'x' })).toBe('{secret} $&');
  });
});
