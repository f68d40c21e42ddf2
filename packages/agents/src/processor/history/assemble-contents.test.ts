import type { Part } from '@google/genai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../contract/event.ts';
import { createEvent } from '../../event/create-event.ts';
import { assembleContents } from './assemble-contents.ts';
import { openCallsOf } from './open-calls.ts';

const event = (author: string, parts: Part[], more: Partial<Event> = {}): Event =>
  createEvent({ author, content: { role: author === 'user' ? 'user' : 'model', parts }, ...more });
const text = (author: string, said: string, more?: Partial<Event>): Event =>
  event(author, [{ text: said }], more);
const calls = (author: string, ...ids: string[]): Event =>
  event(
    author,
    ids.map((id) => ({ functionCall: { id, name: 'look', args: { id } } })),
  );
const results = (author: string, ...ids: string[]): Event =>
  createEvent({
    author,
    content: {
      role: 'user',
      parts: ids.map((id) => ({ functionResponse: { id, name: 'look', response: { found: id } } })),
    },
  });
const options = { agentName: 'me', isReadable: () => true, target: undefined };

/** Contents in short: `u:` and `m:` for the roles, calls as `id()`, results as `id=`. */
function brief(events: readonly Event[], more: object = {}): string[] {
  return assembleContents(events, { ...options, ...more }).contents.map(
    ({ role, parts }) =>
      `${role === 'model' ? 'm' : 'u'}: ${(parts ?? [])
        .map(({ functionCall, functionResponse, text: said }) => {
          if (functionCall !== undefined) return `${functionCall.id}()`;
          if (functionResponse === undefined) return said ?? '[media]';
          const { error, status, found } = functionResponse.response ?? {};
          return `${functionResponse.id}=${found ?? status ?? (String(error).startsWith('Not executed') ? 'not executed' : error)}`;
        })
        .join(' | ')}`,
  );
}

describe('contents from a session', () => {
  it('keep the order of the session, with the agent as the model', () => {
    expect(brief([text('user', 'hi'), text('me', 'hello'), text('user', 'bye')])).toEqual([
      'u: hi',
      'm: hello',
      'u: bye',
    ]);
  });

  it('tell what other agents said and did as context from the user side', () => {
    expect(
      brief([text('user', 'hi'), text('other', 'hello'), calls('other', 'a'), results('other', 'a')]),
    ).toEqual([
      'u: hi',
      'u: For context: [other] said: hello',
      'u: For context: [other] called `look` with {"id":"a"}',
      'u: For context: [other] got from `look`: {"found":"a"}',
    ]);
  });

  it('leave out hand-overs, thoughts and signatures of other agents', () => {
    const handOver = event('other', [
      { text: 'hm', thought: true },
      { functionCall: { id: 't', name: 'transfer_to_agent', args: { agentName: 'me' } } },
    ]);
    const queued = event('other', [
      { functionResponse: { id: 't', name: 'transfer_to_agent', response: { result: 'Transfer queued' } } },
    ]);
    expect(brief([text('user', 'hi'), handOver, queued])).toEqual(['u: hi']);
    const picture = event('other', [
      { inlineData: { data: 'AA==', mimeType: 'image/png' }, thoughtSignature: 's' },
    ]);
    expect(assembleContents([picture], options).contents).toEqual([
      { role: 'user', parts: [{ inlineData: { data: 'AA==', mimeType: 'image/png' } }] },
    ]);
  });

  it('put the results right behind their calls, in call order, whatever came between', () => {
    expect(
      brief([
        calls('me', 'a', 'b'),
        text('other', 'meanwhile'),
        results('user', 'b'),
        text('user', 'and?'),
        results('me', 'a'),
      ]),
    ).toEqual(['m: a() | b()', 'u: a=a | b=b', 'u: For context: [other] said: meanwhile', 'u: and?']);
  });

  it('answer a call without a result, because servers refuse what is left open', () => {
    expect(brief([calls('me', 'a', 'b'), results('me', 'b'), text('user', 'never mind')])).toEqual([
      'm: a() | b()',
      'u: a=not executed | b=b',
      'u: never mind',
    ]);
  });

  it('answer a long-running call without a result as pending', () => {
    const waiting = { ...calls('me', 'a'), longRunningToolIds: ['a'] };
    expect(brief([waiting, text('user', 'well?')])).toEqual(['m: a()', 'u: a=pending', 'u: well?']);
  });

  it('tell a second result of a call as text, since a call is answered once', () => {
    expect(brief([calls('me', 'a'), results('me', 'a'), text('me', 'wait'), results('user', 'a')])).toEqual([
      'm: a()',
      'u: a=a',
      'm: wait',
      'u: For context: a later result of `look` (call a): {"found":"a"}',
    ]);
  });

  it('pair ids that start over with each answer, as local servers number them', () => {
    expect(
      brief([calls('me', '0'), results('me', '0'), calls('me', '0'), results('me', '0'), calls('me', '0')]),
    ).toEqual(['m: 0()', 'u: 0=0', 'm: 0()', 'u: 0=0', 'm: 0()', 'u: 0=not executed']);
  });

  it('give two calls of one id their results in order', () => {
    const twice = event('me', [
      { functionCall: { id: 'x', name: 'first' } },
      { functionCall: { id: 'x', name: 'second' } },
    ]);
    const both = event('me', [
      { functionResponse: { id: 'x', name: 'first', response: { found: 1 } } },
      { functionResponse: { id: 'x', name: 'second', response: { found: 2 } } },
    ]);
    expect(brief([twice, both])).toEqual(['m: x() | x()', 'u: x=1 | x=2']);
  });

  it('leave out an answer that failed, unless the chain continues from it', () => {
    const failed = text('me', 'half an ans', { errorCode: 'failed' });
    expect(brief([text('user', 'hi'), failed, text('user', 'again')])).toEqual(['u: hi', 'u: again']);
    const chain = { target: 't', seenThroughEventId: 'e', oldestAtMs: 0 };
    expect(brief([{ ...failed, chain }])).toEqual(['m: half an ans']);
  });

  it('drop thoughts that carry no signature and text that says nothing', () => {
    const thinking = event('me', [
      { text: 'hm', thought: true },
      { text: '', thought: true, thoughtSignature: 's' },
      { text: '' },
      { text: 'yes' },
    ]);
    expect(assembleContents([thinking], options).contents).toEqual([
      { role: 'model', parts: [{ text: '', thought: true, thoughtSignature: 's' }, { text: 'yes' }] },
    ]);
    expect(brief([event('me', [{ text: 'hm', thought: true }])])).toEqual([]);
  });

  it('are copies, so that nobody edits a session through them', () => {
    const said = text('user', 'hi');
    const [content] = assembleContents([said], options).contents;
    content!.parts![0]!.text = 'edited';
    expect(said.content?.parts).toEqual([{ text: 'hi' }]);
  });

  it('skip what the agent may not read', () => {
    const isReadable = (candidate: Event) => candidate.branch === undefined;
    expect(brief([text('user', 'hi'), text('other', 'secret', { branch: 'x' })], { isReadable })).toEqual([
      'u: hi',
    ]);
  });
});

