import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunNested } from '../../src/contract/context.ts';
import type { Event } from '../../src/contract/event.ts';
import { type CreateEventParams, createEvent } from '../../src/event/create-event.ts';
import { AgentTool, type AgentToolConfig, isAgentTool } from '../../src/tool/agent-tool.ts';
import { GOOGLE_SEARCH_AGENT, GoogleSearchAgentTool } from '../../src/tool/google-search-agent-tool.ts';
import { takeGrounding } from '../../src/tool/grounding-state.ts';
import { type FakeContextOptions, fakeAgent, fakeContext } from '../support/fake-context.ts';

const says = (text: string, rest: CreateEventParams = {}): Event =>
  createEvent({ author: 'inner', content: { role: 'model', parts: [{ text }] }, ...rest });

/** Runs a tool whose agent yields `events`, and tells what the agent was asked. */
async function run(
  tool: AgentTool,
  args: Record<string, unknown>,
  events: readonly Event[],
  options: FakeContextOptions = {},
) {
  const asked: Parameters<RunNested>[0][] = [];
  const toolContext = fakeContext({
    ...options,
    async *runNested(request) {
      asked.push(request);
      yield* events;
    },
  });
  const result = await tool.runAsync({ args, toolContext });
  return { result, toolContext, asked: asked[0] };
}

const plain = new AgentTool({ agent: fakeAgent('inner') });

describe('an agent as a tool', () => {
  it('takes a text by default', () => {
    expect(plain._getDeclaration()).toEqual({
      name: 'inner',
      description: 'What inner does.',
      parametersJsonSchema: {
        type: 'object',
        properties: { request: { type: 'string' } },
        required: ['request'],
      },
    });
  });

  it('runs in a session of its own, with the state and the limits of the outer run', async () => {
    const { signal } = new AbortController();
    const runConfig = { streamingMode: 'sse', maxLlmCalls: 3, store: false } as const;
    const { asked } = await run(plain, { request: 'hello' }, [], {
      state: { a: 1 },
      abortSignal: signal,
      runConfig,
    });
    expect(asked).toMatchObject({
      appName: 'inner',
      userId: 'mia',
      sessionId: 'session',
      state: { a: 1 },
      newMessage: { role: 'user', parts: [{ text: 'hello' }] },
      runConfig: { ...runConfig, streamingMode: 'none' },
      signal,
    });
  });

  it('answers with the text of the last event that says something, without thoughts', async () => {
    const parts = [{ text: 'hm', thought: true }, { text: 'one' }, { text: '' }, { text: 'two' }];
    const { result } = await run(plain, { request: 'hello' }, [
      says('first'),
      says('', { content: { role: 'model', parts } }),
      says('piece', { partial: true }),
      createEvent({ actions: { stateDelta: { a: 1 } } }),
    ]);
    expect(result).toBe('one\ntwo');
  });

  it('answers with an empty text when the agent says nothing', async () => {
    expect((await run(plain, { request: 'hello' }, [])).result).toBe('');
  });

  it('copies back the state it set, and keeps what was for its own run', async () => {
    const { toolContext } = await run(plain, { request: 'hello' }, [
      says('a', { actions: { stateDelta: { a: 1, 'temp:b': 2 } } }),
      says('c', { actions: { stateDelta: { 'user:c': 3 } } }),
    ]);
    expect(toolContext.actions.stateDelta).toEqual({ a: 1, 'user:c': 3 });
  });

  it('hands up the grounding of its answer', async () => {
    const groundingMetadata = { webSearchQueries: ['capital of France'] };
    const { toolContext } = await run(plain, { request: 'hello' }, [says('Paris', { groundingMetadata })]);
    expect(takeGrounding(toolContext.state.toRecord())).toEqual(groundingMetadata);
  });

  it('asks that its answer be the end of the turn, where it is told to', async () => {
    const tool = new AgentTool({ agent: fakeAgent('inner'), skipSummarization: true });
    const { toolContext } = await run(tool, { request: 'hello' }, [says('done')]);
    expect(toolContext.actions.skipSummarization).toBe(true);
    expect((await run(plain, { request: 'hello' }, [])).toolContext.actions).not.toHaveProperty(
      'skipSummarization',
    );
  });

  it('fails with the error that it ends in', async () => {
    const failing = run(plain, { request: 'hello' }, [
      says('so far'),
      createEvent({ errorCode: 'FAILED', errorMessage: 'out of quota' }),
    ]);
    await expect(failing).rejects.toMatchObject({
      code: 'tool_failed',
      message: "Error in tool 'inner': out of quota",
    });
  });

  it('does not fail with an error that it went on after', async () => {
    const { result } = await run(plain, { request: 'hello' }, [
      createEvent({ errorCode: 'FAILED' }),
      says('made it'),
    ]);
    expect(result).toBe('made it');
  });

  it.each([{}, { request: 7 }])('is not run with %j for a request', async (args) => {
    await expect(run(plain, args, [])).rejects.toThrow(
      /^Error in tool 'inner': the arguments are invalid: request: /,
    );
  });

  it('is known by its mark', () => {
    expect([isAgentTool(plain), isAgentTool(fakeAgent())]).toEqual([true, false]);
  });
});

describe('an agent with schemas as a tool', () => {
  const agent: AgentToolConfig['agent'] = Object.assign(fakeAgent('inner'), {
    inputSchema: z.object({ city: z.string(), unit: z.string().default('C') }),
    outputSchema: z.object({ degrees: z.number() }),
  });
  const tool = new AgentTool({ agent });

  it('takes what the input schema says, and its message is that as JSON', async () => {
    expect(tool._getDeclaration().parametersJsonSchema).toMatchObject({ required: ['city'] });
    const { asked } = await run(tool, { city: 'Oslo' }, [says('{"degrees": 3}')]);
    expect(asked?.newMessage.parts).toEqual([{ text: '{"city":"Oslo","unit":"C"}' }]);
  });

  it('gives what the output schema says', async () => {
    const { result } = await run(tool, { city: 'Oslo' }, [says('{"degrees": 3, "else": 1}')]);
    expect(result).toEqual({ degrees: 3 });
  });

  it.each([
    ['{"degrees": "three"}', /the answer does not fit the output schema: degrees: /],
    ['three', /the answer is not JSON: "three"/],
    ['', /the answer is not JSON: ""/],
  ])('fails when the answer is %j', async (text, message) => {
    await expect(run(tool, { city: 'Oslo' }, [says(text)])).rejects.toThrow(message);
  });

  it('fails when the arguments do not fit', async () => {
    await expect(run(tool, { city: 1 }, [])).rejects.toThrow(/the arguments are invalid: city: /);
  });
});

it('the search as a function is called google_search_agent and takes a request', () => {
  const agent = { ...fakeAgent(), ...GOOGLE_SEARCH_AGENT };
  expect(new GoogleSearchAgentTool({ agent })._getDeclaration()).toMatchObject({
    name: 'google_search_agent',
    parametersJsonSchema: { required: ['request'] },
  });
});
