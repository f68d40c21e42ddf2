import { describe, expect, it, vi } from 'vitest';
import { call, collect, once, refusal, result, text, tool, useSdkServer } from './support/sdk-server.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

// The unmodified client of Google against a server that listens.

const sdk = useSdkServer();

describe('the SDK calls functions', () => {
  const tools = [tool('ferry'), tool('tide')];

  it('a call ends the interaction, its result goes on', async () => {
    const ai = await sdk.start([
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
    sdk.backend.assertDone();
  });

  it('parallel calls are answered in one request, in any order, and errors are kept', async () => {
    const ai = await sdk.start([{ steps: [call('c1', 'ferry', {}), call('c2', 'tide', {})] }, text('Done.')]);
    const first = await ai.interactions.create({ model: 'scripted', input: 'Both?', tools });
    const failure = { ...result('c1', 'ferry', { reason: 'closed' }), is_error: true };
    await ai.interactions.create({
      model: 'scripted',
      tools,
      previous_interaction_id: first.id,
      input: [result('c2', 'tide', { high: true }), failure],
    });
    expect(sdk.backend.requests[1]?.steps.slice(-2)).toEqual([result('c2', 'tide', { high: true }), failure]);
  });

  it('a call arrives in a stream as arguments, and ends it with requires_action', async () => {
    const ai = await sdk.start([{ steps: [call('c1', 'ferry', { pier: '4' })] }]);
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
    const ai = await sdk.start([{ steps: [call('c1', 'ferry', {}), call('c2', 'tide', {})] }]);
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
    const ai = await sdk.start([text('At 10:15.')]);
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
    expect(sdk.backend.requests[0]?.steps).toHaveLength(4);
  });
});
