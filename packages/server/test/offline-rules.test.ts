import { describe, expect, it } from 'vitest';
import { createOfflineRules } from '../src/backend/offline-rules/index.ts';
import { chat, declare } from './offline-rules-chat.ts';

// Monday, 30 November 2026.
const backend = createOfflineRules({ now: () => Date.UTC(2026, 10, 30, 9) });
const text = { type: 'string' };
const weather = declare('get_current_weather', 'Gets the current weather of a city.', {
  city: { type: 'string', description: 'The name of the city.' },
});
const webSearch = declare('google_search_agent', 'Performs a Google search for a request.', {
  request: text,
});
const table = declare(
  'book_table',
  'Books a table at a restaurant.',
  {
    restaurant: text,
    people: { type: 'integer' },
    date: { type: 'string', format: 'date' },
    outdoor: { type: 'boolean' },
  },
  ['restaurant', 'people', 'date'],
);
const mail = declare('send_email', 'Sends an email.', {
  to: { type: 'string', format: 'email' },
  subject: text,
  body: text,
});
const lamp = declare(
  'set_lamp',
  'Switches the lamp of a room on or off.',
  { room: text, on: { type: 'boolean' }, colour: { type: 'string', enum: ['red', 'green', 'warm white'] } },
  ['room', 'on'],
);
const codes = { type: 'string', enum: ['USD', 'EUR', 'GBP'] };
const convert = declare('convert_currency', 'Converts an amount of money.', {
  amount: { type: 'number' },
  from: codes,
  to: codes,
});
const order = declare('get_order_status', 'Looks up an order.', { order_id: text });
const cancel = declare('cancel_order', 'Cancels an order.', { order_id: text, reason: text }, ['order_id']);
const deploy = declare('deploy_service', 'Deploys a service.', {
  service: text,
  environment: { type: 'string', enum: ['staging', 'production'] },
});
const dice = declare(
  'roll_dice',
  'Rolls dice.',
  { sides: { type: 'integer' }, count: { type: 'integer' } },
  [],
);
const task = declare('add_tasks', 'Adds tasks to a list.', { titles: { type: 'array', items: text } });
const tools = [weather, table, mail, lamp, convert, order, cancel, deploy, dice, task];

describe('calls the tool that the words name, with what they say', () => {
  it.each([
    ['How is the weather in Hamburg?', 'get_current_weather', { city: 'Hamburg' }],
    ["What's the weather like in Rome right now?", 'get_current_weather', { city: 'Rome' }],
    ['weather in rome', 'get_current_weather', { city: 'rome' }],
    [
      'Could you please check the forecast for Buenos Aires?',
      'get_current_weather',
      { city: 'Buenos Aires' },
    ],
    [
      'Book a table at Luigi for four people tomorrow',
      'book_table',
      { restaurant: 'Luigi', people: 4, date: '2026-12-01' },
    ],
    [
      'Reserve a table for 2 at "Chez Nous" on 5 December, not outdoor',
      'book_table',
      { restaurant: 'Chez Nous', people: 2, date: '2026-12-05', outdoor: false },
    ],
    [
      'I need a table for 6 at Nonna on Friday',
      'book_table',
      { restaurant: 'Nonna', people: 6, date: '2026-12-04' },
    ],
    [
      'Send an email to ann@example.org with subject: Lunch, body: See you at noon',
      'send_email',
      { to: 'ann@example.org', subject: 'Lunch', body: 'See you at noon' },
    ],
    ['Switch on the lamp in the bedroom', 'set_lamp', { room: 'bedroom', on: true }],
    ['Turn the lamp in the kitchen off', 'set_lamp', { room: 'kitchen', on: false }],
    [
      'Set the lamp in the hall to warm white and on',
      'set_lamp',
      { room: 'hall', on: true, colour: 'warm white' },
    ],
    ['Convert 25.50 USD to EUR', 'convert_currency', { amount: 25.5, from: 'USD', to: 'EUR' }],
    [
      'Convert to GBP from EUR the amount 1,000',
      'convert_currency',
      { amount: 1000, from: 'EUR', to: 'GBP' },
    ],
    ['Where is my order A-1234?', 'get_order_status', { order_id: 'A-1234' }],
    ['Cancel order A-1234', 'cancel_order', { order_id: 'A-1234' }],
    ['Deploy checkout-api to staging', 'deploy_service', { service: 'checkout-api', environment: 'staging' }],
    ['Roll 3 dice with 6 sides', 'roll_dice', { sides: 6, count: 3 }],
    ['Roll the dice', 'roll_dice', {}],
    ['Add tasks: "buy milk" and nothing else', 'add_tasks', { titles: ['buy milk'] }],
  ])('%s', async (message, name, args) => {
    const [exchange] = await chat(backend, [message], { tools });
    expect(exchange?.calls.map((call) => [call.name, call.arguments])).toEqual([[name, args]]);
  });

  it('calls once for each of several joined values, in order', async () => {
    const [exchange] = await chat(backend, ['Compare the weather in Rome, Oslo and Cairo'], { tools });
    expect(exchange?.calls.map((call) => call.arguments)).toEqual([
      { city: 'Rome' },
      { city: 'Oslo' },
      { city: 'Cairo' },
    ]);
    expect(new Set(exchange?.calls.map((call) => call.id)).size).toBe(3);
    expect(exchange?.calls.every((call) => /^[a-z0-9]{8}$/.test(call.id))).toBe(true);
  });

  it('takes several requests of one message', async () => {
    const message = 'Can you tell me where order B-77 is and then cancel order C-88 please?';
    const [exchange] = await chat(backend, [message], { tools });
    expect(exchange?.calls.map((call) => [call.name, call.arguments])).toEqual([
      ['get_order_status', { order_id: 'B-77' }],
      ['cancel_order', { order_id: 'C-88' }],
    ]);
  });
});

