import { describe, expect, it } from 'vitest';
import type { LlmRequest } from '../../src/contract/llm-request.ts';
import { GOOGLE_SEARCH, GoogleSearchTool, isGoogleSearchTool } from '../../src/tool/google-search-tool.ts';
import { fakeContext } from '../support/fake-context.ts';

const newRequest = (): LlmRequest => ({ contents: [], toolsDict: {}, model: 'gemini-2.5-flash' });
const toolContext = fakeContext();

describe('the built-in search', () => {
  it('asks the server to search, once', async () => {
    const llmRequest = newRequest();
    await GOOGLE_SEARCH.processLlmRequest({ toolContext, llmRequest });
    await new GoogleSearchTool().processLlmRequest({ toolContext, llmRequest });
    expect(llmRequest).toEqual({ ...newRequest(), config: { tools: [{ googleSearch: {} }] } });
  });

  it('leaves other tools in place', async () => {
    const llmRequest = { ...newRequest(), config: { tools: [{ functionDeclarations: [] }] } };
    await GOOGLE_SEARCH.processLlmRequest({ toolContext, llmRequest });
    expect(llmRequest.config.tools).toEqual([{ functionDeclarations: [] }, { googleSearch: {} }]);
  });

  it('may ask another model', async () => {
    const llmRequest = newRequest();
    await new GoogleSearchTool({ model: 'gemini-3-pro' }).processLlmRequest({ toolContext, llmRequest });
    expect(llmRequest.model).toBe('gemini-3-pro');
  });

  it('is not run here', async () => {
    await expect(GOOGLE_SEARCH.runAsync()).rejects.toMatchObject({ code: 'unsupported_combination' });
  });

  it('is called google_search, has no declaration, and is known by its mark', () => {
    expect(GOOGLE_SEARCH).toMatchObject({ name: 'google_search', bypassMultiToolsLimit: false });
    expect(GOOGLE_SEARCH._getDeclaration()).toBeUndefined();
    expect([isGoogleSearchTool(GOOGLE_SEARCH), isGoogleSearchTool({})]).toEqual([true, false]);
  });
});
