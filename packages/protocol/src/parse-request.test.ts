import { describe, expect, it } from 'vitest';
import { parseCreateInteractionRequest } from './parse-request.ts';

const model = 'gemini-3.8-flash';
const refusalOf = (body: unknown): unknown => {
  try {
    return parseCreateInteractionRequest(body);
  } catch (error) {
    return error;
  }
};

describe('a request that is refused names the place, what belongs there and what came', () => {
  it.each([
    [
      { model, tools: [{ type: 'function', parameters: 'x' }] },
      'tools[0].parameters',
      'expected an object, got "x"',
    ],
    [{ model, tools: {} }, 'tools', 'expected a list, got an object'],
    [{ model, tools: [null] }, 'tools[0]', 'expected an object, got null'],
    [{ model, tools: [{}] }, 'tools[0].type', 'got nothing'],
    [{ model, tools: [{ type: 'nope' }] }, 'tools[0].type', 'or "retrieval", got "nope"'],
    [{ model, input: 5 }, 'input', 'expected a string, an object or a list, got 5'],
    [{ model, input: [5] }, 'input[0]', 'expected an object, got 5'],
    [{ model, input: { type: 'text' } }, 'input.text', 'expected a string, got nothing'],
    [{ model, input: [{ type: 'image', data: 4 }] }, 'input[0].data', 'expected a string, got 4'],
    [{ model, input: [{ type: 'zzz' }] }, 'input[0].type', 'got "zzz"'],
    [{ model, input: [{ type: 'unknown', wireType: 'a', raw: {} }] }, 'input[0].type', 'got "unknown"'],
    [
      { model, input: [{ type: 'user_input', content: [{ type: 'text', text: 4 }] }] },
      'input[0].content[0].text',
      'expected a string, got 4',
    ],
    [
      { model, input: [{ type: 'function_result', result: {} }] },
      'input[0].call_id',
      'expected a string, got nothing',
    ],
    [
      { model, input: [{ type: 'function_result', call_id: 'c', result: 5 }] },
      'input[0].result',
      'expected a string, a list or an object, got 5',
    ],
    [
      { model, input: [{ type: 'function_result', call_id: 'c', result: [{ type: 'text' }] }] },
      'input[0].result[0].text',
      'expected a string, got nothing',
    ],
    [
      { model, input: [{ type: 'function_call', id: 'c', name: 'n', arguments: '{}' }] },
      'input[0].arguments',
      'expected an object, got "{}"',
    ],
    [
      { model, input: [{ type: 'text', text: 'x' }, { type: 'thought' }] },
      'input',
      'contents and steps cannot stand in one list',
    ],
    [
      { model, generation_config: { max_output_tokens: 1.5 } },
      'generation_config.max_output_tokens',
      'expected a whole number, got 1.5',
    ],
    [{ model, generation_config: { seed: 1e300 } }, 'generation_config.seed', 'got 1e+300'],
    [
      { model, generation_config: { tool_choice: 'banana' } },
      'generation_config.tool_choice',
      'expected "auto", "any", "none", "validated" or an object, got "banana"',
    ],
    [
      { model, generation_config: { tool_choice: { allowed_tools: { tools: 'x' } } } },
      'generation_config.tool_choice.allowed_tools.tools',
      'expected a list, got "x"',
    ],
    [
      { model, response_format: { type: 'text', schema: 3 } },
      'response_format.schema',
      'expected an object, got 3',
    ],
    [{ model, response_format: [{ type: 'hologram' }] }, 'response_format[0].type', 'got "hologram"'],
    [{ model, labels: { team: 1 } }, 'labels.team', 'expected a string, got 1'],
    [{ model, environment: 5 }, 'environment', 'expected a string or an object, got 5'],
    [{ model, previous_interaction_id: null }, 'previous_interaction_id', 'expected a string, got null'],
    [{ model: 5 }, 'model', 'expected a string, got 5'],
    [{ model, store: 'yes' }, 'store', 'expected a boolean, got "yes"'],
    [
      { agent: 'a', agent_config: { type: 'deep-research', visualization: 4 } },
      'agent_config.visualization',
      'got 4',
    ],
    [{}, 'model', 'neither "model" nor "agent"'],
    [{ model, agent: 'a' }, 'model', 'both "model" and "agent"'],
    [{ agent: 'a', generation_config: {} }, 'generation_config', 'cannot be combined with "agent"'],
    [{ model, agent_config: {} }, 'agent_config', 'cannot be combined with "model"'],
  ])('%j', (body, path, words) => {
    expect(refusalOf(body)).toMatchObject({
      code: 'invalid_request',
      path,
      message: expect.stringContaining(words),
    });
  });

  it.each([undefined, null, 5, 'text', [], [{ model }]])('%j as a body', (body) => {
    const error = refusalOf(body);
    expect(error).toMatchObject({ code: 'invalid_request', path: undefined });
  });

  it.each([
    [{ model, presence_penalty: 1 }, 'presence_penalty'],
    [{ model, generation_config: { top_k: 3 } }, 'generation_config.top_k'],
    [{ model, input: [{ type: 'text', txt: 'a' }] }, 'input[0].txt'],
    [{ model, input: [{ type: 'user_input', content: [], role: 'user' }] }, 'input[0].role'],
    [{ model, tools: [{ type: 'code_execution', language: 'python' }] }, 'tools[0].language'],
    [JSON.parse(`{"model":"${model}","__proto__":{"isAdmin":true}}`), '__proto__'],
  ])('%j has an unknown parameter', (body, path) => {
    expect(refusalOf(body)).toMatchObject({ code: 'parameter_unknown', path });
  });

  it('quotes only the start of a long value', () => {
    expect(String(refusalOf({ model: [], input: 'x', store: 'y'.repeat(10_000) })).length).toBeLessThan(200);
  });
});

