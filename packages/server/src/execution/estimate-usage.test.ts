import type { ReceivedStep } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { estimateUsage } from './estimate-usage.ts';

const user = (text: string): ReceivedStep => ({ type: 'user_input', content: [{ type: 'text', text }] });
const estimate = (steps: readonly ReceivedStep[], output: readonly ReceivedStep[] = []) =>
  estimateUsage({ steps, tools: [] }, output);

describe('an estimate of usage', () => {
  it('is marked as one, and its total is the sum of its parts', () => {
    const usage = estimate(
      [user('12345678')],
      [
        { type: 'thought', summary: [{ type: 'text', text: '1234' }] },
        { type: 'model_output', content: [{ type: 'text', text: '123456789012' }] },
        { type: 'function_call', id: 'c', name: 'ferry', arguments: { pier: '4' } },
      ],
    );
    expect(usage).toEqual({
      total_input_tokens: 2,
      total_output_tokens: 8,
      total_thought_tokens: 1,
      total_cached_tokens: 0,
      total_tool_use_tokens: 0,
      total_tokens: 11,
      input_tokens_by_modality: [{ modality: 'text', tokens: 2 }],
      estimated: true,
    });
  });

  it('counts instructions, tools and results of the request', () => {
    const tools = [{ type: 'function', name: 'ferry' }] as const;
    const request = { steps: [user('Hi')], systemInstruction: '12345678', tools };
    expect(estimateUsage(request, []).total_input_tokens).toBe(
      1 + 2 + Math.ceil(JSON.stringify(tools).length / 4),
    );
    expect(
      estimate([{ type: 'function_result', call_id: 'c', result: { a: '123' } }]).total_input_tokens,
    ).toBe(3);
    expect(estimate([{ type: 'function_result', call_id: 'c', result: '12345' }]).total_input_tokens).toBe(2);
  });

  it('counts a CJK character as one, and a medium as a page', () => {
    expect(estimate([user('\u5317\u4eac\u5929\u6c14')]).total_input_tokens).toBe(4);
    const image: ReceivedStep = {
      type: 'user_input',
      content: [{ type: 'image', data: 'AAAA'.repeat(1000) }],
    };
    expect(estimate([image])).toMatchObject({
      total_input_tokens: 258,
      input_tokens_by_modality: [{ modality: 'text', tokens: 0 }],
    });
  });
});
