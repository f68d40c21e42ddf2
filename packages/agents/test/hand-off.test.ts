import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import type { LlmResponse } from '../src/contract/llm-response.ts';
import { AgentsError } from '../src/error.ts';
import { scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { ChainModel, textsOf } from './support/chain-model.ts';
import { brief, createTestApp } from './support/run.ts';

const AGENTS = ['root', 'left', 'right'] as const;

it('a hand-over gives the next agent the message, and the way back gives the first one the answer to its call', async () => {
  const replies: LlmResponse[] = [
    scriptCalls({ id: 't', name: 'transfer_to_agent', args: { agentName: 'left' } }),
    scriptText('left speaking'),
    scriptCalls({ id: 't', name: 'transfer_to_agent', args: { agentName: 'root' } }),
    scriptText('root again'),
  ];
  const model = new ChainModel({ reply: () => replies.shift()! });
  const { ask } = await createTestApp(familyOf(model));
  expect(brief(await ask('hi'))).toEqual([
    'root: transfer_to_agent({"agentName":"left"})',
    'root: transfer_to_agent={"result":"Transfer queued"}',
    'left: left speaking',
  ]);
  expect(brief(await ask('back please'))).toEqual([
    'left: transfer_to_agent({"agentName":"root"})',
    'left: transfer_to_agent={"result":"Transfer queued"}',
    'root: root again',
  ]);
  expect(model.requests.map(({ previousInteractionId: id }) => id)).toEqual([
    undefined,
    undefined,
    'interaction-2',
    'interaction-1',
  ]);
  expect(model.requests[3]?.contents.map(({ parts }) => parts?.[0]?.text ?? 'result')).toEqual([
    'result',
    'For context: [left] said: left speaking',
    'back please',
  ]);
});

it('a hand-over to an agent that there is none of is told to the model', async () => {
  const replies = [
    scriptCalls({ id: 't', name: 'transfer_to_agent', args: { agentName: 'nobody' } }),
    scriptText('then I answer'),
  ];
  const { ask } = await createTestApp(familyOf(new ChainModel({ reply: () => replies.shift()! })));
  const [, result, answer] = brief(await ask('hi'));
  expect(result).toContain('"error"');
  expect(answer).toBe('root: then I answer');
});

type Move =
  | { readonly kind: 'say' | 'tool' | 'fail' | 'break' | 'canned' | 'edited' | 'lose' }
  | { readonly kind: 'transfer'; readonly to: (typeof AGENTS)[number] };

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom<Move>(
    { kind: 'say' },
    { kind: 'tool' },
    { kind: 'fail' },
    { kind: 'break' },
    { kind: 'canned' },
    { kind: 'edited' },
    { kind: 'lose' },
  ),
  fc.constantFrom(...AGENTS).map((to): Move => ({ kind: 'transfer', to })),
);

it('after any sequence of hand-overs, failures and losses each agent knows all that was said, once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyMove, { maxLength: 5 }), { maxLength: 6 }), async (turns) => {
      let moves: Move[] = [];
      let spoken = 0;
      const heard: { readonly known: string[]; readonly said: string[] }[] = [];
      let app: Awaited<ReturnType<typeof createTestApp>>;
      const model = new ChainModel({
        reply: (known) => {
          heard.push({ known: textsOf(known), said: saidSoFar });
          return toReply(moves.shift() ?? { kind: 'say' }, spoken++);
        },
      });
      let saidSoFar: string[] = [];
      const family = familyOf(model, {
        before: async () => {
          if (moves[0]?.kind === 'lose') {
            moves.shift();
            model.interactions.clear();
          }
          saidSoFar = textsOf(
            (await app.events()).flatMap(({ content, errorCode }) =>
              content === undefined || errorCode !== undefined ? [] : [content],
            ),
          );
          if (moves[0]?.kind !== 'canned') return undefined;
          moves.shift();
          return scriptText(`canned ${spoken++}`);
        },
        after: (response) => {
          const text = response.content?.parts?.[0]?.text;
          return text?.startsWith('edit') === true ? scriptText(`edited ${text}`) : undefined;
        },
      });
      app = await createTestApp(family);
      for (const [index, turn] of turns.entries()) {
        moves = [...turn];
        const events = await app.ask(`message ${index}`, { runConfig: { maxLlmCalls: 20 } });
        expect(events.map(({ errorCode }) => errorCode)).not.toContain('chain_lost');
      }
      for (const { known, said } of heard) {
        expect(known).toEqual(said);
      }
    }),
    { numRuns: 150 },
  );
});

function toReply(move: Move, count: number): LlmResponse | Error {
  switch (move.kind) {
    case 'tool':
      return scriptCalls({ id: 'call-0', name: 'look' }, { id: 'call-1', name: 'look' });
    case 'transfer':
      return scriptCalls({ id: 'call-0', name: 'transfer_to_agent', args: { agentName: move.to } });
    case 'fail':
      return { ...scriptText('half an ans'), errorCode: 'failed', errorMessage: 'overheated' };
    case 'break':
      return new AgentsError({ code: 'network', message: 'gone' });
    case 'edited':
      return scriptText(`edit ${count}`);
    default:
      return scriptText(`answer ${count}`);
  }
}

function familyOf(
  model: ChainModel,
  hooks: {
    readonly before?: () => Promise<LlmResponse | undefined>;
    readonly after?: (response: LlmResponse) => LlmResponse | undefined;
  } = {},
): LlmAgent {
  const look = new FunctionTool({ name: 'look', description: '', execute: () => 'seen' });
  const { before, after } = hooks;
  const shared = {
    model,
    tools: [look],
    ...(before === undefined ? {} : { beforeModelCallback: before }),
    ...(after === undefined
      ? {}
      : { afterModelCallback: ({ response }: { response: LlmResponse }) => after(response) }),
  };
  return new LlmAgent({
    name: 'root',
    ...shared,
    subAgents: [new LlmAgent({ name: 'left', ...shared }), new LlmAgent({ name: 'right', ...shared })],
  });
}
