import { type Schema, Type } from '@google/genai';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import { z as mini } from 'zod/mini';
import { z as other } from 'zod-other-copy';
import { z as z3 } from 'zod3';
import type { Context } from '../context/context.ts';
import type { BaseTool } from './base-tool.ts';
import { FunctionTool, type ToolExecuteFunction } from './function-tool.ts';
import { LongRunningFunctionTool } from './long-running-function-tool.ts';

const description = 'A tool.';

new FunctionTool({
  description,
  parameters: z.object({ city: z.string(), days: z.number().default(1), note: z.string().optional() }),
  execute: ({ city, days, note }, toolContext) => {
    expectTypeOf(city).toEqualTypeOf<string>();
    expectTypeOf(days).toEqualTypeOf<number>();
    expectTypeOf(note).toEqualTypeOf<string | undefined>();
    expectTypeOf(toolContext).toEqualTypeOf<Context | undefined>();
    return city;
  },
});

new FunctionTool({
  description,
  parameters: z.strictObject({ n: z.string().transform(Number) }),
  execute: async ({ n }) => expectTypeOf(n).toEqualTypeOf<number>(),
});

new FunctionTool({
  description,
  parameters: other.object({ city: other.string(), days: other.number().default(1) }),
  execute: ({ city, days }) => {
    expectTypeOf(city).toEqualTypeOf<string>();
    expectTypeOf(days).toEqualTypeOf<number>();
  },
});

new FunctionTool({
  description,
  parameters: mini.object({ city: mini.string() }),
  execute: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
});

new FunctionTool({
  description,
  parameters: z3.object({ city: z3.string(), days: z3.number().default(1), note: z3.string().optional() }),
  execute: ({ city, days, note }) => {
    expectTypeOf(city).toEqualTypeOf<string>();
    expectTypeOf(days).toEqualTypeOf<number>();
    expectTypeOf(note).toEqualTypeOf<string | undefined>();
  },
});

const schema: Schema = { type: Type.OBJECT, properties: { city: { type: Type.STRING } } };
new FunctionTool({
  description,
  parameters: schema,
  execute: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>(),
});

new FunctionTool({
  description,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  execute: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>(),
});

new FunctionTool({
  name: 'now',
  description,
  execute: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>(),
});

new LongRunningFunctionTool({
  description,
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
});

// A tool of any parameters stands in a list of tools, and its function can be written apart from it.
const parameters = z.object({ city: z.string() });
const execute: ToolExecuteFunction<typeof parameters> = ({ city }) => city;
const tools: BaseTool[] = [new FunctionTool({ description, parameters, execute })];
expectTypeOf(tools).toBeArray();

// @ts-expect-error a string is no object of arguments
new FunctionTool({ description, parameters: z.string(), execute: () => 1 });
// @ts-expect-error neither is one of zod 3
new FunctionTool({ description, parameters: z3.string(), execute: () => 1 });
// @ts-expect-error what is read must be in the schema
new FunctionTool({ description, parameters, execute: ({ town }) => town });
