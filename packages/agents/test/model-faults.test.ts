import { parseInteraction, parseStreamEvent, type ReceivedStreamEvent } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import type { LlmRequest } from '../src/contract/llm-request.ts';
import type { LlmResponse } from '../src/contract/llm-response.ts';
import { AgentsError } from '../src/error.ts';
import { generateOverInteractions } from '../src/model/interactions/generate.ts';
import type { InteractionsTransport } from '../src/model/interactions/transport/transport.ts';
import { interactionEvents, interactionOf, output, withEventIds } from './support/model-streams.ts';
import { textsOf } from './support/read-answer.ts';
import { recordWarnings } from './support/record-warnings.ts';

recordWarnings();

type Events = readonly (Record<string, unknown> | Error)[];

interface Script {
  readonly stream?: Events;
  readonly create?: unknown;
  /** What each `follow` brings, in order. */
  readonly follow?: readonly Events[];
  /** What each `get` brings, in order; the last one stays. */
  readonly get?: readonly unknown[];
}

/** A transport that does as it is told, and writes down what it was asked. */
function scripted({ stream = [], create, follow = [], get = [] }: Script) {
  const asked: string[] = [];
  let follows = 0;
  let gets = 0;
  const transport: InteractionsTransport = {
    create: async (params) => {
      asked.push(`create ${params.previous_interaction_id ?? '-'}`);
      return whole(create);
    },
    stream: async function* (params) {
      asked.push(`stream ${params.previous_interaction_id ?? '-'}`);
      yield* play(stream);
    },
    get: async (id) => {
      asked.push(`get ${id}`);
      gets += 1;
      return whole(get[Math.min(gets, get.length) - 1]);
    },
    follow: async function* (id, { lastEventId }) {
      asked.push(`follow ${id} ${lastEventId ?? '-'}`);
      follows += 1;
      yield* play(follow[follows - 1] ?? []);
    },
    cancel: async (id) => {
      asked.push(`cancel ${id}`);
      throw refused(400, 'failed_precondition');
    },
    delete: async () => {},
  };
  return { transport, asked };
}

async function* play(events: Events): AsyncGenerator<ReceivedStreamEvent, void, undefined> {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield parseStreamEvent(event);
  }
}

function whole(value: unknown) {
  if (value instanceof Error || value === undefined) throw value ?? new Error('not in the script');
  return parseInteraction(value);
}

async function run(
  script: Script,
  request: Partial<LlmRequest> = {},
  isStreamed = script.create === undefined,
) {
  const { transport, asked } = scripted(script);
  const waits: number[] = [];
  const responses: LlmResponse[] = [];
  let error: unknown;
  try {
    for await (const response of generateOverInteractions(
      { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], toolsDict: {}, ...request },
      {
        transport,
        target: { id: 't', kind: 'other' },
        model: 'm',
        stream: isStreamed,
        sleep: async (ms) => void waits.push(ms),
      },
    )) {
      responses.push(response);
    }
  } catch (thrown) {
    error = thrown;
  }
  const final = responses.filter(({ partial }) => partial !== true);
  return { asked, waits, error, final, partials: responses.filter(({ partial }) => partial === true) };
}

const refused = (status: number, serverCode: string, message = 'No.') =>
  new AgentsError({ code: 'request_refused', message, status, serverCode, retryable: status >= 500 });
const CUT = new AgentsError({ code: 'stream_cut', message: 'cut', retryable: true });
const EVENTS = interactionEvents('v1_a', [output('De', 'i', 'mos.')]);
const MARKED = withEventIds(EVENTS);
const step = (text: string) => ({ type: 'model_output', content: [{ type: 'text', text }] });
const FINISHED = interactionOf('v1_a', [step('Deimos.')], 'completed');

