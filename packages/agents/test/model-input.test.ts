import type { Content } from '@google/genai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCreateParams } from '../src/model/interactions/request/create-params.ts';
import { paramsOf } from './support/model-params.ts';

const inputOf = (...contents: Content[]) => paramsOf({ contents }).input;
const user = (...parts: (string | object)[]): Content => ({ role: 'user', parts: parts.map(toPart) });
const model = (...parts: (string | object)[]): Content => ({ role: 'model', parts: parts.map(toPart) });
const toPart = (part: string | object) => (typeof part === 'string' ? { text: part } : part);

describe('input', () => {
  it('one text of the user is a string', () => {
    expect(inputOf(user('hello'))).toBe('hello');
  });

  it('a picture and its caption stay in one step', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    expect(inputOf(user(picture, 'What is this?'))).toEqual([
      {
        type: 'user_input',
        content: [
          { type: 'image', data: 'AAAA', mime_type: 'image/png' },
          { type: 'text', text: 'What is this?' },
        ],
      },
    ]);
  });

  it('a content without a role is the user’s', () => {
    expect(inputOf({ parts: [{ text: 'a' }] }, model('b'))).toEqual([
      { type: 'user_input', content: [{ type: 'text', text: 'a' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'b' }] },
    ]);
  });

  it.each([
    ['image/png', 'image'],
    ['audio/mp3', 'audio'],
    ['video/mp4', 'video'],
    ['application/pdf', 'document'],
    ['text/csv', 'document'],
  ])('%s travels as %s, by bytes and by address', (mimeType, type) => {
    const bytes = new Uint8Array([1, 2, 255]);
    expect(
      inputOf(
        user(
          { inlineData: { mimeType, data: bytes } },
          { inlineData: { mimeType, data: Buffer.from(bytes) } },
          { inlineData: { mimeType, data: 'AQL/' } },
          { fileData: { mimeType, fileUri: 'files/1' } },
        ),
      ),
    ).toEqual([
      {
        type: 'user_input',
        content: [
          { type, data: 'AQL/', mime_type: mimeType },
          { type, data: 'AQL/', mime_type: mimeType },
          { type, data: 'AQL/', mime_type: mimeType },
          { type, uri: 'files/1', mime_type: mimeType },
        ],
      },
    ]);
  });

  it('bytes beyond one block are encoded whole', () => {
    const bytes = new Uint8Array(100_000).map((_, index) => index % 251);
    const [step] = inputOf(user({ inlineData: { mimeType: 'application/pdf', data: bytes } })) as {
      content: { data: string }[];
    }[];
    expect(Buffer.from(step!.content[0]!.data, 'base64').equals(bytes)).toBe(true);
  });

  it('resolution and clipping of media are sent', () => {
    const resolution = { mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' } };
    const clip = { videoMetadata: { startOffset: '1s', endOffset: '2s', fps: 4 } };
    expect(
      inputOf(
        user(
          { fileData: { mimeType: 'image/png', fileUri: 'f/1' }, ...resolution },
          { fileData: { mimeType: 'video/mp4', fileUri: 'f/2' }, ...clip },
        ),
      ),
    ).toMatchObject([
      {
        content: [
          { type: 'image', resolution: 'high' },
          {
            type: 'video',
            processing: { type: 'static', start_offset: '1s', end_offset: '2s', fps: 4 },
          },
        ],
      },
    ]);
  });

  it('a call and its result keep their id, name, signature and object', () => {
    expect(
      inputOf(
        model({
          functionCall: { id: 'c1', name: 'tide', args: { pier: 4 } },
          thoughtSignature: 'sig',
        }),
        user({ functionResponse: { id: 'c1', name: 'tide', response: { times: ['10:15'], note: null } } }),
      ),
    ).toEqual([
      { type: 'function_call', id: 'c1', name: 'tide', arguments: { pier: 4 }, signature: 'sig' },
      { type: 'function_result', call_id: 'c1', name: 'tide', result: { times: ['10:15'], note: null } },
    ]);
  });

  it('a result with an error says so', () => {
    const response = { error: 'no such pier' };
    expect(inputOf(user({ functionResponse: { id: 'c1', name: 'tide', response } }))).toEqual([
      { type: 'function_result', call_id: 'c1', name: 'tide', result: response, is_error: true },
    ]);
  });

  it('a result may hold media', () => {
    const parts = [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }];
    expect(
      inputOf(user({ functionResponse: { id: 'c1', name: 'plot', response: { ok: true }, parts } })),
    ).toEqual([
      {
        type: 'function_result',
        call_id: 'c1',
        name: 'plot',
        result: [
          { type: 'text', text: '{"ok":true}' },
          { type: 'image', data: 'AAAA', mime_type: 'image/png' },
        ],
      },
    ]);
  });

  it('thoughts go back as a signature and nothing else', () => {
    expect(
      inputOf(
        model(
          { text: 'Let me see', thought: true, thoughtSignature: 's' },
          { text: 'x', thought: true },
          'Hi',
        ),
      ),
    ).toEqual([
      { type: 'thought', signature: 's' },
      { type: 'model_output', content: [{ type: 'text', text: 'Hi' }] },
    ]);
  });

  it('a signature on a text of the model goes in front of it as a thought', () => {
    expect(inputOf(model({ text: 'Hi', thoughtSignature: 's' }), user('more'))).toMatchObject([
      { type: 'thought', signature: 's' },
      { type: 'model_output', content: [{ type: 'text', text: 'Hi' }] },
      { type: 'user_input' },
    ]);
  });

  it.each([
    ['OUTCOME_OK', undefined],
    ['OUTCOME_FAILED', true],
    ['OUTCOME_DEADLINE_EXCEEDED', true],
  ])('code that ended with %s', (outcome, isError) => {
    expect(
      inputOf(
        model(
          { executableCode: { id: 'x', code: '1+1', language: 'PYTHON' } },
          { codeExecutionResult: { id: 'x', outcome, output: '2' } },
        ),
      ),
    ).toEqual([
      { type: 'code_execution_call', id: 'x', arguments: { code: '1+1', language: 'python' } },
      {
        type: 'code_execution_result',
        call_id: 'x',
        result: '2',
        ...(isError === undefined ? {} : { is_error: isError }),
      },
    ]);
  });

  it.each([
    ['an empty part', {}, 'contents[0].parts[1]'],
    ['a part of a kind that the wire has not', { toolCall: { id: 'x' } }, 'toolCall'],
    ['media without bytes', { inlineData: { mimeType: 'image/png' } }, 'contents[0].parts[1].inlineData'],
    ['media without an address', { fileData: { mimeType: 'image/png' } }, 'contents[0].parts[1].fileData'],
    ['a result that answers no call', { functionResponse: { name: 'tide', response: {} } }, '"tide"'],
  ])('%s is an error that names it', (_, part, name) => {
    expect(() => inputOf(user('a', part))).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining(name) }),
    );
  });

  it.each([
    ['no contents', []],
    ['contents without parts', [user()]],
    ['empty text', [user('')]],
    ['nothing but unsigned thoughts', [model({ text: 'hm', thought: true })]],
  ])('an empty input is never sent: %s', (_, contents) => {
    expect(() => paramsOf({ contents })).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('raw steps stand in for the parts of their content, unknown ones too', () => {
    const answer = model('Hi');
    const raw = { type: 'hologram_output', beams: 3 };
    const unknown = { type: 'unknown' as const, wireType: 'hologram_output', raw };
    const { input } = toCreateParams(
      {
        contents: [user('a'), answer, user('b')],
        toolsDict: {},
        replaySteps: new Map([
          [
            answer,
            [{ type: 'thought', signature: 's' }, unknown, { type: 'function_call', id: 'c', name: 'n' }],
          ],
        ]),
      },
      { model: 'm', target: { kind: 'google' }, stream: false },
    );
    expect(input).toEqual([
      { type: 'user_input', content: [{ type: 'text', text: 'a' }] },
      { type: 'thought', signature: 's' },
      raw,
      { type: 'function_call', id: 'c', name: 'n', arguments: {} },
      { type: 'user_input', content: [{ type: 'text', text: 'b' }] },
    ]);
  });
});

