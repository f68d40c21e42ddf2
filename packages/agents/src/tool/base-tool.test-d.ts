import { expectTypeOf } from 'vitest';
import type { Tool } from '../contract/tool.ts';
import type { BaseTool } from './base-tool.ts';

// Callbacks are handed a `Tool`; programs write `{ tool }: { tool: BaseTool }`.
expectTypeOf<Tool>().toExtend<BaseTool>();
expectTypeOf<BaseTool>().toExtend<Tool>();