describe('calls nothing', () => {
  it.each([
    ['I ordered a lamp last week.'],
    ['It is raining in Hamburg.'],
    ["Don't cancel order A-1234"],
    ['Never mind.'],
    ['Who deployed the service yesterday?'],
    ['Thanks, that was all!'],
    ['How do you feel about jazz?'],
  ])('%s', async (message) => {
    const [exchange] = await chat(backend, [message], { tools });
    expect(exchange?.calls).toEqual([]);
    expect(exchange?.text).not.toBe('');
  });
});

describe('asks rather than guess', () => {
  it('asks for each missing argument, and calls when the last one is there', async () => {
    const exchanges = await chat(backend, ['Please book a table.', 'Luigi', '4', 'tomorrow', 'Thanks!'], {
      tools,
    });
    expect(exchanges.map((exchange) => exchange.calls.map((call) => call.arguments))).toEqual([
      [],
      [],
      [],
      [{ restaurant: 'Luigi', people: 4, date: '2026-12-01' }],
      [],
    ]);
    expect(exchanges[0]?.text).toContain('restaurant');
  });

  it('asks again when the reply does not fit, and lets go when the user does', async () => {
    const [, again, over] = await chat(backend, ['Book a table at Nonna for 3', 'purple', 'never mind'], {
      tools,
    });
    expect(again?.text).toContain('date');
    expect([again?.calls, over?.calls]).toEqual([[], []]);
    expect(over?.text).not.toContain('date');
  });

  it('lets a guess be confirmed', async () => {
    const note = declare('save_note', 'Saves a note.', { title: text, folder: text });
    const [asked, confirmed] = await chat(
      backend,
      ['Save a note in folder: Home, groceries for the week', 'yes'],
      { tools: [note] },
    );
    expect(asked?.text).toContain('title');
    expect(asked?.calls).toEqual([]);
    expect(confirmed?.calls).toHaveLength(1);
  });

  it('repeats the last call with the value that a follow-up changes', async () => {
    const messages = [
      'What is the weather in Rome?',
      'and Bergen?',
      'What about Lima?',
      'Is it raining there?',
    ];
    const exchanges = await chat(backend, messages, { tools });
    expect(exchanges.map((exchange) => exchange.calls.map((call) => call.arguments.city))).toEqual([
      ['Rome'],
      ['Bergen'],
      ['Lima'],
      ['Lima'],
    ]);
  });
});

