import type { Content, Step, Tool } from '@catenary/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BackendRequest } from '../src/backend/backend.ts';
import { createOfflineRules } from '../src/backend/offline-rules/index.ts';
import { type ChatOptions, chat, collect, declare, readEvents } from './offline-rules-chat.ts';

const now = () => Date.UTC(2026, 10, 30, 9);
const weather = declare('get_weather', 'Gets the weather of a city.', { city: { type: 'string' } });

/** Pieces that the rules react to, so that random texts reach deep into them. */
const word = fc.constantFrom(
  'what',
  'is',
  'my',
  'name',
  'the',
  'weather',
  'in',
  'Rome',
  'and',
  'then',
  'remember',
  'that',
  'actually,',
  "it's",
  '12',
  'four',
  'tomorrow',
  '"quoted',
  '"',
  '?',
  '.',
  ',',
  ':',
  'a@b.co',
  'https://x.y/z',
  'never mind',
  'search',
  'for',
  'you',
  '\n',
  'Ö',
  '天',
  '_',
  '()',
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(word, { maxLength: 25 }).map((words) => words.join(' ')),
);
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'unheard');
const property = fc.oneof(
  fc.record({ type, description: text }, { requiredKeys: [] }),
  fc.record({ type: fc.constant('string'), enum: fc.array(text, { maxLength: 3 }) }),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom('date', 'time', 'date-time', 'email', 'uri'),
  }),
  fc.record({ type: fc.constant('array'), minItems: fc.nat(5), items: fc.record({ type }) }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer(), maximum: fc.integer() }),
  fc.jsonValue().filter((value) => typeof value === 'object' && value !== null),
);
const name = fc.constantFrom(
  'get_weather',
  'city',
  'date',
  'from',
  'to',
  'id',
  'send',
  'on',
  'x',
  '__proto__',
  'constructor',
);
const schema = fc
  .tuple(fc.dictionary(name, property, { maxKeys: 4 }), fc.array(name, { maxLength: 3 }))
  .map(([properties, required]) => ({ type: 'object', properties, required }));
const tool: fc.Arbitrary<Tool> = fc.oneof(
  fc.record({ type: fc.constant('function' as const), name, description: text, parameters: schema }),
  fc.constant({ type: 'google_search' as const }),
);
const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 5, arbitrary: text.map((each) => ({ type: 'text' as const, text: each })) },
  text.map((each) => ({
    type: 'document' as const,
    mime_type: 'text/plain',
    data: Buffer.from(each).toString('base64'),
  })),
  fc.constant({ type: 'image' as const, data: 'AAAA', mime_type: 'image/png' }),
);
const said = fc.array(content, { maxLength: 3 }).map((each): Step => ({ type: 'user_input', content: each }));
const answered = text.map(
  (each): Step => ({ type: 'model_output', content: [{ type: 'text', text: each }] }),
);
const asked = fc.constant<Step>({
  type: 'model_output',
  content: [{ type: 'text', text: 'To use get_weather I still need the city. What is it?' }],
});
const called = name.map(
  (each): Step => ({ type: 'function_call', id: 'c1', name: each, arguments: { city: 'Rome' } }),
);
const returned = fc
  .tuple(fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())), fc.boolean())
  .map(
    ([result, is_error]): Step => ({
      type: 'function_result',
      call_id: 'c1',
      name: 'get_weather',
      result,
      is_error,
    }),
  );
const thought = fc.constant<Step>({ type: 'thought', signature: 's' });
const step = fc.oneof(said, said, said, answered, asked, called, returned, thought);
const request: fc.Arbitrary<BackendRequest> = fc
  .record({
    steps: fc.array(step, { maxLength: 8 }),
    tools: fc.array(tool, { maxLength: 4 }),
    systemInstruction: text,
    generationConfig: fc.record(
      { tool_choice: fc.constantFrom('auto' as const, 'any' as const, 'none' as const) },
      { requiredKeys: [] },
    ),
    format: fc.option(schema, { nil: undefined }),
  })
  .map(({ format, ...rest }) => ({
    ...rest,
    model: 'offline-rules',
    inputStart: 0,
    searchHits: new Map(),
    ...(format !== undefined && {
      responseFormat: { type: 'text' as const, mime_type: 'application/json', schema: format },
    }),
  }));

// Many runs each, on machines that may be busy.
const timeout = 60_000;

describe('offline rules, for any request', { timeout }, () => {
  it('never fail, and emit a legal sequence of events that ends', async () => {
    const backend = createOfflineRules({ now });
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const { steps, status } = readEvents(await collect(backend, given));
        expect(steps.length).toBeGreaterThan(0);
        expect(['completed', 'requires_action', undefined]).toContain(status);
        const names = given.tools.flatMap((each) => (each.type === 'function' ? [each.name] : []));
        for (const made of steps) {
          expect(made.type !== 'function_call' || names.includes(made.name)).toBe(true);
        }
      }),
      { numRuns: 250 },
    );
  });

  it('give the same events for the same request, whatever was asked before', async () => {
    const used = createOfflineRules({ now });
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const first = await collect(used, given);
        expect(await collect(used, given)).toEqual(first);
        expect(await collect(createOfflineRules({ now }), given)).toEqual(first);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    'a',
    ' ',
    '.',
    '. ',
    '@',
    'a@b. ',
    'please ',
    'in ',
    '"',
    'Ab ',
    '1,',
    'x: ',
    'and ',
    'is ',
    '\n',
    '?',
    'a_',
    '天',
    "it's ",
  ])('read a flood of %j to its end', async (piece) => {
    const flood = piece.repeat(100_000 / piece.length);
    const dated = declare('book_room', 'Books a room.', { day: { type: 'string', format: 'date' } });
    const options: ChatOptions = {
      tools: [weather, dated],
      responseFormat: { type: 'object', properties: { city: { type: 'string' } } },
    };
    const [, answered] = await chat(
      createOfflineRules({ now }),
      [`Book a room ${flood}`, 'Weather in Rome?'],
      options,
    );
    expect(answered?.calls).toHaveLength(1);
  });

  it('put every call id into a chain once', async () => {
    const exchanges = await chat(
      createOfflineRules({ now }),
      Array<string>(30).fill('Weather in Rome and Oslo?'),
      { tools: [weather] },
    );
    const ids = exchanges.flatMap(({ calls }) => calls.map((call) => call.id));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });

  it('answer the head of a chain as if its tail were never to come', async () => {
    const messages = fc.array(
      text.filter((each) => each.trim() !== ''),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(messages, fc.nat(5), async (all, length) => {
        const whole = await chat(createOfflineRules({ now }), all, { tools: [weather] });
        const head = await chat(createOfflineRules({ now }), all.slice(0, length), { tools: [weather] });
        expect(whole.slice(0, length)).toEqual(head);
      }),
      { numRuns: 60 },
    );
  });

  it('find the first statement at the end of a long chain', async () => {
    const filler: Step[] = Array.from({ length: 4000 }, (_, index) =>
      index % 2 === 0
        ? { type: 'user_input', content: [{ type: 'text', text: `The box number ${index} is full.` }] }
        : { type: 'model_output', content: [{ type: 'text', text: 'Noted.' }] },
    );
    const history: Step[] = [
      { type: 'user_input', content: [{ type: 'text', text: 'My favourite tree is the larch.' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'Noted.' }] },
      ...filler,
    ];
    const [exchange] = await chat(createOfflineRules({ now }), ['What is my favorite tree?'], { history });
    expect(exchange?.text).toBe('Your favourite tree is the larch.');
  });
});
