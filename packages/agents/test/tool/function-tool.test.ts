import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as other } from 'zod-other-copy';
import { z as z3 } from 'zod3';
import { type BaseTool, isBaseTool } from '../../src/tool/base-tool.ts';
import { FunctionTool, isFunctionTool } from '../../src/tool/function-tool.ts';
import { LongRunningFunctionTool } from '../../src/tool/long-running-function-tool.ts';
import { fakeContext } from '../support/fake-context.ts';

const toolContext = fakeContext();
const city = z.object({ city: z.string().describe('Which city') });

describe('a function tool', () => {
  it('is declared with the JSON Schema of its parameters', () => {
    const tool = new FunctionTool({
      name: 'weather',
      description: 'Tells it.',
      parameters: city,
      execute: () => 1,
    });
    expect(tool._getDeclaration()).toEqual({
      name: 'weather',
      description: 'Tells it.',
      parametersJsonSchema: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Which city' } },
        required: ['city'],
      },
    });
  });

  it('is declared without parameters where it has none', () => {
    const tool = new FunctionTool({ name: 'now', description: 'Tells the time.', execute: () => 1 });
    expect(tool._getDeclaration()).toEqual({ name: 'now', description: 'Tells the time.' });
  });

  it('makes its declaration once', () => {
    const tool = new FunctionTool({ name: 'weather', description: '', parameters: city, execute: () => 1 });
    expect(tool._getDeclaration()).toBe(tool._getDeclaration());
  });

  it('is named after its function', () => {
    const getWeather = () => 1;
    expect(new FunctionTool({ description: '', execute: getWeather }).name).toBe('getWeather');
  });

  it('needs a name', () => {
    expect(
      () =>
        new FunctionTool({
          description: '',
          execute: (
            () => () =>
              1
          )(),
        }),
    ).toThrow(expect.objectContaining({ code: 'invalid_argument', hint: expect.stringContaining('name') }));
  });

  it('takes an object without a type for an object', () => {
    const tool = new FunctionTool({ name: 'a', description: '', parameters: {}, execute: () => 1 });
    expect(tool._getDeclaration().parametersJsonSchema).toEqual({ type: 'object' });
  });

  it('cannot take something else than an object', () => {
    const tool = new FunctionTool({
      name: 'a',
      description: '',
      parameters: { type: 'string' },
      execute: () => 1,
    });
    expect(() => tool._getDeclaration()).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining('"string"') }),
    );
  });

  it('is known by its mark', () => {
    const tool = new FunctionTool({ name: 'a', description: '', execute: () => 1 });
    expect([isFunctionTool(tool), isBaseTool(tool), isFunctionTool({ name: 'a' })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

const echo = { name: 'echo', description: '', execute: (input: unknown) => input };

describe('the function of a tool', () => {
  it.each<[string, BaseTool]>([
    [
      'zod 4',
      new FunctionTool({
        ...echo,
        parameters: z.object({ n: z.string().transform(Number), unit: z.string().default('C') }),
      }),
    ],
    [
      'zod 4 of another copy',
      new FunctionTool({
        ...echo,
        parameters: other.object({ n: other.string().transform(Number), unit: other.string().default('C') }),
      }),
    ],
    [
      'zod 3',
      new FunctionTool({
        ...echo,
        parameters: z3.object({ n: z3.string().transform(Number), unit: z3.string().default('C') }),
      }),
    ],
  ])('gets its arguments as the schema gives them: %s', async (_what, tool) => {
    expect(await tool.runAsync({ args: { n: '4' }, toolContext })).toEqual({ n: 4, unit: 'C' });
  });

  it('gets any arguments where there are no parameters', async () => {
    const tool = new FunctionTool(echo);
    expect(await tool.runAsync({ args: { a: 1 }, toolContext })).toEqual({ a: 1 });
  });

  it('gets the context as its second argument', async () => {
    const tool = new FunctionTool({
      name: 'remember',
      description: '',
      execute: (_args, context) => context?.state.set('call', context.functionCallId),
    });
    await tool.runAsync({ args: {}, toolContext });
    expect(toolContext.actions.stateDelta).toEqual({ call: 'call' });
  });

  it('may be sync or async, and is given back as it is', async () => {
    for (const value of ['a', 1, [1], { a: 1 }, null, undefined]) {
      const sync = new FunctionTool({ name: 'a', description: '', execute: () => value });
      const later = new FunctionTool({ name: 'a', description: '', execute: async () => value });
      expect(await sync.runAsync({ args: {}, toolContext })).toBe(value);
      expect(await later.runAsync({ args: {}, toolContext })).toBe(value);
    }
  });

  it('does not run with arguments that do not fit, and the path is named', async () => {
    let runs = 0;
    const tool = new FunctionTool({
      name: 'weather',
      description: '',
      parameters: z.object({ where: city }),
      execute: () => (runs += 1),
    });
    await expect(tool.runAsync({ args: { where: { city: 7 } }, toolContext })).rejects.toThrow(
      /^Error in tool 'weather': the arguments are invalid: where\.city: /,
    );
    expect(runs).toBe(0);
  });

  it.each([
    [new Error('no such city'), 'no such city'],
    ['plain text', 'plain text'],
  ])('may throw: %s', async (thrown, reason) => {
    const tool = new FunctionTool({
      name: 'weather',
      description: '',
      execute: () => Promise.reject(thrown),
    });
    await expect(tool.runAsync({ args: {}, toolContext })).rejects.toThrow(
      expect.objectContaining({
        code: 'tool_failed',
        message: `Error in tool 'weather': ${reason}`,
        cause: thrown,
      }),
    );
  });
});

describe('a tool whose result comes later', () => {
  it('says so, to us and to the model', () => {
    const tool = new LongRunningFunctionTool({
      name: 'ship',
      description: 'Ships it.',
      execute: () => undefined,
    });
    expect(tool.isLongRunning).toBe(true);
    expect(tool._getDeclaration().description).toMatch(/^Ships it\.\n\n.*comes later/);
  });
});
