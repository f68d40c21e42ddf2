import { z } from 'zod';
import { isJsonObject, type JsonObject, stringMap } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/** Options of an agent that is neither built in nor known here; all but the type is the agent's own. */
export type DynamicAgentConfig = JsonObject & { type: 'dynamic' };

/** What an agent is told beside its input, and the sandbox it works in. */
export function agentSchemas<M extends Mode>(kit: Kit<M>) {
  const text = () => kit.optional(z.string());
  const flag = () => kit.optional(z.boolean());
  const sourceFiles = kit.optional(z.array(kit.object({ path: text(), content: text() })));
  const agentConfig = z.union([
    z.custom<DynamicAgentConfig>(isDynamic, 'expected the options of an agent'),
    kit.oneOf([
      kit.object({
        type: z.literal('deep-research'),
        thinking_summaries: kit.optional(openEnum('auto', 'none')),
        /** The agent answers with a plan first and waits for the next turn. */
        collaborative_planning: flag(),
        visualization: kit.optional(openEnum('off', 'auto')),
        enable_bigquery_tool: flag(),
      }),
      kit.object({
        type: z.literal('antigravity'),
        model: text(),
        /** A number, written as a string. */
        max_total_tokens: text(),
      }),
      kit.object({
        type: z.literal('code-mender'),
        model: text(),
        session_id: text(),
        session_config: kit.optional(kit.object({ max_rounds: kit.optional(kit.count()) })),
        find_request: kit.optional(
          kit.object({
            description: text(),
            finding_id: text(),
            mode: kit.optional(openEnum('scan', 'verify')),
            source_files: sourceFiles,
          }),
        ),
        fix_request: kit.optional(
          kit.object({ description: text(), finding_id: text(), source_files: sourceFiles }),
        ),
      }),
    ]),
  ]);
  return { agentConfig, environment: environmentSchema(kit) };
}

/** `remote` for a new sandbox, the id of one, or one with its files, variables and network described. */
function environmentSchema<M extends Mode>(kit: Kit<M>) {
  const text = () => kit.optional(z.string());
  const allowed = kit.object({
    domain: z.string(),
    transform: kit.optional(z.union([stringMap(), z.array(stringMap())])),
    credential: text(),
  });
  const network = z.union([
    openEnum('disabled'),
    kit.object({ allowlist: kit.optional(z.union([openEnum('disabled'), z.array(allowed)])) }),
  ]);
  const source = kit.object({
    type: kit.optional(openEnum('gcs', 'inline', 'repository', 'skill_registry')),
    source: text(),
    target: text(),
    content: text(),
    encoding: text(),
  });
  return z.union([
    z.string(),
    kit.object({
      type: z.literal('remote'),
      environment_id: text(),
      env: kit.optional(
        z.record(z.string(), z.union([z.string(), kit.object({ value: text(), credential: text() })])),
      ),
      network: kit.optional(network),
      sources: kit.optional(z.array(source)),
    }),
  ]);
}

function isDynamic(value: unknown): boolean {
  return isJsonObject(value) && value.type === 'dynamic';
}
