import { describe, expect, it } from 'vitest';
import { defaultRuntime } from './runtime.ts';

describe('the default runtime', () => {
  it('makes ids of 128 random bits', () => {
    const ids = Array.from({ length: 1000 }, () => defaultRuntime.newId());
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1000);
  });

  it('tells the time in whole milliseconds', () => {
    expect(Number.isInteger(defaultRuntime.now())).toBe(true);
  });
});
