import type { DocumentContent } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { createOfflineRules } from '../src/backend/offline-rules/index.ts';
import { chat, collect, declare } from './offline-rules-chat.ts';

const backend = createOfflineRules({ now: () => Date.UTC(2026, 10, 30, 9) });
const text = { type: 'string' };
const weather = declare('get_current_weather', 'Gets the current weather of a city.', { city: text });
const plain = (content: string, mimeType = 'text/plain'): DocumentContent => ({
  type: 'document',
  mime_type: mimeType,
  data: Buffer.from(content).toString('base64'),
});
const ask = (message: string, ...documents: DocumentContent[]) => [
  { type: 'text' as const, text: message },
  ...documents,
];
const json = (schema: Record<string, unknown>) => ({
  responseFormat: { type: 'text' as const, mime_type: 'application/json', schema },
});

describe('documents', () => {
  const report = plain(
    'Harbour report.\n\nThe harbour of Kell handled 4,812 ships in 2025. The quay was painted.\n\nMayor Ines Roth called it a quiet year.',
  );

  it('summarises by extract', async () => {
    const [exchange] = await chat(backend, [ask('Please summarise the attached report.', report)]);
    expect(exchange?.text).toContain('4,812 ships');
    expect(exchange?.text).toContain('Ines Roth');
  });

  it('answers a question by the sentence that fits, also in a later turn', async () => {
    const [, exchange] = await chat(backend, [
      ask('Hi', report),
      'What does the document say about the quay?',
    ]);
    expect(exchange?.text).toBe('Page 1 of the document says: The quay was painted.');
  });

  it.each([
    [
      { type: 'document', mime_type: 'application/pdf', data: 'bm90IGEgcGRm' },
      'cannot read the attached PDF',
    ],
    [
      { type: 'document', mime_type: 'application/zip', data: 'AAAA' },
      'cannot read documents of type application/zip',
    ],
    [
      { type: 'document', mime_type: 'application/pdf', uri: 'https://example.org/a.pdf' },
      'bytes are attached',
    ],
  ] as const)('says why it cannot read %j', async (document, reason) => {
    const [exchange] = await chat(backend, [ask('Summarise it.', document)]);
    expect(exchange?.text).toContain(reason);
    expect(exchange?.status).toBe('completed');
  });
});

describe('a PDF', () => {
  const pages = [
    'Introduction. The lighthouse of Orre was built in 1884 from grey granite. It rained.',
    'Operation. Keeper Maud Sten lit 312 lamps in a year. The stairs are steep.',
    'Outlook. Repairs will cost 95,400 crowns by 2031. The council has not decided.',
  ];
  const pdf: DocumentContent = {
    type: 'document',
    mime_type: 'application/pdf',
    data: pdfOf(pages).toString('base64'),
  };

  it('is summarised from every page', async () => {
    const [exchange] = await chat(backend, [ask('Give me a summary of the PDF.', pdf)]);
    expect(exchange?.text).toContain('1884');
    expect(exchange?.text).toContain('312 lamps');
    expect(exchange?.text).toContain('95,400 crowns');
  });

  it('is asked again without being attached again', async () => {
    const [, exchange] = await chat(backend, [
      ask('Here is a report.', pdf),
      'Who was the keeper of the lamps?',
    ]);
    expect(exchange?.text).toBe('Page 2 of the document says: Keeper Maud Sten lit 312 lamps in a year.');
  });
});