describe('a request that is taken', () => {
  it.each([
    [
      'words the API declares open',
      { model: 'gemini-9', service_tier: 'cosmic', generation_config: { thinking_level: 'xhigh' } },
    ],
    ['a bare JSON Schema as response format', { model, response_format: { type: 'object', properties: {} } }],
    ['a schema without a type', { model, response_format: { $ref: '#/$defs/a', $defs: {} } }],
    ['an agent of its own', { agent: 'mine', agent_config: { type: 'dynamic', mood: 'calm' } }],
    ['a continuation without input', { model, continuation_token: 't', previous_interaction_id: 'v1_a' }],
    [
      'the signature that streams put on a call',
      { model, input: [{ type: 'function_call', id: 'c', name: 'n', arguments: {}, signature: '' }] },
    ],
  ])('may have %s', (_, body) => {
    expect(parseCreateInteractionRequest(body)).toEqual(body);
  });

  it('may have user input as a string, which becomes content', () => {
    const body = { model, input: [{ type: 'user_input', content: 'Hello' }] };
    expect(parseCreateInteractionRequest(body).input).toEqual([
      { type: 'user_input', content: [{ type: 'text', text: 'Hello' }] },
    ]);
  });

  it('may have results inside user input, which become steps in their place', () => {
    const result = { type: 'function_result', call_id: 'c', result: 'x' };
    const text = (words: string) => ({ type: 'text', text: words });
    const body = {
      model,
      input: [
        { type: 'user_input', content: [text('a'), result, text('b'), text('c')] },
        { type: 'thought' },
      ],
    };
    expect(parseCreateInteractionRequest(body).input).toEqual([
      { type: 'user_input', content: [text('a')] },
      result,
      { type: 'user_input', content: [text('b'), text('c')] },
      { type: 'thought' },
    ]);
  });

  it("keeps the caller's own data as it is, whatever it looks like", () => {
    const mine = JSON.parse('{"type":"unknown","wireType":"x","raw":{"a":1},"__proto__":{"isAdmin":true}}');
    const body = {
      model,
      input: [
        { type: 'function_call', id: 'c', name: 'n', arguments: mine },
        { type: 'function_result', call_id: 'c', result: mine },
      ],
      tools: [{ type: 'function', name: 'n', parameters: mine }],
    };
    expect(JSON.stringify(parseCreateInteractionRequest(body))).toBe(JSON.stringify(body));
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  it('may nest its own data deeper than the stack is', () => {
    const depth = 50_000;
    const deep = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    expect(
      parseCreateInteractionRequest({ model, tools: [{ type: 'function', parameters: deep }] }).tools,
    ).toHaveLength(1);
    expect(refusalOf({ model, input: deep })).toMatchObject({ code: 'invalid_request', path: 'input.type' });
  });
});
