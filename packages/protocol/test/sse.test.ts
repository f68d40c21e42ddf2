import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSse } from '../src/sse.ts';
import { collect, inBytes, inPieces } from './support/bytes.ts';

const framesOf = (text: string, cuts?: readonly number[]) => collect(decodeSse(inPieces(text, cuts)));

describe('decodeSse', () => {
  it('reads name and data of a frame', async () => {
    expect(await framesOf('event: step.stop\ndata: {"index":0}\n\n')).toEqual([
      { event: 'step.stop', data: '{"index":0}' },
    ]);
  });

  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('takes %s as the end of a line', async (_, end) => {
    const text = ['event: a', 'data: 1', 'data: 2', '', 'data: 3', '', ''].join(end);
    expect(await framesOf(text)).toEqual([{ event: 'a', data: '1\n2' }, { data: '3' }]);
    expect(await collect(decodeSse(inBytes(text)))).toEqual([{ event: 'a', data: '1\n2' }, { data: '3' }]);
  });

  it('skips comments, retry times, ids, foreign fields and frames without data', async () => {
    const text = ': ping\n\nretry: 10\n\nevent: lonely\n\nid: 7\nfoo\nfoo: bar\ndata: x\n\n:\n';
    expect(await framesOf(text)).toEqual([{ data: 'x' }]);
  });

  it('takes one space after the colon away, and keeps the others', async () => {
    expect(await framesOf('data:  two\ndata:none\ndata\n\n')).toEqual([{ data: ' two\nnone\n' }]);
  });

  it('skips a byte order mark at the start and keeps one inside the data', async () => {
    expect(await framesOf('\uFEFFdata: \uFEFFx\n\n')).toEqual([{ data: '\uFEFFx' }]);
  });

  it('delivers a last frame without a blank line, and even without a line end', async () => {
    expect(await framesOf('data: 1\n\ndata: 2\n')).toEqual([{ data: '1' }, { data: '2' }]);
    expect(await framesOf('data: 1\n\ndata: 2')).toEqual([{ data: '1' }, { data: '2' }]);
  });

  it('gives nothing for no bytes and for empty chunks', async () => {
    expect(await framesOf('')).toEqual([]);
    expect(await framesOf('', [0, 0])).toEqual([]);
  });

  it('does not take the LF of a CRLF that is cut in two for an empty line', async () => {
    expect(await framesOf('data: 1\r\ndata: 2\r\n\r\n', [8, 9, 17])).toEqual([{ data: '1\n2' }]);
  });

  it('reads the same frames however the bytes are cut', async () => {
    const line = fc.oneof(
      fc.constantFrom('', 'data', 'data:', ': c', 'event: é', 'data: 🌊 ü', 'data: \uFEFF'),
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 12 })
      .map((lines) => lines.map(([text, end]) => text + end).join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 20 }), async (stream, cuts) => {
        const whole = await framesOf(stream);
        expect(await framesOf(stream, cuts)).toEqual(whole);
        expect(await collect(decodeSse(inBytes(stream)))).toEqual(whole);
      }),
    );
  });

  it.each([
    ['an endless line', 'data: 123456789012345678'],
    ['a long line in one chunk', 'data: 123456789012345678\n\n'],
    ['many lines of one frame', 'data: 123\n'.repeat(8)],
  ])('refuses %s with frame_too_large', async (_, text) => {
    const frames = collect(decodeSse(inPieces(text), { maxFrameBytes: 20 }));
    await expect(frames).rejects.toMatchObject({ code: 'frame_too_large' });
  });

  it('delivers the frames before one that is too large', async () => {
    const frames = decodeSse(inPieces('data: 1\n\ndata: 123456789012345678\n\n'), { maxFrameBytes: 20 });
    expect((await frames.next()).value).toEqual({ data: '1' });
    await expect(frames.next()).rejects.toMatchObject({ code: 'frame_too_large' });
  });

  it('does not count comments and small frames against the limit', async () => {
    const text = ': a comment\n'.repeat(10) + 'data: 1\n\n'.repeat(10);
    expect(await collect(decodeSse(inPieces(text), { maxFrameBytes: 20 }))).toHaveLength(10);
  });

  it('passes on what the source throws', async () => {
    async function* failing() {
      yield new TextEncoder().encode('data: 1\n\n');
      throw new Error('socket closed');
    }
    const frames = decodeSse(failing());
    expect((await frames.next()).value).toEqual({ data: '1' });
    await expect(frames.next()).rejects.toThrow('socket closed');
  });

  it('ends the source when the reader leaves early', async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) {
          yield new TextEncoder().encode('data: 1\n\n');
        }
      } finally {
        isEnded = true;
      }
    }
    for await (const frame of decodeSse(endless())) {
      expect(frame).toEqual({ data: '1' });
      break;
    }
    expect(isEnded).toBe(true);
  });
});
