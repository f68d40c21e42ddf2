import { describe, expect, it } from 'vitest';
import { BaseAgent } from '../src/agent/base-agent.ts';
import { LlmAgent, type LlmAgentConfig } from '../src/agent/llm-agent.ts';
import type { InvocationContext } from '../src/contract/context.ts';
import { ScriptedModel, type ScriptedTurn, scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { GoogleSearchTool } from '../src/tool/google-search-tool.ts';
import { brief, createTestApp } from './support/run.ts';

const look = new FunctionTool({ name: 'look', description: 'Looks.', execute: () => 'seen' });

async function app(turns: readonly ScriptedTurn[], more: Partial<LlmAgentConfig> = {}, state = {}) {
  const model = new ScriptedModel({ turns });
  return { model, ...(await createTestApp(new LlmAgent({ name: 'me', model, ...more }), { state })) };
}

describe('the system instruction', () => {
  it('is the root’s global one, the agent’s own, then who it is and whom it may hand over to', async () => {
    const model = new ScriptedModel({
      turns: [
        scriptCalls({ id: 't', name: 'transfer_to_agent', args: { agentName: 'child' } }),
        scriptText('ok'),
      ],
    });
    const child = new LlmAgent({
      name: 'child',
      description: 'Knows fish.',
      instruction: 'Talk of {topic}.',
    });
    const agent = new LlmAgent({
      name: 'root',
      model,
      globalInstruction: 'Be kind.',
      instruction: 'Lead.',
      subAgents: [child],
    });
    const { ask } = await createTestApp(agent, { state: { topic: 'cod' } });
    await ask('hi');
    const [first, second] = model.requests.map(({ config }) =>
      String(config?.systemInstruction).split('\n\n'),
    );
    expect(first?.slice(0, 3)).toEqual(['Be kind.', 'Lead.', 'You are an agent; your name is "root".']);
    expect(first?.[3]).toContain('- child: Knows fish.');
    expect(second?.slice(0, 3)).toEqual([
      'Be kind.',
      'Talk of cod.',
      'You are an agent; your name is "child". What you are for: Knows fish.',
    ]);
    expect(second?.[3]).toContain('- root: ');
  });

  it('of a function is taken as it is, and the function sees the run', async () => {
    const { ask, model } = await app(
      [scriptText('ok')],
      {
        instruction: async ({ state, agentName, userContent }) =>
          `{city} ${agentName} ${state.get('city')} ${userContent?.parts?.[0]?.text}`,
      },
      { city: 'Oslo' },
    );
    await ask('hi');
    expect(model.requests[0]?.config?.systemInstruction).toContain('{city} me Oslo hi');
  });

  it('that names a key which is not set is refused before the model is asked', async () => {
    const { ask, model } = await app([], { instruction: 'In {city}.' });
    await expect(ask('hi')).rejects.toMatchObject({ code: 'missing_state_key' });
    expect(model.calls).toEqual([]);
  });
});

describe('the generation config', () => {
  it('is a copy each time, so that callbacks do not edit the agent', async () => {
    const generateContentConfig = { temperature: 0.5, stopSequences: ['x'] };
    const { ask, model } = await app([scriptText('ok'), scriptText('ok')], {
      generateContentConfig,
      beforeModelCallback: ({ request }) => {
        request.config?.stopSequences?.push('y');
        return undefined;
      },
    });
    await ask('a');
    await ask('b');
    expect(model.requests[1]?.config?.stopSequences).toEqual(['x', 'y']);
    expect(generateContentConfig.stopSequences).toEqual(['x']);
  });
});

describe('whom an agent may hand over to', () => {
  class Plan extends BaseAgent {
    protected override async *runAsyncImpl(context: InvocationContext) {
      for (const agent of this.subAgents) yield* agent.runAsync(context);
    }
  }

  const toolOf = (model: ScriptedModel, index = 0) => {
    const declarations = (model.requests[index]?.config?.tools ?? []).flatMap((tool) =>
      'functionDeclarations' in tool ? (tool.functionDeclarations ?? []) : [],
    );
    const schema = declarations.find(({ name }) => name === 'transfer_to_agent')?.parametersJsonSchema;
    return (schema as { properties: { agentName: { enum: string[] } } } | undefined)?.properties.agentName
      .enum;
  };

  it.each<[string, Partial<LlmAgentConfig>, string[] | undefined]>([
    ['sub-agents, parent and peers', {}, ['leaf', 'root', 'peer']],
    ['no parent where it is disallowed', { disallowTransferToParent: true }, ['leaf', 'peer']],
    ['no peers where they are disallowed', { disallowTransferToPeers: true }, ['leaf', 'root']],
  ])('are its %s', async (_case, options, expected) => {
    const model = new ScriptedModel({
      turns: [
        scriptCalls({ id: 't', name: 'transfer_to_agent', args: { agentName: 'mid' } }),
        scriptText('ok'),
      ],
    });
    const mid = new LlmAgent({ name: 'mid', subAgents: [new LlmAgent({ name: 'leaf' })], ...options });
    const { ask } = await createTestApp(
      new LlmAgent({ name: 'root', model, subAgents: [mid, new LlmAgent({ name: 'peer' })] }),
    );
    await ask('hi');
    expect(toolOf(model)).toEqual(['mid', 'peer']);
    expect(toolOf(model, 1)).toEqual(expected);
  });

  it('are none above or beside it when its parent follows a plan', async () => {
    const model = new ScriptedModel({ turns: [scriptText('a'), scriptText('b')] });
    const { ask } = await createTestApp(
      new Plan({
        name: 'plan',
        subAgents: [new LlmAgent({ name: 'a', model }), new LlmAgent({ name: 'b', model })],
      }),
    );
    expect(brief(await ask('hi'))).toEqual(['a: a', 'b: b']);
    expect([toolOf(model, 0), toolOf(model, 1)]).toEqual([undefined, undefined]);
    expect(model.requests[1]?.contents.at(-1)).toEqual({
      role: 'user',
      parts: [{ text: 'For context: [a] said: a' }],
    });
  });

  it('is nobody for an agent alone', async () => {
    const { ask, model } = await app([scriptText('ok')]);
    await ask('hi');
    expect(model.requests[0]?.config).not.toHaveProperty('tools');
  });
});

it('an agent that runs again with nothing new is asked to go on', async () => {
  class Twice extends BaseAgent {
    protected override async *runAsyncImpl(context: InvocationContext) {
      for (const _round of [1, 2]) yield* this.subAgents[0]!.runAsync(context);
    }
  }
  const interactionsTarget = { id: 't', kind: 'catenary' } as const;
  const model = new ScriptedModel({ turns: [scriptText('one'), scriptText('two')], interactionsTarget });
  const { ask } = await createTestApp(
    new Twice({ name: 'twice', subAgents: [new LlmAgent({ name: 'me', model })] }),
  );
  await ask('hi');
  expect(model.requests[1]).toMatchObject({
    previousInteractionId: 'interaction-1',
    contents: [{ role: 'user', parts: [{ text: expect.stringContaining('Go on') }] }],
  });
});

describe('a code executor', () => {
  const interactionsTarget = { id: 't', kind: 'google' } as const;

  it('beside function calling over the Interactions API is refused before the first request, with the reason', async () => {
    const model = new ScriptedModel({ turns: [], interactionsTarget });
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [look], codeExecutor: {} }));
    const error: unknown = await ask('hi').catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'unsupported_combination' });
    expect(String(error)).toMatch(/"me".*"look".*waits for the function's result/);
    expect(model.calls).toEqual([]);
  });

  it('counts the tool that hands over as function calling', async () => {
    const model = new ScriptedModel({ turns: [], interactionsTarget });
    const { ask } = await createTestApp(
      new LlmAgent({ name: 'me', model, codeExecutor: {}, subAgents: [new LlmAgent({ name: 'sub' })] }),
    );
    await expect(ask('hi')).rejects.toMatchObject({ code: 'unsupported_combination' });
  });

  it('is refused elsewhere, too, as long as nothing here runs code', async () => {
    const { ask } = await app([], { codeExecutor: {} });
    await expect(ask('hi')).rejects.toMatchObject({ code: 'missing_capability' });
  });
});

