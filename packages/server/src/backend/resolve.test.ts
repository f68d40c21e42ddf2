import { describe, expect, it } from 'vitest';
import { createModelResolver, parseAlias } from './resolve.ts';
import { createScriptedBackend } from './scripted/scripted-backend.ts';

const rules = createScriptedBackend([], { name: 'rules' });
const other = createScriptedBackend([], { name: 'other' });
const resolver = (...aliases: string[]) => createModelResolver([rules, other], aliases.map(parseAlias));

describe('a model name', () => {
  it('finds the backend of that name, with and without its prefix', () => {
    expect(resolver()('rules')).toBe(rules);
    expect(resolver()('models/other')).toBe(other);
  });

  it('finds a backend by the first alias that matches', () => {
    const resolve = resolver('gemini-2.5-*=rules', 'gemini-*=other', '*-pro=rules');
    expect(resolve('gemini-2.5-flash')).toBe(rules);
    expect(resolve('models/gemini-3-pro')).toBe(other);
    expect(resolve('x-pro')).toBe(rules);
  });

  it('is a backend before it is an alias', () => {
    expect(resolver('*=other')('rules')).toBe(rules);
  });

  it.each(['gemini-2', 'Rules', '', 'rules ', 'models/', 'xgemini-25', 'a.c', '__proto__'])(
    'that nobody serves is not found, and never another model: %j',
    (model) => {
      expect(() => resolver('gemini-2.=rules', 'abc=other')(model)).toThrow(
        expect.objectContaining({ code: 'model_not_found', path: 'model' }),
      );
    },
  );

  it('is told which names there are', () => {
    expect(() => resolver('gemini-*=rules')('gpt')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('rules, other, gemini-*') }),
    );
  });
});

describe('an alias', () => {
  it.each(['', '=', 'a=', '=b', 'a', 'a=b=c', 'a b=c', 'a=b*'])(
    'that cannot be read is refused: %j',
    (text) => {
      expect(() => parseAlias(text)).toThrow(
        expect.objectContaining({ name: 'StartError', code: 'invalid_option' }),
      );
    },
  );

  it('of a backend that is not there is refused at the start', () => {
    expect(() => resolver('a=nobody')).toThrow(
      expect.objectContaining({ code: 'invalid_option', hint: 'Backends of this server: rules, other.' }),
    );
  });
});
