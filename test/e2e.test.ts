import {
  type Event,
  FunctionTool,
  Gemini,
  getFunctionCalls,
  InMemoryRunner,
  LlmAgent,
  type RunConfig,
  type SentRequest,
  StreamingMode,
  stringifyContent,
} from '@catenary/agents';
import type { Step } from '@catenary/protocol';
import { type RunningServer, startServer } from '@catenary/server';
import { createGate, createScriptedBackend, type ScriptedTurn } from '@catenary/server/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const say = (text: string): Step => ({ type: 'model_output', content: [{ type: 'text', text }] });
const call = (id: string, city: string): Step => ({
  type: 'function_call',
  id,
  name: 'weather',
  arguments: { city },
});

const modes = [
  ['in one piece', StreamingMode.NONE],
  ['as a stream', StreamingMode.SSE],
] as const;

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** An agent with a weather tool on a server of ours that says what the turns say. */
async function connect(
  turns: readonly ScriptedTurn[],
  options: { readonly useInteractionsApi?: boolean } = {},
) {
  const backend = createScriptedBackend(turns);
  const started = await startServer({ backend, aliases: ['gemini-*=scripted'] });
  server = started;
  const requests: SentRequest[] = [];
  const toolRuns: string[] = [];
  const agent = new LlmAgent({
    name: 'helper',
    model: new Gemini({
      model: 'gemini-3.1-flash-lite',
      useInteractionsApi: options.useInteractionsApi ?? true,
      baseUrl: started.url,
      onRequest: (request) => requests.push(request),
    }),
    instruction: 'Answer briefly.',
    tools: [
      new FunctionTool({
        name: 'weather',
        description: 'Tells the weather of a city.',
        parameters: z.object({ city: z.string() }),
        execute: ({ city }) => {
          toolRuns.push(city);
          return { city, sky: 'clear' };
        },
      }),
    ],
  });
  const runner = new InMemoryRunner({ agent });
  const { id: sessionId } = await runner.sessionService.createSession({
    appName: runner.appName,
    userId: 'ada',
  });
  const ask = async (text: string, runConfig: RunConfig = {}, abortSignal?: AbortSignal) => {
    const events: Event[] = [];
    for await (const event of runner.runAsync({
      userId: 'ada',
      sessionId,
      newMessage: { role: 'user', parts: [{ text }] },
      runConfig,
      ...(abortSignal === undefined ? {} : { abortSignal }),
    })) {
      events.push(event);
    }
    return events;
  };
  const creates = () =>
    requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
  return { ask, backend, creates, requests, toolRuns, url: started.url };
}

const finals = (events: readonly Event[]) => events.filter(({ partial }) => partial !== true);