describe('the built-in search', () => {
  const narrow = (turns: readonly ScriptedTurn[]) => new ScriptedModel({ turns, mixesBuiltInTools: false });

  it('goes out as it is when it is the only tool', async () => {
    const model = narrow([scriptText('ok')]);
    const search = new GoogleSearchTool({ bypassMultiToolsLimit: true });
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [search] }));
    await ask('hi');
    expect(model.requests[0]?.config?.tools).toEqual([{ googleSearch: {} }]);
  });

  it('beside a function tool is refused where the model takes no mix, with both tools and the flag named', async () => {
    const model = narrow([]);
    const { ask } = await createTestApp(
      new LlmAgent({ name: 'me', model, tools: [new GoogleSearchTool(), look] }),
    );
    const error: unknown = await ask('hi').catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'unsupported_combination' });
    expect(String(error)).toMatch(/google_search.*look.*bypassMultiToolsLimit/);
    expect(model.calls).toEqual([]);
  });

  it('beside the tool that hands over becomes a function, too', async () => {
    const model = narrow([scriptText('ok')]);
    const search = new GoogleSearchTool({ bypassMultiToolsLimit: true });
    const agent = new LlmAgent({
      name: 'me',
      model,
      tools: [search],
      subAgents: [new LlmAgent({ name: 'sub' })],
    });
    const { ask } = await createTestApp(agent);
    await ask('hi');
    expect(Object.keys(model.requests[0]?.toolsDict ?? {})).toEqual([
      'google_search_agent',
      'transfer_to_agent',
    ]);
  });

  it('as a function that is called twice at once hands up what both searches found', async () => {
    const search = new GoogleSearchTool({ bypassMultiToolsLimit: true });
    const call = (id: string) => ({ id, name: 'google_search_agent', args: { request: id } });
    const found = (query: string) => ({
      ...scriptText(query),
      groundingMetadata: {
        webSearchQueries: [query],
        groundingChunks: [{ web: { title: query } }],
        groundingSupports: [{ groundingChunkIndices: [0] }],
      },
    });
    const model = narrow([
      scriptCalls(call('1'), call('2')),
      found('cod'),
      found('eel'),
      // A local server counts its ids anew in each round.
      scriptCalls(call('1')),
      found('ray'),
      { ...scriptText('Fish.'), groundingMetadata: { webSearchQueries: ['own'] } },
    ]);
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [search, look] }));
    expect((await ask('fish?')).at(-1)?.groundingMetadata).toEqual({
      webSearchQueries: ['own', 'cod', 'ray', 'eel'],
      groundingChunks: ['cod', 'ray', 'eel'].map((title) => ({ web: { title } })),
      groundingSupports: [0, 1, 2].map((index) => ({ groundingChunkIndices: [index] })),
    });
  });

  it('as a function asks an agent of its own on the same model, and its grounding comes up to the answer', async () => {
    const groundingMetadata = { webSearchQueries: ['fish'] };
    const model = narrow([
      scriptCalls({ id: 's', name: 'google_search_agent', args: { request: 'fish?' } }),
      { ...scriptText('found cod'), groundingMetadata },
      scriptCalls({ id: 'l', name: 'look' }),
      scriptText('It is cod.'),
      scriptText('You are welcome.'),
    ]);
    const search = new GoogleSearchTool({ bypassMultiToolsLimit: true });
    const { ask, events } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [search, look] }));
    const turn = [...(await ask('fish?')), ...(await ask('thanks'))];
    expect(brief(turn)).toEqual([
      'me: google_search_agent({"request":"fish?"})',
      'me: google_search_agent={"result":"found cod"}',
      'me: look({})',
      'me: look={"result":"seen"}',
      'me: It is cod.',
      'me: You are welcome.',
    ]);
    expect(turn.map((event) => event.groundingMetadata)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      groundingMetadata,
      undefined,
    ]);
    expect(model.requests[1]).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'fish?' }] }],
      config: { tools: [{ googleSearch: {} }] },
    });
    expect(JSON.stringify((await events()).map(({ actions }) => actions))).not.toContain('temp:');
  });

  it('as a function is the same one for every request', async () => {
    const model = narrow([scriptText('a'), scriptText('b')]);
    const search = new GoogleSearchTool({ bypassMultiToolsLimit: true });
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [search, look] }));
    await ask('a');
    await ask('b');
    const [first, second] = model.requests.map(({ toolsDict }) => toolsDict.google_search_agent);
    expect(first).toBeDefined();
    expect(second).toBe(first);
  });
});
