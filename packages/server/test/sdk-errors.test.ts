import type { Interactions } from '@google/genai';
import { describe, expect, it, vi } from 'vitest';
import { once, refusal, useSdkServer } from './support/sdk-server.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

// The unmodified client of Google against a server that listens.

const sdk = useSdkServer();

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
    const ai = await sdk.start([]);
    const params = body as unknown as Interactions.CreateModelInteractionParamsNonStreaming;
    const error = await refusal(ai.interactions.create(params, once));
    expect(error.constructor.name).toBe(status === 404 ? 'NotFoundError' : 'BadRequestError');
    expect(error).toMatchObject({ status, error: { error: { code } } });
  });

  it('of a run that cannot be continued', async () => {
    const ai = await sdk.start([{ actions: [{ type: 'hang' }] }]);
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
    const ai = await sdk.start([
      { actions: [{ type: 'throw', error: new Error('a secret of the backend') }] },
    ]);
    const error = await refusal(ai.interactions.create({ model: 'scripted', input: 'Hi' }, once));
    expect(error.constructor.name).toBe('InternalServerError');
    expect(error.message).toBe('500 The backend scripted failed.');
  });
});