describe('says what came back', () => {
  it('names every field, with what was asked for', async () => {
    const result = {
      city: 'Rome',
      temperature: 71,
      condition: 'Partly Cloudy',
      details: { wind: { speed: 9 } },
      note: 'These are defaults.',
    };
    const [exchange] = await chat(backend, ['Weather in Rome?'], { tools, execute: () => result });
    expect(exchange?.text).toBe(
      'For Rome: temperature 71, condition Partly Cloudy, details (wind (speed 9)). These are defaults.',
    );
  });

  it('says that a call failed, and why', async () => {
    const execute = () => {
      throw new Error('station offline');
    };
    const [exchange] = await chat(backend, ['Weather in Rome?'], { tools, execute });
    expect(exchange?.text).toBe('The call of get_current_weather failed: station offline.');
  });

  it('describes several results in the order of the calls', async () => {
    const execute = (call: { arguments: { city?: unknown } }) => ({
      temperature: call.arguments.city === 'Rome' ? 71 : 40,
    });
    const [exchange] = await chat(backend, ['Weather in Rome and Oslo?'], { tools, execute });
    expect(exchange?.text).toBe('For Rome: temperature 71. For Oslo: temperature 40.');
  });

  it('says how much of a long list it leaves out', async () => {
    const [exchange] = await chat(backend, ['Weather in Rome?'], {
      tools,
      execute: () => ({ hours: Array.from({ length: 13 }, (_, hour) => hour) }),
    });
    expect(exchange?.text).toContain('9, and 3 more');
  });
});

describe('remembers', () => {
  it.each([
    [
      ['My favorite colour is teal. Please remember that.', 'what is my favourite color'],
      'Your favorite colour is teal.',
    ],
    [
      ['Remember that my locker code is 4711.', 'Weather in Rome?', "What's my locker code?"],
      'Your locker code is 4711.',
    ],
    [
      ['My meeting is on Monday', "Actually, it's on Thursday.", 'When is my meeting?'],
      'Your meeting is on Thursday.',
    ],
    [["I'm Greta.", 'What is my name?'], 'You are Greta.'],
    [['My name is Ann.', "My dog's name is Rex.", 'What is my name?'], 'Your name is Ann.'],
    [['My name is Ann.', "My dog's name is Rex.", "What's my dog's name?"], "Your dog's name is Rex."],
    [['My name is Ann.', 'Call me Annie.', 'Do you remember my name?'], 'Your name is Annie.'],
    [['Alice lives in Oslo.', 'Where does Alice live?'], 'Alice lives in Oslo.'],
    [['I have two cats.', 'What did I tell you?'], 'You have two cats.'],
    [['Where do I live?'], 'You have not told me that.'],
  ])('%j', async (messages, answer) => {
    const exchanges = await chat(backend, messages, { tools: [weather, webSearch] });
    expect(exchanges.at(-1)?.text).toBe(answer);
  });

  it('knows no word by the names of JavaScript', async () => {
    const [exchange] = await chat(backend, ['My constructor is toString and valueOf.']);
    expect(exchange?.text).toBe('Noted. Your constructor is toString and valueOf.');
  });

  it('repeats a statement when it is made', async () => {
    const [exchange] = await chat(backend, ['My sister works in Lyon.']);
    expect(exchange?.text).toBe('Noted. Your sister works in Lyon.');
  });

  it('reads the system instruction for what nobody said', async () => {
    const [exchange] = await chat(backend, ['When does the shop open?'], {
      systemInstruction: 'The shop opens at nine.',
    });
    expect(exchange?.text).toBe('The shop opens at nine.');
  });
});

