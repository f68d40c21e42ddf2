import type { Interactions } from '@google/genai';
import { describe, expect, it, vi } from 'vitest';
import { createGate } from '../src/testing.ts';
import { collect, connect, once, refusal, text, tool, useSdkServer } from './support/sdk-server.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

// The unmodified client of Google against a server that listens.

const sdk = useSdkServer();

describe('the SDK creates', () => {
  it('an interaction, with an id, a status, text and usage', async () => {
    const ai = await sdk.start([text('Phobos.')]);
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
    sdk.backend.assertDone();
  });

  it('from every form of input', async () => {
    const content: Interactions.TextContent = { type: 'text', text: 'Hi' };
    const step: Interactions.UserInputStep = { type: 'user_input', content: [content] };
    const inputs: Interactions.CreateModelInteractionParamsNonStreaming['input'][] = [
      'Hi',
      content,
      [content],
      [step],
    ];
    const ai = await sdk.start(inputs.map(() => ({ ...text('Hello.'), expect: { steps: [step] } })));
    for (const input of inputs) {
      await ai.interactions.create({ model: 'scripted', input });
    }
    sdk.backend.assertDone();
  });

  it('under an alias, and the answer names what really answered', async () => {
    const ai = await sdk.start([text('A'), text('B')], { aliases: ['gemini-*=scripted'] });
    for (const model of ['gemini-2.5-flash', 'models/gemini-3.8-flash']) {
      expect(await ai.interactions.create({ model, input: 'Hi' })).toMatchObject({ model: 'scripted' });
    }
  });

  it('through a base URL with a slash too many', async () => {
    await sdk.start([text('A')]);
    const ai = connect(`${sdk.url}//`);
    expect(await ai.interactions.create({ model: 'scripted', input: 'Hi' })).toMatchObject({
      output_text: 'A',
    });
  });

  it('under any version, and in the form of the cloud platform', async () => {
    const ai = await sdk.start([text('A'), text('B'), text('C')]);
    for (const apiVersion of ['v1', '']) {
      const other = connect(sdk.url, { apiVersion });
      await other.interactions.create({ model: 'scripted', input: 'Hi' });
    }
    const response = await fetch(`${sdk.url}/v1beta1/projects/p1/locations/global/interactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted', input: 'Hi' }),
    });
    expect(response.status).toBe(200);
    expect(ai).toBeDefined();
    sdk.backend.assertDone();
  });

  it('without storing: there is no id, and nothing to get', async () => {
    const ai = await sdk.start([text('A'), text('B')]);
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
    const ai = await sdk.start([
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

describe('the SDK chains', () => {
  it('three interactions, and the backend sees all of them', async () => {
    const ai = await sdk.start([text('Nice.'), text('I see.'), text('Blue.')]);
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
    expect(sdk.backend.requests[2]).toMatchObject({ inputStart: 4, tools: [] });
    expect(sdk.backend.requests[2]?.steps).toEqual([
      user('My colour is blue.'),
      model('Nice.'),
      user('I like boats.'),
      model('I see.'),
      user('Which colour?'),
    ]);
  });

  it('fifty interactions', async () => {
    const ai = await sdk.start(Array.from({ length: 50 }, (_, turn) => text(`Answer ${turn}.`)));
    let previous: string | undefined;
    for (let turn = 0; turn < 50; turn += 1) {
      const { id } = await ai.interactions.create({
        model: 'scripted',
        input: `Question ${turn}?`,
        ...(previous === undefined ? {} : { previous_interaction_id: previous }),
      });
      previous = id;
    }
    expect(sdk.backend.requests[49]?.steps).toHaveLength(99);
  });

  it('two interactions on one, as a tree', async () => {
    const ai = await sdk.start([text('Root'), text('Left'), text('Right')]);
    const root = await ai.interactions.create({ model: 'scripted', input: 'Hi' });
    for (const input of ['left', 'right']) {
      await ai.interactions.create({ model: 'scripted', input, previous_interaction_id: root.id });
    }
    expect(sdk.backend.requests.map(({ steps }) => steps.length)).toEqual([1, 3, 3]);
  });

  it('without taking over the settings of the turn before', async () => {
    const ai = await sdk.start([text('A'), text('B')]);
    const first = await ai.interactions.create({
      model: 'scripted',
      input: 'Hi',
      system_instruction: 'Be brief.',
      tools: [tool('ferry')],
      generation_config: { temperature: 0 },
      response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' } },
    });
    await ai.interactions.create({ model: 'scripted', input: 'Hi', previous_interaction_id: first.id });
    expect(sdk.backend.requests[0]).toMatchObject({
      systemInstruction: 'Be brief.',
      generationConfig: { temperature: 0 },
    });
    expect(sdk.backend.requests[1]).toMatchObject({ tools: [] });
    for (const field of ['systemInstruction', 'generationConfig', 'responseFormat']) {
      expect(sdk.backend.requests[1]).not.toHaveProperty(field);
    }
  });
});

describe('the SDK gets, cancels and deletes', () => {
  it('gets the input and the output of one turn', async () => {
    const ai = await sdk.start([text('A'), text('B')]);
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
    const ai = await sdk.start([text('A'), text('B')]);
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
    const ai = await sdk.start([{ actions: [{ type: 'hang' }] }, text('A')]);
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
