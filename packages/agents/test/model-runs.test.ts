import { createFold, encodeInteraction } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LlmAgent, type LlmAgentConfig } from '../src/agent/llm-agent.ts';
import { Gemini } from '../src/model/gemini.ts';
import { RECOVERY_KEY } from '../src/recovery/rehydrate-chain.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { type Answer, openLoopback, streamOf } from './support/loopback.ts';
import {
  call,
  interactionEvents,
  interleave,
  output,
  parsed,
  type StreamedStep,
} from './support/model-streams.ts';
import { recordWarnings } from './support/record-warnings.ts';
import { brief, createTestApp } from './support/run.ts';

recordWarnings();

const MODES = ['none', 'sse'] as const;
type Mode = (typeof MODES)[number];

/** The same interaction, in the way that the run asks for it. */
function answer(mode: Mode, id: string, steps: readonly StreamedStep[], status?: string): Answer {
  return fromEvents(mode, interactionEvents(id, steps, status));
}

function fromEvents(mode: Mode, events: readonly Record<string, unknown>[]): Answer {
  if (mode === 'sse') return streamOf(events);
  const fold = createFold();
  for (const event of parsed(events)) fold.push(event);
  return { json: encodeInteraction(fold.interaction!) };
}

async function open(mode: Mode, answers: Answer[], more: Partial<LlmAgentConfig> = {}) {
  const server = await openLoopback(...answers);
  const executed: unknown[] = [];
  const tide = new FunctionTool({
    name: 'tide',
    description: 'Tides of a pier.',
    parameters: z.object({ pier: z.string() }),
    execute: ({ pier }) => {
      executed.push(pier);
      if (pier === 'broken') throw new Error('The gauge is broken.');
      return { pier, next: '10:15' };
    },
  });
  const model = new Gemini({ useInteractionsApi: true, baseUrl: server.url });
  const agent = new LlmAgent({ name: 'helper', model, tools: [tide], instruction: 'Be brief.', ...more });
  const app = await createTestApp(agent);
  const ask = (text: string) => app.ask(text, { runConfig: { streamingMode: mode } });
  const finals = async () => (await app.events()).filter(({ author }) => author !== 'user');
  return { ...server, ...app, executed, ask, finals };
}

const refusal = (status: number, code: string, message = 'No.'): Answer => ({
  status,
  json: { error: { code, message } },
});