describe('structured output', () => {
  const read = async (message: string, schema: Record<string, unknown>, more: object = {}) => {
    const [exchange] = await chat(backend, [message], { ...json(schema), ...more });
    return JSON.parse(exchange?.text ?? '');
  };

  it('takes values from the text, and holds the limits where there is none', async () => {
    const schema = {
      type: 'object',
      properties: {
        name: text,
        age: { type: 'integer' },
        mood: { type: 'string', enum: ['happy', 'sad'] },
        tags: { type: 'array', items: text, minItems: 2 },
        score: { type: 'number', minimum: 1, maximum: 5 },
        email: { type: 'string', format: 'email' },
        fax: text,
      },
      required: ['name', 'age', 'mood', 'tags', 'score'],
    };
    expect(await read('My name is Greta, age 31, and I am sad. Write to greta@example.org.', schema)).toEqual(
      {
        name: 'Greta',
        age: 31,
        mood: 'sad',
        tags: ['', ''],
        score: 1,
        email: 'greta@example.org',
      },
    );
  });

  it.each([
    [1.2, 4.5],
    [-4.5, -1.2],
    [3.9, 4],
    [0.5, 1],
  ])('stays within %d and %d where it makes up a whole number', async (minimum, maximum) => {
    const value = await read('Hello.', { type: 'integer', minimum, maximum });
    expect(Number.isInteger(value)).toBe(true);
    expect(value).toBeGreaterThanOrEqual(minimum);
    expect(value).toBeLessThanOrEqual(maximum);
  });

  it.each([
    ['an option that is an object', { enum: [{ toString: 1 }, null] }, { toString: 1 }],
    [
      'limits that are no numbers',
      { type: 'object', properties: { n: { type: 'number', minimum: { toString: 1 } } }, required: ['n'] },
      { n: 5 },
    ],
    ['a length that is no number', { type: 'array', minItems: { toString: 1 } }, []],
    [
      'a description that is an object',
      {
        type: 'object',
        properties: { n: { type: 'number', description: { toString: 1 } } },
        required: ['n'],
      },
      { n: 5 },
    ],
  ])('makes the best of a schema with %s', async (_, schema, value) => {
    expect(await read('The value of n is 5.', schema)).toEqual(value);
  });

  it('follows references and alternatives, and ends a schema that contains itself', async () => {
    const schema = {
      $defs: {
        node: {
          type: 'object',
          properties: { next: { $ref: '#/$defs/node' }, id: { type: ['integer', 'null'] } },
          required: ['id', 'next'],
        },
      },
      type: 'object',
      properties: { root: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/node' }] }, kind: { const: 'tree' } },
      required: ['root', 'kind'],
    };
    const value = await read('Make a tree.', schema);
    expect(value.kind).toBe('tree');
    expect(value.root.id).toBe(0);
  });

  it('comes after the tools, from their results', async () => {
    const schema = {
      type: 'object',
      properties: { temperature: { type: 'number' }, city: text, summary: text },
      required: ['temperature', 'city', 'summary'],
    };
    const more = { tools: [weather], execute: () => ({ city: 'Rome', temperature: 71 }) };
    expect(await read('What is the weather in Rome?', schema, more)).toEqual({
      temperature: 71,
      city: 'Rome',
      summary: 'For Rome: temperature 71.',
    });
  });

  it('takes what a document names, and nothing that it only might mean', async () => {
    const invoice = plain('Invoice 77\nTotal: 118.40\nCurrency: EUR\nPaid to Kern');
    const schema = {
      type: 'object',
      properties: { total: { type: 'number' }, currency: text, buyer: text },
      required: ['total', 'currency', 'buyer'],
    };
    const [exchange] = await chat(backend, [ask('Read the invoice.', invoice)], json(schema));
    expect(JSON.parse(exchange?.text ?? '')).toEqual({ total: 118.4, currency: 'EUR', buyer: '' });
  });

  it('accepts a bare schema', async () => {
    const [exchange] = await chat(backend, ['Is 7 the amount?'], {
      responseFormat: { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] },
    });
    expect(exchange?.text).toBe('{"amount":7}');
  });
});

describe('settings', () => {
  it('calls nothing when the choice is none, and something when it is any', async () => {
    const withChoice = (tool_choice: 'none' | 'any') => ({
      tools: [weather],
      generationConfig: { tool_choice },
    });
    const [none] = await chat(backend, ['Weather in Rome?'], withChoice('none'));
    const [any] = await chat(backend, ['hello'], withChoice('any'));
    expect(none?.calls).toEqual([]);
    expect(any?.calls.map((call) => [call.name, call.arguments])).toEqual([
      ['get_current_weather', { city: '' }],
    ]);
  });

  it('keeps to the allowed tools', async () => {
    const forecast = declare('get_weather_forecast', 'Gets the weather forecast of a city.', { city: text });
    const [exchange] = await chat(backend, ['Weather in Rome?'], {
      tools: [weather, forecast],
      generationConfig: { tool_choice: { allowed_tools: { mode: 'auto', tools: ['get_weather_forecast'] } } },
    });
    expect(exchange?.calls.map((call) => call.name)).toEqual(['get_weather_forecast']);
  });

  it('stops at the token limit as incomplete', async () => {
    const [cut] = await chat(backend, ['What can you do?'], { generationConfig: { max_output_tokens: 5 } });
    expect([cut?.text, cut?.status]).toEqual(['I am offline-rules, ', 'incomplete']);
  });
});

describe('stream', () => {
  const request = (message: string) => ({
    model: 'offline-rules',
    steps: [{ type: 'user_input' as const, content: [{ type: 'text' as const, text: message }] }],
    inputStart: 0,
    tools: [weather],
    searchHits: new Map(),
  });

  it('comes in pieces of a few words', async () => {
    const events = await collect(backend, request('What can you do?'));
    const pieces = events.flatMap((event) =>
      event.type === 'step.delta' && event.delta.type === 'text' ? [event.delta.text] : [],
    );
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map((piece) => piece.trim().split(/\s+/).length))).toBe(3);
  });

  it('cuts arguments into at least two pieces', async () => {
    const events = await collect(backend, request('Weather in Rome?'));
    expect(events.map((event) => event.type)).toEqual([
      'step.start',
      'step.delta',
      'step.delta',
      'step.stop',
      'end',
    ]);
    expect(events.at(-1)).toEqual({ type: 'end', status: 'requires_action' });
  });

  it('refuses pieces of no words', () => {
    expect(() => createOfflineRules({ chunkWords: 0 })).toThrow(/chunkWords is 0/);
  });

  it('throws the reason of an abort between two pieces', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const event of backend.generate(request('What can you do?'), {
        signal: controller.signal,
      })) {
        seen.push(event);
        if (seen.length === 3) {
          controller.abort(reason);
        }
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(seen).toHaveLength(3);
  });
});

/** The smallest PDF with one line of text a page. */
function pdfOf(pages: readonly string[]): Buffer {
  const streams = pages.map((page) => `BT /F1 9 Tf 20 700 Td (${page}) Tj ET`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${4 + 2 * page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...streams.flatMap((stream, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 800] /Contents ${5 + 2 * page} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${body}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}
