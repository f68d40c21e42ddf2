import type { FunctionDeclaration } from '@google/genai';
import { describe, expect, it } from 'vitest';
import type { LlmRequest } from '../../src/contract/llm-request.ts';
import { BaseTool, isBaseTool } from '../../src/tool/base-tool.ts';
import { fakeContext } from '../support/fake-context.ts';

class Greet extends BaseTool {
  constructor(name = 'greet') {
    super({ name, description: 'Greets.' });
  }

  override _getDeclaration(): FunctionDeclaration | undefined {
    return { name: this.name, description: this.description };
  }

  override async runAsync(): Promise<unknown> {
    return 'hello';
  }
}

class BuiltIn extends Greet {
  override _getDeclaration(): undefined {
    return undefined;
  }
}

const newRequest = (): LlmRequest => ({ contents: [], toolsDict: {} });
const toolContext = fakeContext();

describe('a tool that adds itself to a request', () => {
  it('is declared, and found by its name', async () => {
    const llmRequest = newRequest();
    const tool = new Greet();
    await tool.processLlmRequest({ toolContext, llmRequest });
    expect(llmRequest.config?.tools).toEqual([
      { functionDeclarations: [{ name: 'greet', description: 'Greets.' }] },
    ]);
    expect(llmRequest.toolsDict.greet).toBe(tool);
  });

  it('joins the declarations of others, beside a built-in tool', async () => {
    const llmRequest = { ...newRequest(), config: { tools: [{ googleSearch: {} }] } };
    await new Greet('one').processLlmRequest({ toolContext, llmRequest });
    await new Greet('two').processLlmRequest({ toolContext, llmRequest });
    expect(llmRequest.config.tools).toMatchObject([
      { googleSearch: {} },
      { functionDeclarations: [{ name: 'one' }, { name: 'two' }] },
    ]);
  });

  it('is refused under a name that is taken', async () => {
    const llmRequest = newRequest();
    const tool = new Greet();
    await tool.processLlmRequest({ toolContext, llmRequest });
    await expect(new Greet().processLlmRequest({ toolContext, llmRequest })).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: expect.stringContaining('Two tools of the agent are called "greet"'),
      }),
    );
    await expect(tool.processLlmRequest({ toolContext, llmRequest })).rejects.toThrow(/stands twice/);
    expect(llmRequest.config?.tools).toHaveLength(1);
  });

  it('may be called as a method of every object is', async () => {
    const llmRequest = newRequest();
    await new Greet('toString').processLlmRequest({ toolContext, llmRequest });
    expect(Object.keys(llmRequest.toolsDict)).toEqual(['toString']);
  });

  it('adds nothing without a declaration', async () => {
    const llmRequest = newRequest();
    await new BuiltIn().processLlmRequest({ toolContext, llmRequest });
    expect(llmRequest).toEqual(newRequest());
  });
});

it('a tool is known by its mark', () => {
  expect([isBaseTool(new Greet()), isBaseTool({ name: 'greet' }), isBaseTool(null), isBaseTool('a')]).toEqual(
    [true, false, false, false],
  );
});
