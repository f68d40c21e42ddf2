import { basic } from './basic.ts';
import { codeExecution } from './code-execution.ts';
import { contents } from './contents.ts';
import { identity } from './identity.ts';
import { instructions } from './instructions.ts';
import { interactions } from './interactions.ts';
import { outputSchema } from './output-schema.ts';
import type { RequestProcessor } from './request-draft.ts';
import { tools } from './tools.ts';
import { agentTransfer } from './transfer/agent-transfer.ts';

/** What builds a request, in this order. */
export const REQUEST_PIPELINE: readonly RequestProcessor[] = [
  basic,
  codeExecution,
  instructions,
  identity,
  agentTransfer,
  interactions,
  contents,
  tools,
  outputSchema,
];
