import { GoogleGenAI, type Interactions } from '@google/genai';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../src/index.ts';
import {
  createGate,
  createScriptedBackend,
  type ScriptedBackend,
  type ScriptedTurn,
} from '../src/testing.ts';

// The unmodified client of Google against a server that listens. Retries are off where an error is expected, since the client
// sends a failed create up to five times.

const once = { maxRetries: 0 };
const text = (...texts: string[]): ScriptedTurn => ({
  steps: [{ type: 'model_output', content: [{ type: 'text', text: texts.join('') }] }],
});
const call = (id: string, name: string, args: Record<string, unknown>) =>
  ({ type: 'function_call', id, name, arguments: args }) as const;
const tool = (name: string): Interactions.Tool => ({
  type: 'function',
  name,
  description: `The function ${name}`,
  parameters: { type: 'object', properties: { pier: { type: 'string' } } },
});

let server: RunningServer | undefined;
let backend: ScriptedBackend;

async function start(turns: readonly ScriptedTurn[], options: ServerOptions = {}) {
  backend = createScriptedBackend(turns);
  server = await startServer({ ...options, backend });
  return connect(server.url);
}

function connect(baseUrl: string) {
  return new GoogleGenAI({ apiKey: 'not-checked', httpOptions: { baseUrl } });
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) {
    all.push(event);
  }
  return all;
}