describe('contents that continue a chain', () => {
  it('begin with the results of the calls that the server waits for', () => {
    const openCalls = openCallsOf(calls('me', 'a', 'b'));
    expect(
      brief([text('other', 'done'), results('me', 'b', 'a'), text('user', 'go on')], { openCalls }),
    ).toEqual(['u: a=a | b=b', 'u: For context: [other] said: done', 'u: go on']);
  });

  it('tell the server the replies that it never saw', () => {
    expect(brief([text('user', 'one'), text('me', 'canned'), text('user', 'two')])).toEqual([
      'u: one',
      'm: canned',
      'u: two',
    ]);
  });

  it('leave the last calls open where what follows answers them', () => {
    expect(brief([text('user', 'hi'), calls('me', 'a')], { closesCalls: false })).toEqual([
      'u: hi',
      'm: a()',
    ]);
  });
});

describe('raw steps', () => {
  const steps = [{ type: 'thought' as const, signature: 's' }];
  const chain = { target: 'here', seenThroughEventId: 'e', oldestAtMs: 0 };

  it.each([
    ['an answer of the same target', { chain }, 'here', 1],
    [
      'a stateless answer of the same target',
      { customMetadata: { 'catenary:answeredBy': 'here' } },
      'here',
      1,
    ],
    ['an answer of another target', { chain }, 'there', 0],
    ['an answer that nobody can vouch for', {}, 'here', 0],
    ['any answer, outside the Interactions API', {}, undefined, 0],
  ])('are replayed for %s: %o', (_case, more, target, size) => {
    const { contents, replaySteps } = assembleContents([text('me', 'hi', { steps, ...more })], {
      ...options,
      target,
    });
    expect(replaySteps.size).toBe(size);
    expect(replaySteps.get(contents[0]!)).toBe(size === 1 ? steps : undefined);
  });
});

it('every call has exactly one result, directly behind it, for any order of events', () => {
  const author = fc.constantFrom('user', 'me', 'other');
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 });
  const anyEvent = fc.oneof(
    author.map((name) => text(name, 'x')),
    fc.tuple(fc.constantFrom('me', 'other'), ids).map(([name, list]) => calls(name, ...list)),
    fc.tuple(author, ids).map(([name, list]) => results(name, ...list)),
  );
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      const { contents } = assembleContents(events, options);
      contents.forEach(({ role, parts = [] }, index) => {
        const called = parts.flatMap(({ functionCall }) => functionCall?.id ?? []);
        const next = contents[index + 1]?.parts?.map(({ functionResponse }) => functionResponse?.id);
        if (called.length > 0) {
          expect(role).toBe('model');
          expect(next).toEqual(called);
        } else if (parts.some(({ functionResponse }) => functionResponse !== undefined)) {
          expect(contents[index - 1]?.parts?.map(({ functionCall }) => functionCall?.id)).toEqual(
            parts.map(({ functionResponse }) => functionResponse?.id),
          );
        }
      });
    }),
  );
});