describe.each(MODES)('a run over the Interactions API, streaming %s', (mode) => {
  it('one tool: two requests, one execution, and never a call that the server holds', async () => {
    const { ask, requests, executed, finals } = await open(mode, [
      answer(mode, 'v1_1', [call('c1', 'tide', '{"pier":', '"4"}')]),
      answer(mode, 'v1_2', [output('At ', '10:15.')]),
    ]);
    await ask('When?');
    expect(executed).toEqual(['4']);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body).toEqual({
      ...requests[0]?.body,
      previous_interaction_id: 'v1_1',
      input: [{ type: 'function_result', call_id: 'c1', name: 'tide', result: { pier: '4', next: '10:15' } }],
    });
    expect(brief(await finals())).toEqual([
      'helper: tide({"pier":"4"})',
      'helper: tide={"pier":"4","next":"10:15"}',
      'helper: At 10:15.',
    ]);
    expect((await finals()).map(({ interactionId }) => interactionId)).toEqual(['v1_1', undefined, 'v1_2']);
  });

  it('one tool, with a status update before the end: still one execution', async () => {
    const events = interactionEvents('v1_1', [call('c1', 'tide', '{"pier":"4"}')]);
    const update = {
      event_type: 'interaction.status_update',
      interaction_id: 'v1_1',
      status: 'requires_action',
    };
    const { ask, executed, finals } = await open(mode, [
      fromEvents(mode, [...events.slice(0, -1), update, events.at(-1)!]),
      answer(mode, 'v1_2', [output('Done.')]),
    ]);
    await ask('When?');
    expect(executed).toEqual(['4']);
    expect(await finals()).toHaveLength(3);
  });

  it('two interleaved calls: each once, with its own arguments, answered together in call order', async () => {
    const steps = [call('c1', 'tide', '{"pier":', '"4"}'), call('c2', 'tide', '{"pier":', '"5"}')];
    const events = interactionEvents('v1_1', steps);
    const lanes = [0, 1].map((index) => events.filter((event) => event.index === index));
    const { ask, executed, requests } = await open(mode, [
      fromEvents(mode, [...events.slice(0, 2), ...interleave(lanes, [0, 1]), events.at(-1)!]),
      answer(mode, 'v1_2', [output('Done.')]),
    ]);
    await ask('When?');
    expect(executed).toEqual(['4', '5']);
    expect(requests[1]?.body.input).toMatchObject([
      { call_id: 'c1', result: { pier: '4' } },
      { call_id: 'c2', result: { pier: '5' } },
    ]);
  });

  it('a tool that fails is told to the model as an error', async () => {
    const { ask, requests } = await open(mode, [
      answer(mode, 'v1_1', [call('c1', 'tide', '{"pier":"broken"}')]),
      answer(mode, 'v1_2', [output('Sorry.')]),
    ]);
    await ask('When?');
    expect(requests[1]?.body.input).toMatchObject([{ call_id: 'c1', is_error: true }]);
  });

  it('text is stored once, and usage as it is reported', async () => {
    const { ask, finals } = await open(mode, [answer(mode, 'v1_1', [output('De', 'i', 'mos.')])]);
    const yielded = await ask('Which moon?');
    expect(yielded.filter(({ partial }) => partial !== true)).toHaveLength(1);
    expect(yielded.every(({ interactionId }) => interactionId === 'v1_1')).toBe(true);
    const [stored, ...others] = await finals();
    expect(others).toEqual([]);
    expect(stored?.content?.parts).toEqual([{ text: 'Deimos.' }]);
    expect(stored?.usageMetadata).toMatchObject({
      promptTokenCount: 20,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 7,
      cachedContentTokenCount: 3,
      toolUsePromptTokenCount: 2,
      totalTokenCount: 34,
    });
  });

  it('a failed interaction is an error, and nothing continues it', async () => {
    const { ask, requests } = await open(mode, [
      answer(mode, 'v1_1', [output('One.')]),
      answer(mode, 'v1_2', [output('Half')], 'failed'),
      answer(mode, 'v1_3', [output('Three.')]),
    ]);
    await ask('one');
    expect(brief((await ask('two')).slice(-1))).toEqual(['helper !UNKNOWN_ERROR: ']);
    expect(brief((await ask('three')).slice(-1))).toEqual(['helper: Three.']);
    expect(requests[2]?.body.previous_interaction_id).toBe('v1_1');
    expect(JSON.stringify(requests[2]?.body.input)).toMatch(/two.*three/);
  });

  it('an id that the server has lost: the answer comes all the same, from the whole history', async () => {
    const { ask, requests, finals } = await open(mode, [
      answer(mode, 'v1_1', [output('Noted: blue.')]),
      refusal(404, 'not_found', 'Interaction v1_1 has expired.'),
      answer(mode, 'v1_2', [output('Blue.')]),
      answer(mode, 'v1_3', [output('Still blue.')]),
    ]);
    await ask('I like blue.');
    expect(brief((await ask('What do I like?')).slice(-1))).toEqual(['helper: Blue.']);
    await ask('Sure?');
    expect(requests.map(({ body }) => body.previous_interaction_id)).toEqual([
      undefined,
      'v1_1',
      undefined,
      'v1_2',
    ]);
    expect(requests[2]?.body.input).toEqual([
      { type: 'user_input', content: [{ type: 'text', text: 'I like blue.' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'Noted: blue.' }] },
      { type: 'user_input', content: [{ type: 'text', text: 'What do I like?' }] },
    ]);
    expect((await finals())[1]?.customMetadata?.[RECOVERY_KEY]).toMatchObject({ lostInteractionId: 'v1_1' });
  });

  it('an error of the server is an event with its code, and the turn before stays the one to continue', async () => {
    const { ask, requests } = await open(mode, [
      answer(mode, 'v1_1', [output('One.')]),
      refusal(400, 'invalid_request', 'Bad tool.'),
      answer(mode, 'v1_2', [output('Two.')]),
    ]);
    await ask('one');
    expect((await ask('two')).at(-1)).toMatchObject({
      errorCode: 'invalid_request',
      errorMessage: 'Bad tool.',
    });
    await ask('again');
    expect(requests[2]?.body.previous_interaction_id).toBe('v1_1');
  });

  it('an abort ends the run and frees the connection', async () => {
    const half = interactionEvents('v1_1', [output('Half')]).slice(0, 4);
    const { runner, left, reached } = await open(mode, [mode === 'sse' ? streamOf(half, 'hold') : 'silence']);
    const abort = new AbortController();
    const events = runner.runAsync({
      userId: 'user-1',
      sessionId: 'session-1',
      newMessage: { role: 'user', parts: [{ text: 'hi' }] },
      runConfig: { streamingMode: mode },
      abortSignal: abort.signal,
    });
    if (mode === 'sse') expect((await events.next()).value).toMatchObject({ partial: true });
    const next = events.next();
    await reached;
    abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    await left;
  });
});