describe('a stream that ends before its answer', () => {
  it.each(MARKED.slice(0, -1).map((_, index) => index + 1))(
    'after event %i is followed from there, and tells each text once',
    async (length) => {
      const { asked, partials, final } = await run({
        stream: [...MARKED.slice(0, length), CUT],
        follow: [MARKED.slice(length)],
      });
      expect(asked).toEqual(['stream -', `follow v1_a ${length}`]);
      expect(textsOf(partials)).toEqual(['De', 'i', 'mos.']);
      expect(textsOf(final)).toEqual(['Deimos.']);
    },
  );

  it('is followed as well where it ends without a sound', async () => {
    const { asked, final } = await run({ stream: MARKED.slice(0, 5), follow: [MARKED.slice(5)] });
    expect(asked).toEqual(['stream -', 'follow v1_a 5']);
    expect(textsOf(final)).toEqual(['Deimos.']);
  });

  it('may break off again, and overlap', async () => {
    const { asked, partials, final } = await run({
      stream: [...MARKED.slice(0, 4), CUT],
      follow: [[...MARKED.slice(3, 5), CUT], [refused(503, 'service_unavailable')], MARKED.slice(2)],
    });
    expect(asked.slice(1)).toEqual(['follow v1_a 4', 'follow v1_a 5', 'follow v1_a 5']);
    expect(textsOf(partials)).toEqual(['De', 'i', 'mos.']);
    expect(textsOf(final)).toEqual(['Deimos.']);
  });

  it.each(EVENTS.slice(1, -1).map((_, index) => index + 2))(
    'without event ids is asked for until it is finished (after event %i)',
    async (length) => {
      const { asked, waits, partials, final } = await run({
        stream: [...EVENTS.slice(0, length), CUT],
        get: [{ id: 'v1_a', status: 'in_progress' }, refused(503, 'service_unavailable'), FINISHED],
      });
      expect(asked).toEqual(['stream -', 'get v1_a', 'get v1_a', 'get v1_a']);
      expect(waits).toHaveLength(2);
      expect(textsOf(partials).join('')).toBe('Deimos.');
      expect(final).toHaveLength(1);
      expect(final[0]).toMatchObject({ interactionId: 'v1_a', content: { parts: [{ text: 'Deimos.' }] } });
    },
  );

  it('is asked for where following is refused', async () => {
    const { asked, final } = await run({
      stream: [...MARKED.slice(0, 5), CUT],
      follow: [[refused(400, 'invalid_request')]],
      get: [FINISHED],
    });
    expect(asked).toEqual(['stream -', 'follow v1_a 5', 'get v1_a']);
    expect(textsOf(final)).toEqual(['Deimos.']);
  });

  it('is given up where the server is gone for good, long before an answer that is only slow', async () => {
    const gone = new AgentsError({ code: 'network', message: 'gone', retryable: true });
    const { asked, error, final } = await run({ stream: [...EVENTS.slice(0, 4), CUT], get: [gone] });
    expect(error).toMatchObject({ code: 'stream_cut', message: expect.stringContaining('gone') });
    expect(final).toEqual([]);
    expect(asked.filter((line) => line.startsWith('get'))).toHaveLength(5);
  });

  it('gives what the server says of its failure', async () => {
    const failed = { id: 'v1_a', status: 'failed', errors: [{ code: 'api_error', message: 'Oh.' }] };
    const { final, error } = await run({ stream: [...EVENTS.slice(0, 4), CUT], get: [failed] });
    expect(final).toMatchObject([{ errorCode: 'api_error', errorMessage: 'Oh.' }]);
    expect(error).toBeUndefined();
  });

  it.each([
    ['it was never named', { stream: [CUT] }],
    ['it is not stored', { stream: [...interactionEvents('', [output('Half')]).slice(0, 4), CUT] }],
    [
      'the server does not know it',
      { stream: [...EVENTS.slice(0, 4), CUT], get: [refused(404, 'not_found')] },
    ],
    [
      'it does not finish',
      { stream: [...EVENTS.slice(0, 4), CUT], get: [{ id: 'v1_a', status: 'in_progress' }] },
    ],
  ])('is never taken for an answer: %s', async (_, script) => {
    const { final, error, asked } = await run(script);
    expect(final).toEqual([]);
    expect(error).toMatchObject({ code: 'stream_cut', retryable: true });
    expect(asked.length).toBeLessThan(50);
  });

  it('a stream that cannot be read is not asked for again', async () => {
    const malformed = new AgentsError({ code: 'malformed_response', message: 'x' });
    const { error, asked, final } = await run({ stream: [...MARKED.slice(0, 5), malformed] });
    expect(error).toBe(malformed);
    expect([asked, final]).toEqual([['stream -'], []]);
  });
});