describe('is honest about itself', () => {
  it.each([['What can you do?'], ['Who are you?'], ['Are you a real AI?'], ['help']])(
    '%s',
    async (message) => {
      const [exchange] = await chat(backend, [message], { tools: [weather, { type: 'google_search' }] });
      expect(exchange?.text).toMatch(
        /rule-based responder and not a language model.*google_search, get_current_weather/,
      );
    },
  );

  it('says so when it cannot answer, and names the way to a model', async () => {
    const [exchange] = await chat(backend, ['Write me a poem about rain']);
    expect(exchange?.text).toMatch(/^I cannot answer that\..*GEMINI_API_KEY/);
  });

  it.each([
    ['Quel temps fait-il dans la ville demain ?'],
    ['今天天气怎么样？'],
    ['Wie ist das Wetter und was mache ich?'],
  ])('reads English only: %s', async (message) => {
    const [exchange] = await chat(backend, [message], { tools });
    expect(exchange?.text).toContain('English only');
    expect(exchange?.calls).toEqual([]);
  });

  it.each([['Hi there!'], ['Good morning, nice to meet you.'], ['hello'], ['Thank you so much!'], ['Bye!']])(
    'is polite: %s',
    async (message) => {
      const [exchange] = await chat(backend, [message], { tools: [weather, { type: 'google_search' }] });
      expect(exchange?.text.length).toBeLessThan(90);
      expect(exchange?.queries).toEqual([]);
    },
  );

  it('says what it cannot look into', async () => {
    const [exchange] = await chat(backend, [
      [
        { type: 'text', text: 'What is this?' },
        { type: 'image', data: 'AAAA', mime_type: 'image/png' },
      ],
    ]);
    expect(exchange?.text).toContain('cannot look into what is attached (image)');
  });
});

describe('searches', () => {
  const hits = [
    {
      title: 'Zed',
      url: 'catenary-corpus://rivers/zed',
      source: 'local facts: rivers',
      snippet: 'The Zed is a river in Ödland. It is 412 km long — and was first mapped in 1871 by Ada Kern.',
    },
  ];
  const search = async () => hits;

  it('asks the built-in search and quotes the sentence that answers, marked in bytes', async () => {
    const [exchange] = await chat(backend, ['Nice. Who first mapped the Zed?'], {
      tools: [{ type: 'google_search' }],
      search,
    });
    const { text: said = '', annotations = [], queries } = exchange ?? {};
    expect(queries).toEqual(['Who first mapped the Zed?']);
    expect(annotations).toEqual([
      expect.objectContaining({ type: 'url_citation', url: 'catenary-corpus://rivers/zed', title: 'Zed' }),
    ]);
    const [mark] = annotations;
    const quoted = Buffer.from(said).subarray(mark?.start_index, mark?.end_index).toString();
    expect(quoted).toBe('It is 412 km long — and was first mapped in 1871 by Ada Kern.');
    expect(said).toContain('local facts: rivers');
  });

  it('knows that US is no pronoun', async () => {
    const [exchange] = await chat(backend, ['Who governs the US?'], {
      tools: [{ type: 'google_search' }],
      search,
    });
    expect(exchange?.queries).toEqual(['Who governs the US?']);
  });

  it('says so when nothing fits the question', async () => {
    const [exchange] = await chat(backend, ['Who painted the zebra?'], {
      tools: [{ type: 'google_search' }],
      search,
    });
    expect(exchange?.text).toContain('found nothing');
    expect(exchange?.annotations).toEqual([]);
  });

  it.each([
    ['Who mapped the Zed? Use the search.', 'Who mapped the Zed?'],
    ['Search for the source of the Zed', 'the source of the Zed'],
    ['Please look up the length of the Zed', 'the length of the Zed'],
  ])('asks a search that is a function: %s', async (message, request) => {
    const execute = () => 'The Zed rises near Ulm.';
    const [exchange] = await chat(backend, [message], { tools: [webSearch, weather], execute });
    expect(exchange?.calls.map((call) => [call.name, call.arguments])).toEqual([
      ['google_search_agent', { request }],
    ]);
    expect(exchange?.text).toBe('The Zed rises near Ulm.');
  });

  it('prefers a fitting tool, and memory for what the user said', async () => {
    const messages = [
      'My favourite river is the Zed.',
      'How is the weather in Ulm?',
      'What is my favourite river?',
    ];
    const [, second, third] = await chat(backend, messages, { tools: [webSearch, weather] });
    expect(second?.calls.map((call) => call.name)).toEqual(['get_current_weather']);
    expect(third?.calls).toEqual([]);
  });

  it('repeats the last question with the name that a follow-up gives', async () => {
    const [, second] = await chat(backend, ['How long is the river Zed?', 'And the Ypsilon?'], {
      tools: [{ type: 'google_search' }],
      search,
    });
    expect(second?.queries).toEqual(['How long is the river Ypsilon?']);
  });
});
