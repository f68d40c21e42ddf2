import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BaseAgent, isBaseAgent } from '../src/agent/base-agent.ts';
import { isLlmAgent, LlmAgent, type LlmAgentConfig } from '../src/agent/llm-agent.ts';
import type { InvocationContext } from '../src/contract/context.ts';
import { createEvent } from '../src/event/create-event.ts';
import { ScriptedModel, type ScriptedTurn, scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { brief, createTestApp } from './support/run.ts';

async function app(turns: readonly ScriptedTurn[], more: Partial<LlmAgentConfig> = {}) {
  const model = new ScriptedModel({ turns });
  return { model, ...(await createTestApp(new LlmAgent({ name: 'me', model, ...more }))) };
}

const look = new FunctionTool({ name: 'look', description: '', execute: () => 'seen' });
const callLook = scriptCalls({ id: 'c', name: 'look' });
const said = (text: string) => ({ role: 'model', parts: [{ text }] });

describe('the name of an agent', () => {
  it.each(['helper', 'help-er', '_x', '$x', 'ä1'])('may be %s', (name) => {
    expect(new LlmAgent({ name }).name).toBe(name);
  });

  it.each(['', 'two words', '1st', 'a.b', 'user'])('may not be "%s"', (name) => {
    expect(() => new LlmAgent({ name })).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('stands once in a tree', () => {
    const twin = () => new LlmAgent({ name: 'twin' });
    expect(() => new LlmAgent({ name: 'root', subAgents: [twin(), twin()] })).toThrow('"twin"');
    expect(() => new LlmAgent({ name: 'twin', subAgents: [twin()] })).toThrow('"twin"');
    const deep = new LlmAgent({ name: 'mid', subAgents: [twin()] });
    expect(() => new LlmAgent({ name: 'root', subAgents: [twin(), deep] })).toThrow('"twin"');
  });
});

describe('a tree of agents', () => {
  const leaf = new LlmAgent({ name: 'leaf' });
  const mid = new LlmAgent({ name: 'mid', subAgents: [leaf] });
  const root = new LlmAgent({ name: 'root', subAgents: [mid] });

  it('knows its root, and finds agents by name', () => {
    expect(leaf.rootAgent).toBe(root);
    expect(leaf.parentAgent).toBe(mid);
    expect(root.findAgent('leaf')).toBe(leaf);
    expect(root.findAgent('root')).toBe(root);
    expect(root.findSubAgent('root')).toBeUndefined();
    expect(leaf.findAgent('root')).toBeUndefined();
  });

  it('gives an agent one parent', () => {
    expect(() => new LlmAgent({ name: 'other', subAgents: [leaf] })).toThrow('its parent is "mid"');
  });

  it('leaves sub-agents free when the parent could not be made', () => {
    const child = new LlmAgent({ name: 'child' });
    expect(
      () => new LlmAgent({ name: 'p', subAgents: [child], generateContentConfig: { tools: [] } }),
    ).toThrow('tools');
    expect(new LlmAgent({ name: 'q', subAgents: [child] }).subAgents).toEqual([child]);
  });

  it('recognises its kinds by brand', () => {
    expect([isBaseAgent(leaf), isLlmAgent(leaf), isBaseAgent({}), isLlmAgent(null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the model of an agent', () => {
  const model = new ScriptedModel({ turns: [] });

  it('is its own, or its nearest ancestor’s', () => {
    const leaf = new LlmAgent({ name: 'leaf' });
    new LlmAgent({ name: 'root', model, subAgents: [new LlmAgent({ name: 'mid', subAgents: [leaf] })] });
    expect(leaf.canonicalModel).toBe(model);
  });

  it('is missed with a hint where nobody has one', () => {
    expect(() => new LlmAgent({ name: 'me' }).canonicalModel).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  it('is made once of a name, for all runs under the same defaults', () => {
    const agent = new LlmAgent({ name: 'me', model: 'gemini-2.5-flash' });
    const defaults = { baseUrl: 'http://127.0.0.1:1', useInteractionsApi: true };
    expect(agent.resolveModel(defaults)).toBe(agent.resolveModel(defaults));
    expect(agent.resolveModel(defaults)).not.toBe(agent.resolveModel({ ...defaults }));
    expect(agent.resolveModel(defaults).model).toBe('gemini-2.5-flash');
  });
});

it.each(['tools', 'systemInstruction', 'responseSchema', 'responseJsonSchema'])(
  'generateContentConfig refuses %s and names the option that is meant',
  (field) => {
    const generateContentConfig = { [field]: {} };
    expect(() => new LlmAgent({ name: 'me', generateContentConfig })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', hint: expect.stringContaining('option') }),
    );
  },
);

describe('callbacks around an agent', () => {
  it('take its place when the first of them answers, and then none runs after it', async () => {
    const { ask, model } = await app([], {
      beforeAgentCallback: [() => undefined, () => said('closed'), () => said('never asked')],
      afterAgentCallback: () => said('after'),
    });
    expect(brief(await ask('hi'))).toEqual(['me: closed']);
    model.assertDone();
  });

  it('say something of their own after it', async () => {
    const { ask } = await app([scriptText('answer')], { afterAgentCallback: async () => said('after') });
    expect(brief(await ask('hi'))).toEqual(['me: answer', 'me: after']);
  });

  it('put the state that they set into an event of its own, without content', async () => {
    const { ask, state } = await app([scriptText('answer')], {
      beforeAgentCallback: ({ state: access }) => void access.set('a', 1),
      afterAgentCallback: ({ state: access }) => void access.set('b', access.get('a')),
    });
    const events = await ask('hi');
    expect(events.map(({ content, actions }) => [content === undefined, actions.stateDelta])).toEqual([
      [true, { a: 1 }],
      [false, {}],
      [true, { b: 1 }],
    ]);
    expect(await state()).toEqual({ a: 1, b: 1 });
  });

  it('end the invocation when they say so', async () => {
    const { ask, model } = await app([], {
      beforeAgentCallback: ({ invocationContext }) => {
        invocationContext.endInvocation = true;
        return undefined;
      },
    });
    expect(await ask('hi')).toEqual([]);
    model.assertDone();
  });
});

describe('callbacks around a model', () => {
  it('share one context, whose state rides on the answer', async () => {
    const { ask, state } = await app([scriptText('hi')], {
      beforeModelCallback: ({ context }) => void context.state.set('n', 1),
      afterModelCallback: ({ context }) => void context.state.set('n', Number(context.state.get('n')) + 1),
    });
    const events = await ask('hi');
    expect(events.map(({ actions }) => actions.stateDelta)).toEqual([{ n: 2 }]);
    expect(await state()).toEqual({ n: 2 });
  });

  it('keep the state they set although the model fails', async () => {
    const { ask, state } = await app([{ errorCode: 'failed' }], {
      beforeModelCallback: ({ context }) => void context.state.set('n', 1),
    });
    await ask('hi');
    expect(await state()).toEqual({ n: 1 });
  });

  it('may edit the request, its instruction among it', async () => {
    const { ask, model } = await app([scriptText('ok')], {
      beforeModelCallback: ({ request }) => {
        request.config = { ...request.config, systemInstruction: 'Be brief.' };
        return undefined;
      },
    });
    await ask('hi');
    expect(model.requests[0]?.config?.systemInstruction).toBe('Be brief.');
  });

  it('may answer with calls, which are run', async () => {
    let first = true;
    const { ask } = await app([scriptText('ok')], {
      tools: [look],
      beforeModelCallback: () => {
        const answer = first ? callLook : undefined;
        first = false;
        return answer;
      },
    });
    expect(brief(await ask('hi'))).toEqual(['me: look({})', 'me: look={"result":"seen"}', 'me: ok']);
  });

  it('may turn a failure into an answer', async () => {
    const { ask } = await app([{ errorCode: 'failed', errorMessage: 'x' }], {
      afterModelCallback: ({ response }) =>
        response.errorCode === undefined ? undefined : { content: said('sorry') },
    });
    const [event] = await ask('hi');
    expect(event).toMatchObject({ content: said('sorry') });
    expect(event?.errorCode).toBeUndefined();
  });
});

describe('callbacks around a tool', () => {
  it('get tool, arguments and context, and may edit the arguments', async () => {
    const seen: unknown[] = [];
    const tool = new FunctionTool({
      name: 'tool',
      description: '',
      parameters: z.object({ n: z.number() }),
      execute: ({ n }) => ({ n }),
    });
    const { ask } = await app([scriptCalls({ id: 'c', name: 'tool', args: { n: 1 } }), scriptText('ok')], {
      tools: [tool],
      beforeToolCallback: ({ tool: { name }, args, context }) => {
        seen.push([name, { ...args }, context.functionCallId]);
        args.n = 2;
        return undefined;
      },
      afterToolCallback: ({ args, response }) => void seen.push([args, response]),
    });
    expect(brief(await ask('go')).slice(0, 2)).toEqual(['me: tool({"n":1})', 'me: tool={"n":2}']);
    expect(seen).toEqual([
      ['tool', { n: 1 }, 'c'],
      [{ n: 2 }, { n: 2 }],
    ]);
  });

  it('give the result in place of the tool, and the ones after still see it', async () => {
    let runs = 0;
    const tool = new FunctionTool({ name: 'tool', description: '', execute: () => ++runs });
    const { ask } = await app([scriptCalls({ id: 'c', name: 'tool' }), scriptText('ok')], {
      tools: [tool],
      beforeToolCallback: [() => undefined, () => ({ cached: true })],
      afterToolCallback: ({ response }) => ({ ...response, checked: true }),
    });
    expect(brief(await ask('go'))[1]).toBe('me: tool={"cached":true,"checked":true}');
    expect(runs).toBe(0);
  });

  it.each(['beforeToolCallback', 'afterToolCallback'] as const)(
    'that throw become the result of the call: %s',
    async (name) => {
      const { ask } = await app([callLook, scriptText('ok')], {
        tools: [look],
        [name]: () => {
          throw new Error('not allowed');
        },
      });
      expect(brief(await ask('go'))[1]).toBe('me: look={"error":"not allowed"}');
    },
  );

  it('put state of parallel calls on the one result event, the later call on top', async () => {
    const set = (name: string, value: number) =>
      new FunctionTool({
        name,
        description: '',
        execute: (_args, context) => context?.state.update({ [name]: value, last: name }),
      });
    const { ask, state } = await app(
      [scriptCalls({ id: '1', name: 'a' }, { id: '2', name: 'b' }), scriptText('ok')],
      {
        tools: [set('a', 1), set('b', 2)],
      },
    );
    const events = await ask('go');
    expect(events[1]?.actions.stateDelta).toEqual({ a: 1, b: 2, last: 'b' });
    expect(await state()).toEqual({ a: 1, b: 2, last: 'b' });
  });
});

describe('outputKey and outputSchema', () => {
  const schema = z.object({ city: z.string() });

  it('keep the text of the last answer in the state', async () => {
    const { ask, state } = await app(
      [{ content: { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'Oslo' }] } }],
      {
        outputKey: 'answer',
      },
    );
    await ask('hi');
    expect(await state()).toEqual({ answer: 'Oslo' });
  });

  it('keep no text of an answer that calls tools', async () => {
    const calling = {
      content: {
        role: 'model',
        parts: [{ text: 'one moment' }, { functionCall: { id: 'c', name: 'look' } }],
      },
    };
    const { ask } = await app([calling, scriptText('done')], { outputKey: 'answer', tools: [look] });
    const events = await ask('hi');
    expect(events.map(({ actions }) => actions.stateDelta)).toEqual([{}, {}, { answer: 'done' }]);
  });

  it('ask for the schema as response format, and keep the value', async () => {
    const { ask, model, state } = await app([scriptText('{"city":"Oslo"}')], {
      outputKey: 'answer',
      outputSchema: schema,
    });
    await ask('hi');
    expect(model.requests[0]?.config).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object', properties: { city: { type: 'string' } } },
    });
    expect(await state()).toEqual({ answer: { city: 'Oslo' } });
  });

  it.each(['no JSON', '{"town":"Oslo"}'])('report an answer that does not fit: %s', async (text) => {
    const { ask, state } = await app([scriptText(text)], { outputKey: 'answer', outputSchema: schema });
    const events = await ask('hi');
    expect(events.map(({ errorCode }) => errorCode)).toEqual([undefined, 'output_schema_mismatch']);
    expect(await state()).toEqual({});
  });

  it('use the tool set_model_response beside tools, where the model takes no schema there', async () => {
    const model = new ScriptedModel({
      mixesBuiltInTools: false,
      turns: [
        scriptCalls({ id: '1', name: 'set_model_response', args: { town: 'Oslo' } }),
        scriptCalls({ id: '2', name: 'set_model_response', args: { city: 'Oslo' } }),
      ],
    });
    const agent = new LlmAgent({
      name: 'me',
      model,
      tools: [look],
      outputKey: 'answer',
      outputSchema: schema,
    });
    const { ask, state } = await createTestApp(agent);
    expect(brief(await ask('hi')).slice(2)).toEqual([
      'me: set_model_response({"city":"Oslo"})',
      'me: set_model_response={"city":"Oslo"}',
      'me: {"city":"Oslo"}',
    ]);
    expect(await state()).toEqual({ answer: { city: 'Oslo' } });
    expect(model.requests[0]?.config).not.toHaveProperty('responseJsonSchema');
  });

  it('refuse a schema that is no object where it has to be a tool', async () => {
    const model = new ScriptedModel({ mixesBuiltInTools: false, turns: [] });
    const agent = new LlmAgent({ name: 'me', model, tools: [look], outputSchema: z.array(z.string()) });
    const { ask } = await createTestApp(agent);
    await expect(ask('hi')).rejects.toMatchObject({ code: 'unsupported_combination' });
  });
});

it('an agent of one’s own yields what it likes, between its callbacks', async () => {
  class Echo extends BaseAgent {
    protected override async *runAsyncImpl(context: InvocationContext) {
      const { invocationId, userContent = said('nothing') } = context;
      yield createEvent({ author: this.name, invocationId, content: userContent });
    }
  }
  const { ask, events } = await createTestApp(
    new Echo({ name: 'echo', afterAgentCallback: () => said('done') }),
  );
  expect(brief(await ask('hi'))).toEqual(['echo: hi', 'echo: done']);
  expect(await events()).toHaveLength(3);
});
