import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LlmAgent, type LlmAgentConfig } from '../src/agent/llm-agent.ts';
import {
  ScriptedModel,
  type ScriptedTurn,
  scriptCalls,
  scriptPartial,
  scriptText,
} from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { LongRunningFunctionTool } from '../src/tool/long-running-function-tool.ts';
import { brief, collect, createTestApp } from './support/run.ts';

const weather = (log: string[] = []) =>
  new FunctionTool({
    name: 'weather',
    description: 'Tells the weather.',
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => {
      log.push(city);
      return { city, sky: 'clear' };
    },
  });

async function app(turns: readonly ScriptedTurn[], more: Partial<LlmAgentConfig> = {}) {
  const model = new ScriptedModel({ turns });
  const agent = new LlmAgent({ name: 'helper', model, ...more });
  return { model, ...(await createTestApp(agent)) };
}

describe('a turn', () => {
  it('stores the message without yielding it, and the answer after it', async () => {
    const { ask, events } = await app([scriptText('hello')]);
    expect(brief(await ask('hi'))).toEqual(['helper: hello']);
    expect(brief(await events())).toEqual(['user: hi', 'helper: hello']);
  });

  it('runs each call once and answers all of an answer in one event, in call order', async () => {
    const log: string[] = [];
    const { ask, events, model } = await app(
      [
        scriptCalls(
          { id: '1', name: 'weather', args: { city: 'Oslo' } },
          { id: '2', name: 'weather', args: { city: 'Rome' } },
        ),
        scriptText('Clear in both.'),
      ],
      { tools: [weather(log)] },
    );
    expect(brief(await ask('weather?'))).toEqual([
      'helper: weather({"city":"Oslo"}) | weather({"city":"Rome"})',
      'helper: weather={"city":"Oslo","sky":"clear"} | weather={"city":"Rome","sky":"clear"}',
      'helper: Clear in both.',
    ]);
    expect(log).toEqual(['Oslo', 'Rome']);
    expect((await events())[2]?.content?.role).toBe('user');
    model.assertDone();
  });

  it('runs parallel calls at the same time and keeps their order', async () => {
    const order: string[] = [];
    let release = () => {};
    const second = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tools = [
      new FunctionTool({
        name: 'slow',
        description: '',
        execute: async () => {
          await second;
          order.push('slow');
          return 'slow';
        },
      }),
      new FunctionTool({
        name: 'quick',
        description: '',
        execute: () => {
          order.push('quick');
          release();
          return 'quick';
        },
      }),
    ];
    const { ask } = await app(
      [scriptCalls({ id: 's', name: 'slow' }, { id: 'q', name: 'quick' }), scriptText('ok')],
      { tools },
    );
    expect(brief(await ask('go'))[1]).toBe('helper: slow={"result":"slow"} | quick={"result":"quick"}');
    expect(order).toEqual(['quick', 'slow']);
  });

  it('yields partial events in SSE mode only, and stores none of them', async () => {
    const turn = [scriptPartial('hel'), scriptPartial('lo'), scriptText('hello')];
    const { ask, events } = await app([turn, turn]);
    expect(brief(await ask('hi', { runConfig: { streamingMode: 'sse' } }))).toEqual([
      'helper ~: hel',
      'helper ~: lo',
      'helper: hello',
    ]);
    expect(brief(await ask('hi'))).toEqual(['helper: hello']);
    expect(brief(await events())).toEqual(['user: hi', 'helper: hello', 'user: hi', 'helper: hello']);
  });

  it('tells the model the whole history in standard mode', async () => {
    const { ask, model } = await app([scriptText('one'), scriptText('two')]);
    await ask('first');
    await ask('second');
    expect(model.requests[1]?.contents).toEqual([
      { role: 'user', parts: [{ text: 'first' }] },
      { role: 'model', parts: [{ text: 'one' }] },
      { role: 'user', parts: [{ text: 'second' }] },
    ]);
    expect(model.requests[1]?.previousInteractionId).toBeUndefined();
  });
});

