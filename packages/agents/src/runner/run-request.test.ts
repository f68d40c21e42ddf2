import type { Part } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { checkMessage } from './run-request.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;

// What follows passes for parts in programs that do not check types.
const refused: readonly (readonly [string, unknown])[] = [
  ['holds nothing', {}],
  ['holds nothing but undefined', { text: undefined }],
  ['is no object', null],
  ['has media without bytes', { inlineData: { data: '', mimeType: 'image/png' } }],
  ['has media of a kind that has no length', { inlineData: { data: new ArrayBuffer(2) } }],
  ['has a file without an address', { fileData: { mimeType: 'image/png' } }],
  ['has a result with a bigint', { functionResponse: { id: '1', name: 'a', response: { n: 1n } } }],
  ['has a result with a cycle', { functionResponse: { id: '1', name: 'a', response: circular } }],
];

describe('a message', () => {
  it.each(refused)('is refused before it is stored when a part %s', (_why, part) => {
    expect(() => checkMessage({ parts: [{ text: 'look' }, part as Part] })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining('parts[1]') }),
    );
  });

  it.each([[[]], [[{ text: '' }]], [[{ text: '' }, { text: '' }]]])(
    'that says nothing is refused: %j',
    (parts) => {
      expect(() => checkMessage({ parts })).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    },
  );

  it('may hold an empty text beside something else', () => {
    const data = { inlineData: { data: 'AQID', mimeType: 'image/png' } };
    expect(() => checkMessage({ parts: [{ text: '' }, data] })).not.toThrow();
  });

  it.each<Part>([
    { inlineData: { data: 'AQID', mimeType: 'image/png' } },
    // Bytes are not of the SDK's type, and taken all the same.
    { inlineData: { data: new Uint8Array([1]) as unknown as string } },
    { fileData: { fileUri: 'gs://a/b' } },
    { functionResponse: { name: 'a', response: { n: 1 } } },
    { functionResponse: { name: 'a' } },
  ])('may hold %o', (part) => {
    expect(() => checkMessage({ parts: [part] })).not.toThrow();
  });
});