/** The client's error of that class; anything else fails the test. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) {
    throw new Error('Expected the request to be refused.');
  }
  return error as Error & {
    readonly status: number;
    readonly error: { readonly error: { readonly code: string } };
  };
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the SDK creates', () => {
  it('an interaction, with an id, a status, text and usage', async () => {
    const ai = await start([text('Phobos.')]);
    const interaction = await ai.interactions.create({ model: 'scripted', input: 'Name one moon of Mars.' });
    expect(interaction).toMatchObject({
      object: 'interaction',
      status: 'completed',
      model: 'scripted',
      output_text: 'Phobos.',
    });
    expect(interaction.id).toMatch(/^v1_[\w-]{22}$/);
    expect(interaction.steps).toEqual([
      { type: 'model_output', content: [{ type: 'text', text: 'Phobos.' }] },
    ]);
    expect(interaction.usage).toMatchObject({
      total_input_tokens: 6,
      total_output_tokens: 2,
      total_tokens: 8,
      estimated: true,
    });
    backend.assertDone();
  });

  it('from every form of input', async () => {
    const content = { type: 'text', text: 'Hi' } as const;
    const step = { type: 'user_input', content: [content] } as const;
    const inputs: Interactions.CreateModelInteractionParamsNonStreaming['input'][] = [
      'Hi',
      content,
      [content],
      [step],
    ];
    const ai = await start(inputs.map(() => ({ ...text('Hello.'), expect: { steps: [step] } })));
    for (const input of inputs) {
      await ai.interactions.create({ model: 'scripted', input });
    }
    backend.assertDone();
  });

  it('under an alias, and the answer names what really answered', async () => {
    const ai = await start([text('A'), text('B')], { aliases: ['gemini-*=scripted'] });
    for (const model of ['gemini-2.5-flash', 'models/gemini-3.8-flash']) {
      expect(await ai.interactions.create({ model, input: 'Hi' })).toMatchObject({ model: 'scripted' });
    }
  });

  it('through a base URL with a slash too many', async () => {
    await start([text('A')]);
    const ai = connect(`${server?.url}//`);
    expect(await ai.interactions.create({ model: 'scripted', input: 'Hi' })).toMatchObject({
      output_text: 'A',
    });
  });

  it('under any version, and in the form of the cloud platform', async () => {
    const ai = await start([text('A'), text('B'), text('C')]);
    for (const apiVersion of ['v1', '']) {
      const other = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server?.url ?? '', apiVersion } });
      await other.interactions.create({ model: 'scripted', input: 'Hi' });
    }
    const response = await fetch(`${server?.url}/v1beta1/projects/p1/locations/global/interactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted', input: 'Hi' }),
    });
    expect(response.status).toBe(200);
    expect(ai).toBeDefined();
    backend.assertDone();
  });

  it('without storing: there is no id, and nothing to get', async () => {
    const ai = await start([text('A'), text('B')]);
    const interaction = await ai.interactions.create({ model: 'scripted', input: 'Hi', store: false });
    expect(interaction).not.toHaveProperty('id');
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Hi', store: false, stream: true }),
    );
    expect(events[0]).toMatchObject({ event_type: 'interaction.created', interaction: { id: '' } });
    expect(events.at(-1)).toMatchObject({ event_type: 'interaction.completed', interaction: { id: '' } });
    expect(events.some((event) => 'event_id' in event)).toBe(false);
  });

  it('in the background, and polls until it is done', async () => {
    const gate = createGate();
    const ai = await start([
      {
        actions: [
          { type: 'wait', until: gate.opened },
          { type: 'step.start', step: { type: 'model_output' } },
          { type: 'step.delta', delta: { type: 'text', text: 'Done.' } },
          { type: 'step.stop' },
          { type: 'end' },
        ],
      },
    ]);
    const started = await ai.interactions.create({ model: 'scripted', input: 'Hi', background: true });
    expect(started).toMatchObject({ status: 'in_progress', object: 'interaction', steps: [] });
    expect(await ai.interactions.get(started.id)).toMatchObject({ status: 'in_progress' });
    gate.open();
    await collect(await ai.interactions.get(started.id, { stream: true }));
    expect(await ai.interactions.get(started.id)).toMatchObject({
      status: 'completed',
      output_text: 'Done.',
    });
  });
});

describe('the SDK streams', () => {
  it('created, status, steps, completed, each event with an id', async () => {
    const ai = await start([
      {
        steps: [
          { type: 'thought', signature: 'c2ln' },
          { type: 'model_output', content: [{ type: 'text', text: 'Deimos.' }] },
        ],
      },
    ]);
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Another?', stream: true }),
    );
    expect(events.map((event) => [event.event_type, 'index' in event ? event.index : undefined])).toEqual([
      ['interaction.created', undefined],
      ['interaction.status_update', undefined],
      ['step.start', 0],
      ['step.delta', 0],
      ['step.stop', 0],
      ['step.start', 1],
      ['step.delta', 1],
      ['step.stop', 1],
      ['interaction.completed', undefined],
    ]);
    expect(events.map((event) => event.event_id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(events.at(-1)).toMatchObject({
      interaction: {
        status: 'completed',
        usage: { total_output_tokens: 2, estimated: true },
        service_tier: 'standard',
      },
    });
    expect(events.at(-1)).not.toHaveProperty('interaction.steps');
  });

  it('again after the fact, from the start and behind an event', async () => {
    const ai = await start([text('Deimos.')]);
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Hi', stream: true }),
    );
    const id = (events[0] as Interactions.InteractionCreatedEvent).interaction.id;
    expect(await collect(await ai.interactions.get(id, { stream: true }))).toEqual(events);
    for (const [index, event] of events.entries()) {
      const rest = await ai.interactions.get(id, { stream: true, last_event_id: event.event_id ?? '' });
      expect(await collect(rest)).toEqual(events.slice(index + 1));
    }
  });

  it('a stored run to its end in the store, though the client leaves in the middle', async () => {
    const gate = createGate();
    const ai = await start([
      {
        actions: [
          { type: 'step.start', step: { type: 'model_output' } },
          { type: 'step.delta', delta: { type: 'text', text: 'One, ' } },
          { type: 'wait', until: gate.opened },
          { type: 'step.delta', delta: { type: 'text', text: 'two.' } },
          { type: 'step.stop' },
          { type: 'end' },
        ],
      },
    ]);
    let id = '';
    for await (const event of await ai.interactions.create({
      model: 'scripted',
      input: 'Count',
      stream: true,
    })) {
      if (event.event_type === 'interaction.created') {
        id = event.interaction.id;
      }
      if (event.event_type === 'step.delta') {
        break;
      }
    }
    const follower = await ai.interactions.get(id, { stream: true });
    gate.open();
    await collect(follower);
    expect(await ai.interactions.get(id)).toMatchObject({ status: 'completed', output_text: 'One, two.' });
  });

  it('a run that is not stored no further than the client reads', async () => {
    let ended: unknown;
    const ended$ = createGate();
    const ai = await startWith(async function* (signal) {
      yield { type: 'step.start', step: { type: 'model_output' } };
      yield { type: 'step.delta', delta: { type: 'text', text: 'One' } };
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended = signal.reason;
          ended$.open();
          reject(signal.reason);
        });
      });
    });
    for await (const event of await ai.interactions.create({
      model: 'own',
      input: 'Hi',
      store: false,
      stream: true,
    })) {
      if (event.event_type === 'step.delta') {
        break;
      }
    }
    await ended$.opened;
    expect(ended).toMatchObject({ name: 'AbortError' });
  });

  it('an error in the middle as an event, and keeps the failure', async () => {
    const ai = await start([
      {
        actions: [
          { type: 'step.start', step: { type: 'model_output' } },
          { type: 'step.delta', delta: { type: 'text', text: 'Half' } },
          { type: 'throw', error: new Error('a secret of the backend') },
        ],
      },
    ]);
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Hi', stream: true }),
    );
    const fault = { code: 'api_error', message: 'The backend scripted failed.' };
    expect(events.at(-1)).toMatchObject({ event_type: 'error', error: fault });
    const id = (events[0] as Interactions.InteractionCreatedEvent).interaction.id;
    expect(await ai.interactions.get(id)).toMatchObject({
      status: 'failed',
      errors: [fault],
      output_text: 'Half',
    });
  });
});

describe('the SDK chains', () => {
  it('three interactions, and the backend sees all of them', async () => {
    const ai = await start([text('Nice.'), text('I see.'), text('Blue.')]);
    let previous: string | undefined;
    for (const input of ['My colour is blue.', 'I like boats.', 'Which colour?']) {
      const { id } = await ai.interactions.create({
        model: 'scripted',
        input,
        ...(previous === undefined ? {} : { previous_interaction_id: previous }),
      });
      previous = id;
    }
    const user = (value: string) => ({ type: 'user_input', content: [{ type: 'text', text: value }] });
    const model = (value: string) => ({ type: 'model_output', content: [{ type: 'text', text: value }] });
    expect(backend.requests[2]).toMatchObject({ inputStart: 4, tools: [] });
    expect(backend.requests[2]?.steps).toEqual([
      user('My colour is blue.'),
      model('Nice.'),
      user('I like boats.'),
      model('I see.'),
      user('Which colour?'),
    ]);
  });

  it('fifty interactions', async () => {
    const ai = await start(Array.from({ length: 50 }, (_, turn) => text(`Answer ${turn}.`)));
    let previous: string | undefined;
    for (let turn = 0; turn < 50; turn += 1) {
      const { id } = await ai.interactions.create({
        model: 'scripted',
        input: `Question ${turn}?`,
        ...(previous === undefined ? {} : { previous_interaction_id: previous }),
      });
      previous = id;
    }
    expect(backend.requests[49]?.steps).toHaveLength(99);
  });

  it('two interactions on one, as a tree', async () => {
    const ai = await start([text('Root'), text('Left'), text('Right')]);
    const root = await ai.interactions.create({ model: 'scripted', input: 'Hi' });
    for (const input of ['left', 'right']) {
      await ai.interactions.create({ model: 'scripted', input, previous_interaction_id: root.id });
    }
    expect(backend.requests.map(({ steps }) => steps.length)).toEqual([1, 3, 3]);
  });

  it('without taking over the settings of the turn before', async () => {
    const ai = await start([text('A'), text('B')]);
    const first = await ai.interactions.create({
      model: 'scripted',
      input: 'Hi',
      system_instruction: 'Be brief.',
      tools: [tool('ferry')],
      generation_config: { temperature: 0 },
      response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' } },
    });
    await ai.interactions.create({ model: 'scripted', input: 'Hi', previous_interaction_id: first.id });
    expect(backend.requests[0]).toMatchObject({
      systemInstruction: 'Be brief.',
      generationConfig: { temperature: 0 },
    });
    expect(backend.requests[1]).toMatchObject({ tools: [] });
    for (const field of ['systemInstruction', 'generationConfig', 'responseFormat']) {
      expect(backend.requests[1]).not.toHaveProperty(field);
    }
  });
});

describe('the SDK calls functions', () => {
  const tools = [tool('ferry'), tool('tide')];
  const result = (call_id: string, name: string, value: Record<string, unknown>) =>
    ({ type: 'function_result', call_id, name, result: value }) as const;

  it('a call ends the interaction, its result goes on', async () => {
    const ai = await start([
      { steps: [call('c1', 'ferry', { pier: '4' })] },
      { ...text('At 10:15.'), expect: { inputStart: 2 } },
    ]);
    const first = await ai.interactions.create({ model: 'scripted', input: 'Next ferry?', tools });
    expect(first).toMatchObject({ status: 'requires_action', steps: [call('c1', 'ferry', { pier: '4' })] });
    const second = await ai.interactions.create({
      model: 'scripted',
      tools,
      previous_interaction_id: first.id,
      input: [result('c1', 'ferry', { times: ['10:15'] })],
    });
    expect(second).toMatchObject({ status: 'completed', output_text: 'At 10:15.' });
    backend.assertDone();
  });

  it('parallel calls are answered in one request, in any order, and errors are kept', async () => {
    const ai = await start([{ steps: [call('c1', 'ferry', {}), call('c2', 'tide', {})] }, text('Done.')]);
    const first = await ai.interactions.create({ model: 'scripted', input: 'Both?', tools });
    const failure = { ...result('c1', 'ferry', { reason: 'closed' }), is_error: true };
    await ai.interactions.create({
      model: 'scripted',
      tools,
      previous_interaction_id: first.id,
      input: [result('c2', 'tide', { high: true }), failure],
    });
    expect(backend.requests[1]?.steps.slice(-2)).toEqual([result('c2', 'tide', { high: true }), failure]);
  });

  it('a call arrives in a stream as arguments, and ends it with requires_action', async () => {
    const ai = await start([{ steps: [call('c1', 'ferry', { pier: '4' })] }]);
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Go', tools, stream: true }),
    );
    expect(events.slice(2)).toMatchObject([
      { event_type: 'step.start', step: { type: 'function_call', id: 'c1', name: 'ferry', arguments: {} } },
      { event_type: 'step.delta', delta: { type: 'arguments_delta', arguments: '{"pier":"4"}' } },
      { event_type: 'step.stop' },
      { event_type: 'interaction.completed', interaction: { status: 'requires_action' } },
    ]);
  });

  it('a result that is missing, unknown or sent twice is refused with the call ids', async () => {
    const ai = await start([{ steps: [call('c1', 'ferry', {}), call('c2', 'tide', {})] }]);
    const first = await ai.interactions.create({ model: 'scripted', input: 'Both?', tools });
    const send = (...input: ReturnType<typeof result>[]) =>
      refusal(
        ai.interactions.create({ model: 'scripted', previous_interaction_id: first.id, tools, input }, once),
      );
    expect(await send(result('c1', 'ferry', {}))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Function calls without a result: "c2".'),
    });
    expect(await send(result('c9', 'ferry', {}))).toMatchObject({
      status: 400,
      message: expect.stringContaining('No function call has the id "c9". (at input[0].call_id)'),
    });
    expect(await send(result('c1', 'ferry', {}), result('c1', 'ferry', {}))).toMatchObject({
      status: 400,
      message: expect.stringContaining('The call "c1" has a result already. (at input[1].call_id)'),
    });
    const text = await refusal(
      ai.interactions.create(
        { model: 'scripted', previous_interaction_id: first.id, input: 'Never mind.' },
        once,
      ),
    );
    expect(text.message).toContain('"c1", "c2"');
  });

  it('a whole conversation in one request, without a chain', async () => {
    const ai = await start([text('At 10:15.')]);
    const interaction = await ai.interactions.create({
      model: 'scripted',
      store: false,
      tools,
      input: [
        { type: 'user_input', content: [{ type: 'text', text: 'Next ferry?' }] },
        { type: 'thought', signature: 'c2ln' },
        call('c1', 'ferry', { pier: '4' }),
        result('c1', 'ferry', { times: ['10:15'] }),
      ],
    });
    expect(interaction.output_text).toBe('At 10:15.');
    expect(backend.requests[0]?.steps).toHaveLength(4);
  });
});

describe('the SDK gets, cancels and deletes', () => {
  it('gets the input and the output of one turn', async () => {
    const ai = await start([text('A'), text('B')]);
    const first = await ai.interactions.create({ model: 'scripted', input: 'One' });
    const second = await ai.interactions.create({
      model: 'scripted',
      input: 'Two',
      previous_interaction_id: first.id,
    });
    const input = [{ type: 'user_input', content: [{ type: 'text', text: 'Two' }] }];
    const got = await ai.interactions.get(second.id);
    expect(got).toMatchObject({
      id: second.id,
      previous_interaction_id: first.id,
      status: 'completed',
      output_text: 'B',
    });
    expect(got.steps).toEqual([...input, { type: 'model_output', content: [{ type: 'text', text: 'B' }] }]);
    expect(got).not.toHaveProperty('input');
    expect(await ai.interactions.get(second.id, { include_input: true })).toMatchObject({ input });
  });

  it('finds nothing after a delete, neither itself nor what follows it', async () => {
    const ai = await start([text('A'), text('B')]);
    const first = await ai.interactions.create({ model: 'scripted', input: 'One' });
    const second = await ai.interactions.create({
      model: 'scripted',
      input: 'Two',
      previous_interaction_id: first.id,
    });
    await ai.interactions.delete(first.id);
    for (const gone of [
      ai.interactions.get(first.id, undefined, once),
      ai.interactions.delete(first.id, undefined, once),
      ai.interactions.create({ model: 'scripted', input: 'Three', previous_interaction_id: first.id }, once),
      ai.interactions.create({ model: 'scripted', input: 'Three', previous_interaction_id: second.id }, once),
    ]) {
      expect(await refusal(gone)).toMatchObject({ status: 404, error: { error: { code: 'not_found' } } });
    }
    expect(await ai.interactions.get(second.id)).toMatchObject({ status: 'completed' });
  });

  it('cancels a run, twice without harm, and refuses for one that has ended', async () => {
    const ai = await start([{ actions: [{ type: 'hang' }] }, text('A')]);
    const started = await ai.interactions.create({ model: 'scripted', input: 'Hi', background: true });
    expect(await ai.interactions.cancel(started.id)).toMatchObject({ id: started.id, status: 'cancelled' });
    expect(await ai.interactions.cancel(started.id)).toMatchObject({ status: 'cancelled' });
    const done = await ai.interactions.create({ model: 'scripted', input: 'Hi' });
    expect(await refusal(ai.interactions.cancel(done.id, undefined, once))).toMatchObject({
      status: 400,
      message: expect.stringContaining('is completed and cannot be cancelled'),
      error: { error: { code: 'failed_precondition' } },
    });
  });
});

describe('the SDK is told', () => {
  it.each([
    ['an unknown model', { model: 'other', input: 'Hi' }, 404, 'model_not_found'],
    ['an agent', { agent: 'deep-research-pro-preview-12-2025', input: 'Hi' }, 404, 'model_not_found'],
    [
      'an unknown interaction',
      { model: 'scripted', input: 'Hi', previous_interaction_id: 'v1_gone' },
      404,
      'not_found',
    ],
    ['a field that nobody knows', { model: 'scripted', input: 'Hi', top_k: 3 }, 400, 'parameter_unknown'],
    ['no input', { model: 'scripted' }, 400, 'invalid_request'],
    [
      'a chain that is not stored',
      { model: 'scripted', input: 'Hi', store: false, previous_interaction_id: 'v1_x' },
      400,
      'invalid_request',
    ],
    [
      'a background run that is not stored',
      { model: 'scripted', input: 'Hi', store: false, background: true },
      400,
      'invalid_request',
    ],
    [
      'a tool that is not served',
      { model: 'scripted', input: 'Hi', tools: [{ type: 'code_execution' }] },
      400,
      'invalid_request',
    ],
    [
      'a tool choice without functions',
      { model: 'scripted', input: 'Hi', generation_config: { tool_choice: 'any' } },
      400,
      'invalid_request',
    ],
  ])('of %s by the class of the error', async (_, body, status, code) => {
    const ai = await start([]);
    const params = body as unknown as Interactions.CreateModelInteractionParamsNonStreaming;
    const error = await refusal(ai.interactions.create(params, once));
    expect(error.constructor.name).toBe(status === 404 ? 'NotFoundError' : 'BadRequestError');
    expect(error).toMatchObject({ status, error: { error: { code } } });
  });

  it('of a run that cannot be continued', async () => {
    const ai = await start([{ actions: [{ type: 'hang' }] }]);
    const started = await ai.interactions.create({ model: 'scripted', input: 'Hi', background: true });
    const follow = () =>
      refusal(
        ai.interactions.create({ model: 'scripted', input: 'Hi', previous_interaction_id: started.id }, once),
      );
    expect(await follow()).toMatchObject({ status: 400, error: { error: { code: 'failed_precondition' } } });
    await ai.interactions.cancel(started.id);
    expect(await follow()).toMatchObject({ status: 400, message: expect.stringContaining('is cancelled') });
  });

  it('of a backend that fails, before a stream as an HTTP error', async () => {
    const ai = await start([{ actions: [{ type: 'throw', error: new Error('a secret of the backend') }] }]);
    const error = await refusal(ai.interactions.create({ model: 'scripted', input: 'Hi' }, once));
    expect(error.constructor.name).toBe('InternalServerError');
    expect(error.message).toBe('500 The backend scripted failed.');
  });
});

async function startWith(generate: (signal: AbortSignal) => ReturnType<ScriptedBackend['generate']>) {
  server = await startServer({ backend: { name: 'own', generate: (_, { signal }) => generate(signal) } });
  return connect(server.url);
}