describe('what a tool returns', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;

  it.each([
    ['an object', { a: 1 }, { a: 1 }],
    ['a string', 'x', { result: 'x' }],
    ['a number', 3, { result: 3 }],
    ['a list', [1, 2], { results: [1, 2] }],
    ['nothing', undefined, { result: undefined }],
    ['null', null, { result: undefined }],
    ['a cycle', cyclic, { error: expect.stringContaining('circular') }],
    ['a bigint', 1n, { error: expect.stringContaining('BigInt') }],
  ])('becomes a record: %s', async (_case, returned, expected) => {
    const tool = new FunctionTool({ name: 'tool', description: '', execute: () => returned });
    const { ask } = await app([scriptCalls({ id: 'c', name: 'tool' }), scriptText('ok')], { tools: [tool] });
    const [, result] = await ask('go');
    expect(result?.content?.parts?.[0]?.functionResponse?.response).toEqual(expected);
  });

  it('is told as an error when it throws, and the run goes on', async () => {
    const tool = new FunctionTool({
      name: 'tool',
      description: '',
      execute: () => {
        throw new Error('no luck');
      },
    });
    const { ask } = await app([scriptCalls({ id: 'c', name: 'tool' }), scriptText('sorry')], {
      tools: [tool],
    });
    expect(brief(await ask('go'))).toEqual([
      'helper: tool({})',
      `helper: tool={"error":"Error in tool 'tool': no luck"}`,
      'helper: sorry',
    ]);
  });

  it('cannot reach back into what is stored, nor can the arguments it was given', async () => {
    const kept = { list: [1] };
    const tool = new FunctionTool({
      name: 'tool',
      description: '',
      execute: (args: Record<string, unknown>) => {
        (args.list as number[]).push(99);
        return kept;
      },
    });
    const { ask, events } = await app(
      [scriptCalls({ id: 'c', name: 'tool', args: { list: [1] } }), scriptText('ok')],
      { tools: [tool] },
    );
    await ask('go');
    kept.list.push(99);
    expect(brief(await events()).slice(1, 3)).toEqual([
      'helper: tool({"list":[1]})',
      'helper: tool={"list":[1]}',
    ]);
  });
});

describe('a call that cannot be run', () => {
  it('is told to the model when there is no such tool', async () => {
    const { ask } = await app([scriptCalls({ id: 'c', name: 'toString' }), scriptText('oh')], {
      tools: [weather()],
    });
    expect(brief(await ask('go'))).toEqual([
      'helper: toString({})',
      'helper: toString={"error":"There is no tool \\"toString\\". Tools: weather."}',
      'helper: oh',
    ]);
  });

  it('is told to the model when its arguments cannot be read, and the tool does not run', async () => {
    const log: string[] = [];
    const broken = {
      ...scriptCalls({ id: 'c', name: 'weather' }),
      customMetadata: { 'catenary:brokenCalls': { c: '{"city":' } },
    };
    const { ask } = await app([broken, scriptText('oh')], { tools: [weather(log)] });
    const [, result] = await ask('go');
    expect(brief([result!])[0]).toContain('not valid JSON');
    expect(log).toEqual([]);
  });

  it('is told to the model when its arguments do not fit the schema', async () => {
    const log: string[] = [];
    const { ask } = await app(
      [scriptCalls({ id: 'c', name: 'weather', args: { town: 1 } }), scriptText('oh')],
      {
        tools: [weather(log)],
      },
    );
    expect(brief(await ask('go'))[1]).toContain('the arguments are invalid: city');
    expect(log).toEqual([]);
  });

  it('ends the run with an error event the third time in a row', async () => {
    const bad = scriptCalls({ id: 'c', name: 'nope' });
    const { ask, model } = await app([bad, bad, bad]);
    const events = await ask('go');
    expect(events).toHaveLength(7);
    expect(events.at(-1)?.errorCode).toBe('invalid_tool_calls');
    model.assertDone();
  });

  it('starts the count anew after a call that could be run', async () => {
    const bad = scriptCalls({ id: 'c', name: 'nope' });
    const good = scriptCalls({ id: 'g', name: 'weather', args: { city: 'Oslo' } });
    const { ask } = await app([bad, bad, good, bad, bad, scriptText('ok')], { tools: [weather()] });
    expect((await ask('go')).at(-1)?.errorCode).toBeUndefined();
  });
});