describe('the current turn of a chained request', () => {
  const previous = { previousInteractionId: 'v1_a' };
  const cutInput = (...contents: Content[]) => paramsOf({ ...previous, contents }).input;

  it('is what the user said at the end', () => {
    expect(cutInput(user('one'), model('1'), user('two'), user('three'))).toEqual([
      { type: 'user_input', content: [{ type: 'text', text: 'two' }] },
      { type: 'user_input', content: [{ type: 'text', text: 'three' }] },
    ]);
  });

  it('takes along signed thoughts of the turn before, and never a call that the server holds', () => {
    const answer = model(
      { text: 'plan', thought: true, thoughtSignature: 's' },
      { functionCall: { id: 'c1', name: 'tide', args: {} }, thoughtSignature: 's2' },
      'Looking it up',
    );
    const result = user({ functionResponse: { id: 'c1', name: 'tide', response: {} } });
    expect(cutInput(user('one'), answer, result)).toEqual([
      { type: 'thought', signature: 's' },
      { type: 'function_result', call_id: 'c1', name: 'tide', result: {} },
    ]);
  });

  it('is nothing, and so not sent, when the model spoke last', () => {
    expect(() => cutInput(user('one'), model('1'))).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  it('is left as it is where a runner gathered it: a canned reply was never told to the server', () => {
    const contents = [model('canned'), user('two')];
    expect(paramsOf({ ...previous, contents, replaySteps: new Map() }).input).toEqual([
      { type: 'model_output', content: [{ type: 'text', text: 'canned' }] },
      { type: 'user_input', content: [{ type: 'text', text: 'two' }] },
    ]);
  });
});

const parts = fc.oneof(
  fc.record({ text: fc.string() }),
  fc.record({ text: fc.string(), thought: fc.constant(true), thoughtSignature: fc.base64String() }),
  fc.record({
    inlineData: fc.record({
      mimeType: fc.constantFrom('image/png', 'application/pdf'),
      data: fc.base64String({ minLength: 4 }),
    }),
  }),
  fc.record({
    functionCall: fc.record({
      id: fc.uuid(),
      name: fc.constant('f'),
      args: fc.dictionary(fc.string(), fc.jsonValue()),
    }),
  }),
  fc.record({
    functionResponse: fc.record({
      id: fc.uuid(),
      name: fc.constant('f'),
      response: fc.dictionary(fc.string(), fc.jsonValue()),
    }),
  }),
);

it('whatever contents hold, the strict reader of the protocol takes what we send', () => {
  const contents = fc.array(
    fc.record({ role: fc.constantFrom('user', 'model'), parts: fc.array(parts, { maxLength: 4 }) }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(contents, (list) => {
      paramsOf({ contents: [...list, user('end')] });
    }),
  );
});
