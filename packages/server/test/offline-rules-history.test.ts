import type { Step } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { createOfflineRules } from '../src/backend/offline-rules/index.ts';
import { chat, declare } from './offline-rules-chat.ts';

const backend = createOfflineRules({ now: () => Date.UTC(2026, 10, 30, 9) });
const weather = declare('get_current_weather', 'Gets the current weather of a city.', {
  city: { type: 'string', description: 'The name of the city.' },
});

describe('what other agents said', () => {
  it('is not taken for something the user said', async () => {
    const context = { type: 'text', text: 'For context: [greeter] said: My name is Bob.' } as const;
    const [answer, recall] = await chat(backend, [
      [context, { type: 'text', text: 'Hello!' }],
      'What is my name?',
    ]);
    expect(answer?.text).not.toMatch(/Bob|context/);
    expect(recall?.text).not.toContain('Bob');
  });
});

describe('remembers what came back', () => {
  const order = declare('track_order', 'Tracks the newest order.', {});
  const ask = (results: readonly Record<string, unknown>[], question: string) => {
    const left = [...results];
    const messages = [...results.map(() => 'Track the newest order.'), question];
    return chat(backend, messages, { tools: [order], execute: () => left.shift() ?? {} });
  };

  it('from the newest result', async () => {
    const exchanges = await ask([{ parcel: 'A1' }, { parcel: 'B2' }], 'What was the parcel?');
    expect(exchanges.at(-1)?.text).toContain('B2');
    expect(exchanges.at(-1)?.text).not.toContain('A1');
  });

  it('from within a result', async () => {
    const exchanges = await ask([{ shipment: { carrier: 'Petrel Freight' } }], 'Who was the carrier?');
    expect(exchanges.at(-1)?.text).toContain('Petrel Freight');
  });
});

describe('gives a call an id', () => {
  it('that no call of the history has, when a client cuts its history to one length', async () => {
    const question: Step = { type: 'user_input', content: [{ type: 'text', text: 'Weather in Rome?' }] };
    const idAfter = async (history: readonly Step[]) => {
      const [exchange] = await chat(backend, ['Weather in Rome?'], { tools: [weather], history });
      return exchange?.calls[0]?.id ?? '';
    };
    const first = await idAfter([question, { type: 'model_output', content: [] }]);
    const second = await idAfter([
      { type: 'function_call', id: first, name: 'get_current_weather', arguments: { city: 'Rome' } },
      { type: 'function_result', call_id: first, name: 'get_current_weather', result: {} },
    ]);
    expect(second).not.toBe(first);
  });
});