it('a call that the server has answered itself is not run again', async () => {
  const log: string[] = [];
  const answered = { functionCall: { id: 's', name: 'weather', args: { city: 'Rome' } } };
  const result = { functionResponse: { id: 's', name: 'weather', response: { sky: 'grey' } } };
  const parts = [answered, result, { functionCall: { id: 'o', name: 'weather', args: { city: 'Oslo' } } }];
  const { ask, model } = await app([{ content: { role: 'model', parts } }, scriptText('ok')], {
    tools: [weather(log)],
  });
  await ask('go');
  expect(log).toEqual(['Oslo']);
  expect(
    model.requests[1]?.contents.at(-1)?.parts?.map(({ functionResponse }) => functionResponse?.id),
  ).toEqual(['o']);
});

describe('call ids', () => {
  it('are made up where the model gives none, the same in call, result and storage', async () => {
    const { ask, events } = await app(
      [scriptCalls({ name: 'weather', args: { city: 'Oslo' } }), scriptText('ok')],
      {
        tools: [weather()],
      },
    );
    const [call, result] = await ask('go');
    const id = call?.content?.parts?.[0]?.functionCall?.id;
    expect(id).toMatch(/^adk-/);
    expect(result?.content?.parts?.[0]?.functionResponse?.id).toBe(id);
    expect((await events())[1]?.content?.parts?.[0]?.functionCall?.id).toBe(id);
  });

  it('tell a call that is said twice from two calls', async () => {
    const log: string[] = [];
    const once = { id: 'x', name: 'weather', args: { city: 'Oslo' } };
    const other = { id: 'x', name: 'weather', args: { city: 'Rome' } };
    const { ask } = await app([scriptCalls(once, { ...once }, other), scriptText('ok')], {
      tools: [weather(log)],
    });
    const [call, result] = await ask('go');
    expect(log).toEqual(['Oslo', 'Rome']);
    expect(call?.content?.parts).toHaveLength(2);
    expect(result?.content?.parts).toHaveLength(2);
  });
});

describe('a long-running tool', () => {
  const approve = (result?: unknown) =>
    new LongRunningFunctionTool({ name: 'approve', description: '', execute: () => result });

  it('ends the run with its call when it returns nothing', async () => {
    const { ask, model } = await app([scriptCalls({ id: 'a', name: 'approve' })], { tools: [approve()] });
    const events = await ask('go');
    expect(brief(events)).toEqual(['helper: approve({})']);
    expect(events[0]?.longRunningToolIds).toEqual(['a']);
    model.assertDone();
  });

  it('lets the run go on with what it returned', async () => {
    const { ask } = await app([scriptCalls({ id: 'a', name: 'approve' }), scriptText('asked')], {
      tools: [approve({ ticket: 7 })],
    });
    expect(brief(await ask('go'))).toEqual([
      'helper: approve({})',
      'helper: approve={"ticket":7}',
      'helper: asked',
    ]);
  });

  it('ends the run although calls beside it have results, and both are sent once its own is handed in', async () => {
    const { ask, model } = await app(
      [
        scriptCalls({ id: 'w', name: 'weather', args: { city: 'Oslo' } }, { id: 'a', name: 'approve' }),
        scriptText('done'),
      ],
      { tools: [weather(), approve()] },
    );
    expect(await ask('go')).toHaveLength(2);
    const handedIn = {
      role: 'user',
      parts: [{ functionResponse: { id: 'a', name: 'approve', response: { ok: true } } }],
    };
    expect(brief(await ask('', { newMessage: handedIn }))).toEqual(['helper: done']);
    expect(model.requests[1]?.contents.slice(2)).toEqual([
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'w', name: 'weather', response: { city: 'Oslo', sky: 'clear' } } },
          { functionResponse: { id: 'a', name: 'approve', response: { ok: true } } },
        ],
      },
    ]);
  });

  it('keeps the state that it set although there is no result yet', async () => {
    const tool = new LongRunningFunctionTool({
      name: 'approve',
      description: '',
      execute: (_args, context) => context?.state.set('asked', true),
    });
    const { ask, state } = await app([scriptCalls({ id: 'a', name: 'approve' })], { tools: [tool] });
    await ask('go');
    expect(await state()).toEqual({ asked: true });
  });
});

