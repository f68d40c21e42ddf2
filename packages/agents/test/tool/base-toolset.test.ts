import { describe, expect, it } from 'vitest';
import type { ReadonlyContext } from '../../src/context/readonly-context.ts';
import type { BaseTool } from '../../src/tool/base-tool.ts';
import { BaseToolset, isBaseToolset } from '../../src/tool/base-toolset.ts';
import { FunctionTool } from '../../src/tool/function-tool.ts';
import { fakeContext } from '../support/fake-context.ts';

const all = ['add', 'remove'].map((name) => new FunctionTool({ name, description: name, execute: () => 1 }));

class Basket extends BaseToolset {
  override async getTools(context?: ReadonlyContext): Promise<BaseTool[]> {
    return context === undefined ? all : all.filter((tool) => this.isToolSelected(tool, context));
  }

  override async close(): Promise<void> {}
}

async function namesOf(toolset: Basket, context?: ReadonlyContext): Promise<string[]> {
  return (await toolset.getTools(context)).map(({ name }) => name);
}

describe('a set of tools', () => {
  it.each([
    ['every tool by default', new Basket(), ['add', 'remove']],
    ['those that are named', new Basket(['remove']), ['remove']],
    [
      'those that a predicate takes',
      new Basket((tool, { userId }) => tool.name === 'add' && userId === 'mia'),
      ['add'],
    ],
  ])('offers %s', async (_what, toolset, names) => {
    expect(await namesOf(toolset, fakeContext())).toEqual(names);
  });

  it('is known by its mark', () => {
    expect([isBaseToolset(new Basket()), isBaseToolset({ getTools: () => [] })]).toEqual([true, false]);
  });
});