describe('a streamed run', () => {
  it('leaving a run frees the connection', async () => {
    const half = interactionEvents('v1_1', [output('Half')]).slice(0, 4);
    const { runner, left } = await open('sse', [streamOf(half, 'hold')]);
    const newMessage = { role: 'user', parts: [{ text: 'hi' }] };
    const run = {
      userId: 'user-1',
      sessionId: 'session-1',
      newMessage,
      runConfig: { streamingMode: 'sse' as const },
    };
    for await (const _ of runner.runAsync(run)) break;
    await left;
  });

  it('broken arguments: no execution, and the model is told', async () => {
    const { ask, executed, requests } = await open('sse', [
      answer('sse', 'v1_1', [call('c1', 'tide', '{"pier":')]),
      answer('sse', 'v1_2', [output('Sorry.')]),
    ]);
    await ask('When?');
    expect(executed).toEqual([]);
    expect(requests[1]?.body.input).toMatchObject([
      {
        type: 'function_result',
        call_id: 'c1',
        is_error: true,
        result: { error: expect.stringContaining('{"pier":') },
      },
    ]);
  });

  it('an error event after half a text ends the turn as an error', async () => {
    const half = interactionEvents('v1_2', [output('Half')]).slice(0, 4);
    const error = { event_type: 'error', error: { code: 'deadline_exceeded', message: 'Too slow.' } };
    const { ask, requests } = await open('sse', [
      answer('sse', 'v1_1', [output('One.')]),
      streamOf([...half, error]),
      answer('sse', 'v1_3', [output('Three.')]),
    ]);
    await ask('one');
    expect(brief(await ask('two'))).toEqual(['helper ~: Half', 'helper !deadline_exceeded: ']);
    await ask('three');
    expect(requests[2]?.body.previous_interaction_id).toBe('v1_1');
  });

  it('a stream that ends without its end, and cannot be fetched, is no turn', async () => {
    const half = interactionEvents('v1_2', [output('Half')]).slice(0, 4);
    const { ask, requests } = await open('sse', [
      answer('sse', 'v1_1', [output('One.')]),
      streamOf(half),
      refusal(404, 'not_found'),
      answer('sse', 'v1_3', [output('Three.')]),
    ]);
    await ask('one');
    expect(brief(await ask('two'))).toEqual(['helper ~: Half', 'helper !stream_cut: ']);
    await ask('three');
    expect(requests[3]?.body.previous_interaction_id).toBe('v1_1');
  });

  it('a stream that breaks is fetched, and its call runs once', async () => {
    const events = interactionEvents('v1_1', [call('c1', 'tide', '{"pier":"4"}')]);
    const { ask, executed, requests } = await open('sse', [
      streamOf(events.slice(0, 5), 'cut'),
      fromEvents('none', events),
      answer('sse', 'v1_2', [output('At 10:15.')]),
    ]);
    await ask('When?');
    expect(executed).toEqual(['4']);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1beta/interactions',
      'GET /v1beta/interactions/v1_1',
      'POST /v1beta/interactions',
    ]);
  });
});

it('both modes store the same events', async () => {
  const traces = await Promise.all(
    MODES.map(async (mode) => {
      const { ask, finals } = await open(mode, [
        answer(mode, 'v1_1', [output('Let me see. '), call('c1', 'tide', '{"pier":"4"}')]),
        answer(mode, 'v1_2', [output('At 10:15.')]),
      ]);
      await ask('When?');
      return (await finals()).map(
        ({ id: _id, timestamp: _time, invocationId: _run, chain: _chain, ...event }) => event,
      );
    }),
  );
  expect(traces[0]).toEqual(traces[1]);
});