describe('a tool whose result is the answer', () => {
  it('ends the run with the result', async () => {
    const tool = new FunctionTool({
      name: 'show',
      description: '',
      execute: (_args, context) => {
        if (context !== undefined) context.actions.skipSummarization = true;
        return 'shown';
      },
    });
    const { ask, model } = await app([scriptCalls({ id: 's', name: 'show' })], { tools: [tool] });
    expect(brief(await ask('go'))).toEqual(['helper: show({})', 'helper: show={"result":"shown"}']);
    model.assertDone();
  });
});

describe('what the model side said or did wrong', () => {
  it('is an event with the code, and calls of a failed answer are not run', async () => {
    const log: string[] = [];
    const failed = {
      ...scriptCalls({ id: 'c', name: 'weather', args: { city: 'Oslo' } }),
      errorCode: 'failed',
      errorMessage: 'overheated',
    };
    const { ask } = await app([failed], { tools: [weather(log)] });
    const events = await ask('go');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ errorCode: 'failed', errorMessage: 'overheated' });
    expect(log).toEqual([]);
  });

  it.each([
    ['no final response', [scriptPartial('hal')]],
    ['nothing at all', []],
    [
      'two final responses',
      [scriptCalls({ id: 'c', name: 'weather', args: { city: 'Oslo' } }), scriptText('b')],
    ],
    ['something after the final response', [scriptText('a'), scriptPartial('b')]],
  ])('is a malformed_response event when it gives %s, and no tool runs', async (_case, turn) => {
    const log: string[] = [];
    const { ask, events } = await app([turn], { tools: [weather(log)] });
    expect((await ask('go', { runConfig: { streamingMode: 'sse' } })).at(-1)?.errorCode).toBe(
      'malformed_response',
    );
    expect(brief(await events())).toEqual(['user: go', 'helper !malformed_response: ']);
    expect(log).toEqual([]);
  });
});

describe('the limit of model calls', () => {
  it('ends the run with an event, and leaves the session usable', async () => {
    const call = scriptCalls({ id: 'c', name: 'weather', args: { city: 'Oslo' } });
    const { ask } = await app([call, call, scriptText('fine')], { tools: [weather()] });
    const events = await ask('go', { runConfig: { maxLlmCalls: 2 } });
    expect(events.at(-1)?.errorCode).toBe('llm_call_limit');
    expect(brief(await ask('and now?'))).toEqual(['helper: fine']);
  });
});

it('leaving the loop early ends the model call', async () => {
  const { model, runner, sessionService } = await app([
    [scriptPartial('a'), scriptPartial('b'), scriptText('ab')],
    scriptText('next'),
  ]);
  const { id } = await sessionService.createSession({ appName: 'app', userId: 'u' });
  const request = { userId: 'u', sessionId: id, newMessage: { parts: [{ text: 'hi' }] } };
  for await (const _event of runner.runAsync({ ...request, runConfig: { streamingMode: 'sse' } })) {
    expect(model.running).toBe(1);
    break;
  }
  expect(model.running).toBe(0);
  expect(brief(await collect(runner.runAsync(request)))).toEqual(['helper: next']);
});
