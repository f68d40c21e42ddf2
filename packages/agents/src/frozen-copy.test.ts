import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frozenCopy, plainCopy } from './frozen-copy.ts';

describe('copies of plain data', () => {
  it('equal what they were made from, down to undefined and odd keys', () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: false }), (value) => {
        expect(frozenCopy(value)).toStrictEqual(value);
        expect(plainCopy(value)).toStrictEqual(value);
      }),
    );
  });

  it('share no object with what they were made from', () => {
    const value = { list: [{ a: 1 }], record: { b: {} } };
    const copy = plainCopy(value);
    copy.list[0] = { a: 2 };
    Object.assign(copy.record.b, { c: 3 });
    expect(value).toEqual({ list: [{ a: 1 }], record: { b: {} } });
  });

  it('keep a key named __proto__ a key', () => {
    const value: unknown = JSON.parse('{"__proto__": {"isAdmin": true}}');
    for (const copy of [frozenCopy(value), plainCopy(value)]) {
      expect(Object.keys(copy as object)).toEqual(['__proto__']);
      expect((copy as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    }
  });

  it('share bytes and instances of classes', () => {
    const value = { bytes: new Uint8Array([1]), date: new Date(0) };
    expect(frozenCopy(value).bytes).toBe(value.bytes);
    expect(plainCopy(value).date).toBe(value.date);
  });

  it.each([1, 'a', null, undefined, true, 1n])('give %s back as it is', (value) => {
    expect(frozenCopy(value)).toBe(value);
  });
});

describe('a frozen copy', () => {
  it('cannot be changed at any depth', () => {
    const copy = frozenCopy({ list: [{ a: 1 }] });
    expect(() => copy.list.push({ a: 2 })).toThrow(TypeError);
    expect(() => Object.assign(copy.list[0] ?? {}, { a: 2 })).toThrow(TypeError);
  });

  it('leaves what it was made from open to change', () => {
    const value = { list: [1] };
    frozenCopy(value);
    value.list.push(2);
    expect(value.list).toEqual([1, 2]);
  });
});
