import { describe, expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import { ScriptedModel, scriptText } from '../src/model/scripted-model.ts';
import { BaseToolset } from '../src/tool/base-toolset.ts';
import { brief, createTestApp } from './support/run.ts';

describe('a toolset', () => {
  class Tools extends BaseToolset {
    readonly #close: () => Promise<void>;
    constructor(close: () => Promise<void>) {
      super();
      this.#close = close;
    }
    override getTools() {
      return Promise.resolve([]);
    }
    override close() {
      return this.#close();
    }
  }

  it('that throws when it is closed is logged, and the answer stays', async () => {
    const tools = new Tools(() => {
      throw new Error('stuck');
    });
    const model = new ScriptedModel({ turns: [scriptText('well')] });
    const { ask, warnings } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [tools] }));
    expect(brief(await ask('hi'))).toEqual(['me: well']);
    expect(warnings).toHaveLength(1);
  });

  it('that never finishes closing does not hold up a run that is aborted', async () => {
    const aborter = new AbortController();
    const tools = new Tools(() => {
      queueMicrotask(() => aborter.abort());
      return new Promise(() => {});
    });
    const model = new ScriptedModel({ turns: [scriptText('well')] });
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [tools] }));
    expect(brief(await ask('hi', { abortSignal: aborter.signal }))).toEqual(['me: well']);
  });
});
