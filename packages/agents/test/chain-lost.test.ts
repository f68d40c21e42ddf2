import { describe, expect, it } from 'vitest';
import type { Event } from '../src/contract/event.ts';
import type { Session } from '../src/contract/session.ts';
import { AgentsError } from '../src/error.ts';
import { createEvent } from '../src/event/create-event.ts';
import { scriptCalls, scriptPartial, scriptText } from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { createChainApp as app, sent } from './support/chain-app.ts';
import { brief } from './support/run.ts';

const recoveryOf = (event: Event | undefined) => event?.customMetadata?.['catenary:recovery'];

describe('a lost chain', () => {
  const lost = new AgentsError({ code: 'chain_lost', message: 'interaction-1 was not found' });

  it('is won back by one retry with the whole history, and the answer says so', async () => {
    const { ask, model } = await app(
      [
        scriptCalls({ id: 'c', name: 'look' }),
        scriptText('one'),
        lost,
        scriptText('two'),
        scriptText('three'),
      ],
      { instruction: 'Be kind.' },
    );
    await ask('a');
    const [event, ...rest] = await ask('b');
    expect(rest).toEqual([]);
    expect(brief([event!])).toEqual(['me: two']);
    expect(recoveryOf(event)).toEqual({ reason: 'chain_lost', lostInteractionId: 'interaction-2' });
    await ask('c');
    expect(sent(model).slice(2)).toEqual([
      ['interaction-2', 'u: b'],
      [null, 'u: a', 'm: c()', 'u: c=seen', 'm: one', 'u: b'],
      ['interaction-4', 'u: c'],
    ]);
    expect(model.requests[3]?.config).toEqual(model.requests[2]?.config);
  });

  it('is won back in the middle of a tool loop, without running a tool again', async () => {
    let runs = 0;
    const count = new FunctionTool({ name: 'count', description: '', execute: () => ++runs });
    const { ask, model } = await app([scriptCalls({ id: 'c', name: 'count' }), lost, scriptText('done')], {
      tools: [count],
    });
    expect(brief(await ask('a')).at(-1)).toBe('me: done');
    expect(runs).toBe(1);
    expect(sent(model)[2]).toEqual([null, 'u: a', 'm: c()', 'u: c=1']);
  });

  it('is won back with all that was said until then, which is not said again', async () => {
    let session: Session | undefined;
    const { ask, model, sessionService } = await app(
      [
        scriptText('one'),
        async () => {
          // Inside the model call, as a parallel agent would.
          const event = createEvent({
            author: 'other',
            content: { role: 'model', parts: [{ text: 'psst' }] },
          });
          await sessionService.appendEvent({ session: session!, event });
          return lost;
        },
        scriptText('two'),
        scriptText('three'),
      ],
      {
        beforeModelCallback: ({ context }) => {
          session = context.invocationContext.session;
          return undefined;
        },
      },
    );
    for (const text of ['a', 'b', 'c']) await ask(text);
    expect(sent(model).slice(2)).toEqual([
      [null, 'u: a', 'm: one', 'u: b', 'u: For context: [other] said: psst'],
      ['interaction-3', 'u: c'],
    ]);
  });

  it('is an error event when it is lost again', async () => {
    const { ask, model } = await app([scriptText('one'), lost, lost]);
    await ask('a');
    const events = await ask('b');
    expect(events.map(({ errorCode }) => errorCode)).toEqual(['chain_lost']);
    model.assertDone();
  });

  it('is an error event where nothing was continued, or something was said already', async () => {
    const first = await app([lost]);
    expect((await first.ask('a'))[0]?.errorCode).toBe('chain_lost');
    const late = await app([scriptText('one'), [scriptPartial('t'), lost]]);
    await late.ask('a');
    const events = await late.ask('b', { runConfig: { streamingMode: 'sse' } });
    expect(brief(events)).toEqual(['me ~: t', 'me !chain_lost: ']);
    expect(events[1]?.interactionId).toBe('interaction-2');
  });

  it('is not what another refusal is', async () => {
    const refused = new AgentsError({
      code: 'request_refused',
      serverCode: 'model_not_found',
      message: 'no such model',
    });
    const { ask, model } = await app([scriptText('one'), refused]);
    await ask('a');
    expect((await ask('b'))[0]).toMatchObject({
      errorCode: 'model_not_found',
      errorMessage: 'no such model',
    });
    model.assertDone();
  });

  it('replays raw steps to the target they came from', async () => {
    const steps = [{ type: 'thought' as const, signature: 's' }];
    const { ask, model } = await app([{ ...scriptText('one'), steps }, lost, scriptText('two')]);
    await ask('a');
    await ask('b');
    expect([...(model.requests[2]?.replaySteps?.values() ?? [])]).toEqual([steps]);
    expect(model.requests[1]?.replaySteps?.size).toBe(0);
  });
});