describe.each(modes)('a conversation over HTTP, answered %s', (_how, streamingMode) => {
  it('runs tools, chains its ids, and sends each turn only what is new', async () => {
    const { ask, backend, creates, toolRuns } = await connect([
      { steps: [say('Noted.')] },
      { steps: [call('c1', 'Oslo'), call('c2', 'Rome')] },
      { steps: [say('Clear in both.')] },
      { steps: [say('Blue.')] },
    ]);
    const turns = [
      await ask('Blue is my colour.', { streamingMode }),
      await ask('Weather in Oslo and Rome?', { streamingMode }),
      await ask('My colour?', { streamingMode }),
    ].map(finals);
    expect(turns.map((events) => events.map(stringifyContent))).toEqual([
      ['Noted.'],
      ['', '', 'Clear in both.'],
      ['Blue.'],
    ]);
    expect(getFunctionCalls(turns[1]![0]!).map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(toolRuns).toEqual(['Oslo', 'Rome']);

    const ids = turns.flat().flatMap(({ interactionId }) => interactionId ?? []);
    expect(new Set(ids).size).toBe(4);
    const bodies = creates();
    expect(bodies.map(({ previous_interaction_id: id }) => id)).toEqual([undefined, ...ids.slice(0, 3)]);
    expect(bodies.map(({ input }) => input)).toEqual([
      'Blue is my colour.',
      'Weather in Oslo and Rome?',
      [
        { type: 'function_result', call_id: 'c1', name: 'weather', result: { city: 'Oslo', sky: 'clear' } },
        { type: 'function_result', call_id: 'c2', name: 'weather', result: { city: 'Rome', sky: 'clear' } },
      ],
      'My colour?',
    ]);
    for (const body of bodies) {
      expect(body).toMatchObject({
        system_instruction: expect.stringContaining('Answer briefly.'),
        tools: [{ name: 'weather' }],
      });
    }
    // The server puts the whole conversation before the model all the same.
    expect(backend.requests.at(-1)?.steps.map(({ type }) => type)).toEqual([
      'user_input',
      'model_output',
      'user_input',
      'function_call',
      'function_call',
      'function_result',
      'function_result',
      'model_output',
      'user_input',
    ]);
    backend.assertDone();
  });

  it('tells usage, and the interaction on every event of a response', async () => {
    const usage = { total_input_tokens: 5, total_output_tokens: 2, total_tokens: 7 };
    const { ask } = await connect([{ steps: [say('Hello.')], usage }]);
    const events = await ask('Hi', { streamingMode });
    expect(events.at(-1)?.usageMetadata).toMatchObject({
      promptTokenCount: 5,
      candidatesTokenCount: 2,
      totalTokenCount: 7,
    });
    expect(new Set(events.map(({ interactionId }) => interactionId)).size).toBe(1);
    expect(events[0]?.interactionId).toBeDefined();
  });

  it('wins a lost chain back: the head is deleted on the server, and the answer still knows', async () => {
    const { ask, backend, creates, toolRuns, url } = await connect([
      { steps: [say('Noted.')] },
      { steps: [call('c1', 'Oslo')] },
      { steps: [say('Clear.')] },
      { steps: [say('Blue.')] },
      { steps: [say('Still blue.')] },
    ]);
    await ask('Blue is my colour.', { streamingMode });
    const head = (await ask('Weather in Oslo?', { streamingMode })).at(-1)?.interactionId;
    await fetch(`${url}/v1beta/interactions/${head}`, { method: 'DELETE' });
    const [answer, ...more] = finals(await ask('My colour?', { streamingMode }));
    expect(more).toEqual([]);
    expect(answer).toMatchObject({
      content: { parts: [{ text: 'Blue.' }] },
      customMetadata: { 'catenary:recovery': { reason: 'chain_lost', lostInteractionId: head } },
    });
    expect(backend.requests.at(-1)?.steps.map(({ type }) => type)).toEqual([
      'user_input',
      'model_output',
      'user_input',
      'function_call',
      'function_result',
      'model_output',
      'user_input',
    ]);
    expect(toolRuns).toEqual(['Oslo']);
    await ask('Sure?', { streamingMode });
    expect(creates().at(-1)).toMatchObject({
      previous_interaction_id: answer?.interactionId,
      input: 'Sure?',
    });
    backend.assertDone();
  });

  it('keeps nothing on the server with store: false, and sends the whole history, steps as they came', async () => {
    const thought: Step = { type: 'thought', signature: 'c2lnbmVk' };
    const { ask, backend, creates } = await connect([
      { steps: [thought, say('Noted.')] },
      { steps: [say('Blue.')] },
    ]);
    const [first] = finals(await ask('Blue is my colour.', { streamingMode, store: false }));
    expect(first?.interactionId).toBeUndefined();
    await ask('My colour?', { streamingMode, store: false });
    expect(creates()[1]).toMatchObject({
      store: false,
      input: [{ type: 'user_input' }, thought, { type: 'model_output' }, { type: 'user_input' }],
    });
    expect(creates()[1]).not.toHaveProperty('previous_interaction_id');
    backend.assertDone();
  });

  it('reports a failure of the model as an event, and goes on from before it', async () => {
    const { ask, backend, creates } = await connect([
      { steps: [say('Noted.')] },
      { actions: [{ type: 'throw', error: new Error('overheated') }] },
      { steps: [say('Blue.')] },
    ]);
    const [first] = finals(await ask('Blue is my colour.', { streamingMode }));
    const failed = finals(await ask('My colour?', { streamingMode }));
    expect(failed).toHaveLength(1);
    expect(failed[0]?.errorCode).toBeDefined();
    expect(finals(await ask('Again?', { streamingMode })).map(stringifyContent)).toEqual(['Blue.']);
    expect(creates().at(-1)).toMatchObject({ previous_interaction_id: first?.interactionId });
    expect(JSON.stringify(creates().at(-1).input)).toContain('My colour?');
    backend.assertDone();
  });

  it('ends at once when it is aborted, and the next message is answered', async () => {
    const [arrived, gate] = [createGate(), createGate()];
    const { ask } = await connect([
      {
        expect: () => {
          arrived.open();
          return undefined;
        },
        actions: [
          { type: 'step.start', step: { type: 'model_output' } },
          { type: 'wait', until: gate.opened },
        ],
      },
      { steps: [say('Here.')] },
    ]);
    const controller = new AbortController();
    const run = ask('Hello?', { streamingMode }, controller.signal);
    await arrived.opened;
    controller.abort();
    expect(await run).toEqual([]);
    gate.open();
    expect(finals(await ask('Hello again?', { streamingMode })).map(stringifyContent)).toEqual(['Here.']);
  });
});

it('sends as many bytes in turn fifty as in turn two', async () => {
  const turns = Array.from({ length: 50 }, (): ScriptedTurn => ({ steps: [say('Yes.')] }));
  const { ask, backend, requests } = await connect(turns);
  for (let turn = 0; turn < 50; turn += 1) await ask('And now?');
  const sizes = requests.map(({ bytes }) => bytes);
  expect(new Set(sizes.slice(1)).size).toBe(1);
  expect(sizes[1]).toBeGreaterThan(sizes[0]!);
  expect(backend.requests.at(-1)?.steps).toHaveLength(99);
});
