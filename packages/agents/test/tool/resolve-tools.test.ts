import { describe, expect, it } from 'vitest';
import type { ReadonlyContext } from '../../src/context/readonly-context.ts';
import type { BaseTool } from '../../src/tool/base-tool.ts';
import { BaseToolset } from '../../src/tool/base-toolset.ts';
import { FunctionTool } from '../../src/tool/function-tool.ts';
import { GoogleSearchAgentTool } from '../../src/tool/google-search-agent-tool.ts';
import { GOOGLE_SEARCH, GoogleSearchTool } from '../../src/tool/google-search-tool.ts';
import { assertToolsCanMix, resolveTools } from '../../src/tool/resolve-tools.ts';
import { fakeAgent, fakeContext } from '../support/fake-context.ts';

const weather = new FunctionTool({ name: 'get_weather', description: '', execute: () => 1 });
const bypass = new GoogleSearchTool({ bypassMultiToolsLimit: true });
const searchAgent = new GoogleSearchAgentTool({ agent: fakeAgent('google_search_agent') });
const toFunctionTool = () => searchAgent;

class Fixed extends BaseToolset {
  readonly #tools: BaseTool[];
  asked: ReadonlyContext | undefined;

  constructor(...tools: BaseTool[]) {
    super();
    this.#tools = tools;
  }

  override async getTools(context?: ReadonlyContext): Promise<BaseTool[]> {
    this.asked = context;
    return this.#tools;
  }

  override async close(): Promise<void> {}
}

async function namesOf(tools: Parameters<typeof resolveTools>[0]): Promise<string[]> {
  return (await resolveTools(tools, { toFunctionTool })).map(({ name }) => name);
}

describe('the tools of a run', () => {
  it('are those of the agent and of its toolsets, in order', async () => {
    const other = new FunctionTool({ name: 'other', description: '', execute: () => 1 });
    expect(await namesOf([new Fixed(weather, GOOGLE_SEARCH), other, new Fixed()])).toEqual([
      'get_weather',
      'google_search',
      'other',
    ]);
  });

  it('are asked of a toolset with the context of the run', async () => {
    const toolset = new Fixed();
    const context = fakeContext();
    await resolveTools([toolset], { context, toFunctionTool });
    expect(toolset.asked).toBe(context);
  });

  it.each([
    ['beside a function', [bypass, weather], ['google_search_agent', 'get_weather']],
    ['beside a function of a toolset', [bypass, new Fixed(weather)], ['google_search_agent', 'get_weather']],
    ['alone', [bypass], ['google_search']],
    ['beside an empty toolset', [bypass, new Fixed()], ['google_search']],
  ])('hold a search that asks to be a function, %s', async (_what, tools, names) => {
    expect(await namesOf(tools)).toEqual(names);
  });

  it('hold a search as it is that does not ask for that', async () => {
    expect(await namesOf([GOOGLE_SEARCH, weather])).toEqual(['google_search', 'get_weather']);
  });

  it('fail with the toolset that fails', async () => {
    class Broken extends Fixed {
      override getTools(): Promise<BaseTool[]> {
        return Promise.reject(new Error('no connection'));
      }
    }
    await expect(namesOf([weather, new Broken()])).rejects.toThrow('no connection');
  });
});

describe('a built-in tool beside a function', () => {
  const old = { mixesBuiltInTools: false, model: 'gemini-2.5-flash' };

  it('is refused for a model that does not take both, and both are named, and the way out', () => {
    expect(() => assertToolsCanMix([weather, GOOGLE_SEARCH], old)).toThrow(
      expect.objectContaining({
        code: 'unsupported_combination',
        message: expect.stringMatching(/gemini-2\.5-flash.*"google_search".*"get_weather"/),
        hint: expect.stringContaining('bypassMultiToolsLimit'),
      }),
    );
  });

  it.each([
    [
      'for a model that takes both',
      [weather, GOOGLE_SEARCH],
      { mixesBuiltInTools: true, model: 'gemini-3-pro' },
    ],
    ['as a function itself', [weather, searchAgent], old],
    ['alone', [GOOGLE_SEARCH], old],
    ['where there are no functions', [], old],
  ])('is fine %s', (_what, tools, model) => {
    expect(() => assertToolsCanMix(tools, model)).not.toThrow();
  });
});