describe('a chain that the server has lost', () => {
  const chained = { previousInteractionId: 'v1_old' };
  const standing = { id: 'v1_old', status: 'completed' };

  it.each([
    ['not found, by its id', refused(404, 'not_found', 'Interaction v1_old has expired.'), [], 'chain_lost'],
    ['not found, and gone', refused(404, 'not_found'), [refused(404, 'not_found')], 'chain_lost'],
    ['not found, without a word, and gone', refused(404, ''), [refused(404, 'not_found')], 'chain_lost'],
    ['not found, but there', refused(404, 'not_found'), [standing], 'request_refused'],
    ['a model that is not there', refused(404, 'model_not_found', 'No model v1_old.'), [], 'request_refused'],
    ['somebody else’s', refused(403, 'permission_denied'), [refused(403, 'permission_denied')], 'chain_lost'],
    ['a key that may not do this', refused(403, 'permission_denied'), [standing], 'request_refused'],
    [
      'still running',
      refused(400, 'failed_precondition'),
      [{ id: 'v1_old', status: 'in_progress' }],
      'chain_lost',
    ],
    ['failed', refused(400, 'failed_precondition'), [{ id: 'v1_old', status: 'failed' }], 'chain_lost'],
    ['a precondition of another kind', refused(400, 'failed_precondition'), [standing], 'request_refused'],
    [
      'named by its field',
      refused(400, 'invalid_request', 'previous_interaction_id is unknown'),
      [refused(404, 'not_found')],
      'chain_lost',
    ],
    ['another mistake', refused(400, 'invalid_request'), [], 'request_refused'],
    ['a quota', refused(429, 'quota_exceeded'), [], 'request_refused'],
    ['a server in trouble', refused(404, 'not_found'), [refused(500, 'api_error')], 'request_refused'],
    ['a lost connection', new AgentsError({ code: 'network', message: 'x' }), [], 'network'],
  ])('%s', async (_, error, get, code) => {
    for (const script of [
      { create: error, get },
      { stream: [error], get },
    ]) {
      const outcome = await run(script, chained);
      expect(outcome.error).toMatchObject({ code });
      expect(outcome.asked.slice(1)).toEqual(get.map(() => 'get v1_old'));
      expect(outcome.final).toEqual([]);
    }
  });

  it('is found out, too, where the stream itself says so first', async () => {
    const first = { event_type: 'error', error: { code: 'not_found', message: 'v1_old is gone' } };
    const { error, final } = await run({ stream: [first] }, chained);
    expect(error).toMatchObject({ code: 'chain_lost' });
    expect(final).toEqual([]);
  });

  it('is no concern of a request without one', async () => {
    const { error, asked } = await run({ create: refused(404, 'not_found') });
    expect(error).toMatchObject({ code: 'request_refused' });
    expect(asked).toEqual(['create -']);
  });

  it('is not looked for once an answer has begun', async () => {
    const late = { event_type: 'error', error: { code: 'not_found', message: 'v1_old' } };
    const { error, final, asked } = await run({ stream: [...EVENTS.slice(0, 4), late] }, chained);
    expect(error).toBeUndefined();
    expect(final).toMatchObject([{ errorCode: 'not_found', interactionId: 'v1_a' }]);
    expect(asked).toEqual(['stream v1_old']);
  });
});

it('events that lie ready are not told after an abort', async () => {
  const abort = new AbortController();
  const reason = new Error('enough');
  const { transport, asked } = scripted({ stream: EVENTS });
  const answer = generateOverInteractions(
    { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], toolsDict: {} },
    { transport, target: { id: 't', kind: 'other' }, model: 'm', stream: true, signal: abort.signal },
  );
  await answer.next();
  abort.abort(reason);
  await expect(answer.next()).rejects.toBe(reason);
  expect(await answer.next()).toEqual({ done: true, value: undefined });
  expect(asked).toEqual(['stream -', 'cancel v1_a']);
});

it.each([
  ['before it is whole', EVENTS, 1, ['stream -', 'cancel v1_a']],
  ['once it is whole', EVENTS, 4, ['stream -']],
  ['when it is not stored', interactionEvents('', [output('a', 'b')]), 1, ['stream -']],
])('an answer that is left %s', async (_, events, count, expected) => {
  const { transport, asked } = scripted({ stream: events });
  const answer = generateOverInteractions(
    { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], toolsDict: {} },
    { transport, target: { id: 't', kind: 'other' }, model: 'm', stream: true },
  );
  for (let index = 0; index < count; index += 1) await answer.next();
  await answer.return();
  expect(asked).toEqual(expected);
});

it('our own server is told which attempts are one request', async () => {
  const headers: unknown[] = [];
  const transport: InteractionsTransport = {
    ...scripted({}).transport,
    create: async (_, call) => {
      headers.push(call.headers);
      return parseInteraction(FINISHED);
    },
  };
  for (const kind of ['catenary', 'other'] as const) {
    const options = { transport, target: { id: 't', kind }, model: 'm', stream: false, newId: () => 'id-1' };
    const config = { httpOptions: { headers: { 'x-mine': '1' } } };
    const contents = [{ role: 'user', parts: [{ text: 'hello' }] }];
    for await (const _ of generateOverInteractions({ contents, toolsDict: {}, config }, options));
  }
  expect(headers).toEqual([{ 'idempotency-key': 'id-1', 'x-mine': '1' }, { 'x-mine': '1' }]);
});
