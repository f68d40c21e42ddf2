import { describe, expect, it } from 'vitest';
import type { LlmResponse } from '../src/contract/llm-response.ts';
import { BaseLlm, isBaseLlm } from '../src/model/base-llm.ts';
import { Gemini } from '../src/model/gemini.ts';
import { LLMRegistry } from '../src/model/llm-registry.ts';

class Tidal extends BaseLlm {
  static override readonly supportedModels = ['tidal', /tide-\d+/g];

  override async *generateContentAsync(): AsyncGenerator<LlmResponse, void, undefined> {
    yield { content: { role: 'model', parts: [{ text: this.model }] } };
  }
}

describe('a model named by a string', () => {
  it.each([
    'gemini-2.5-flash',
    'gemini-3.1-flash-lite',
    'models/gemini-2.5-pro',
    'projects/p/locations/l/endpoints/1',
    'projects/p/locations/l/publishers/google/models/gemini-2.5-flash',
  ])('%s is a Gemini', (name) => {
    const model = LLMRegistry.newLlm(name, {}, {});
    expect(model).toBeInstanceOf(Gemini);
    expect([model.model, isBaseLlm(model)]).toEqual([name, true]);
  });

  it('unknown is refused with what is known', () => {
    expect(() => LLMRegistry.newLlm('llama', {}, {})).toThrow(
      expect.objectContaining({ code: 'invalid_argument', hint: expect.stringContaining('/gemini-.+/') }),
    );
    expect(() => LLMRegistry.resolve('my-gemini-2')).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  it('is a model of the server of one’s own, whatever its name', () => {
    expect(LLMRegistry.newLlm('llama', { baseUrl: 'http://127.0.0.1:1' }, {})).toBeInstanceOf(Gemini);
    expect(LLMRegistry.newLlm('llama', {}, { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1' })).toBeInstanceOf(
      Gemini,
    );
    const google = { baseUrl: 'https://generativelanguage.googleapis.com' };
    expect(() => LLMRegistry.newLlm('llama', google, {})).toThrow();
  });

  it.each([
    [{}, {}, false],
    [{}, { CATENARY_INTERACTIONS: '1' }, true],
    [{}, { CATENARY_INTERACTIONS: 'True' }, true],
    [{}, { CATENARY_INTERACTIONS: '0' }, false],
    [{ useInteractionsApi: true }, {}, true],
    [{ useInteractionsApi: false }, { CATENARY_INTERACTIONS: '1' }, false],
  ])('with %j and %j uses the Interactions API: %s', (defaults, environment, uses) => {
    const model = LLMRegistry.newLlm('gemini-2.5-flash', { apiKey: 'k', ...defaults }, environment);
    expect(model.interactionsTarget !== undefined).toBe(uses);
  });

  it('reaches the class that was registered for it last', () => {
    LLMRegistry.register(Tidal);
    LLMRegistry.register(Tidal);
    expect(LLMRegistry.newLlm('tidal', {}, {})).toBeInstanceOf(Tidal);
    // A pattern with a memory must not skip every second name.
    expect([1, 2, 3].map(() => LLMRegistry.resolve('tide-12'))).toEqual([Tidal, Tidal, Tidal]);
    expect(() => LLMRegistry.resolve('tide-12b')).toThrow();
  });

  it('of a class of one’s own keeps no chain and mixes no tools unless it says so', () => {
    const model = new Tidal({ model: 'tidal' });
    expect([model.interactionsTarget, model.mixesBuiltInTools, isBaseLlm({})]).toEqual([
      undefined,
      false,
      false,
    ]);
  });
});
