import { describe, expect, it } from 'vitest';
import type { AfterModelCallback } from '../src/agent/callbacks.ts';
import type { LlmResponse } from '../src/contract/llm-response.ts';
import { AgentsError } from '../src/error.ts';
import { scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { createChainApp as app, sent } from './support/chain-app.ts';
import { brief, userText } from './support/run.ts';

describe('an answer that a chain does not continue from', () => {
  it.each(['failed', 'cancelled', 'in_progress', 'queued', 'something_new'])(
    'is one with the status %s',
    async (interactionStatus) => {
      const { ask, model } = await app([
        scriptText('one'),
        {
          ...scriptText('half'),
          interactionStatus,
          ...(interactionStatus === 'failed' ? { errorCode: 'x' } : {}),
        },
        scriptText('three'),
      ]);
      for (const text of ['a', 'b', 'c']) await ask(text);
      const retold = interactionStatus === 'failed' ? ['u: b', 'u: c'] : ['u: b', 'm: half', 'u: c'];
      expect(sent(model)[2]).toEqual(['interaction-1', ...retold]);
    },
  );

  it.each(['completed', 'requires_action', 'incomplete', 'budget_exceeded'])(
    'is none with the status %s',
    async (interactionStatus) => {
      const { ask, model } = await app([{ ...scriptText('one'), interactionStatus }, scriptText('two')]);
      await ask('a');
      await ask('b');
      expect(sent(model)[1]).toEqual(['interaction-1', 'u: b']);
    },
  );

  it('is one that never came, and the message is sent again', async () => {
    const network = new AgentsError({ code: 'network', message: 'refused', retryable: true });
    const { ask, model } = await app([scriptText('one'), network, scriptText('three')]);
    await ask('a');
    expect((await ask('b'))[0]?.errorCode).toBe('network');
    await ask('c');
    expect(sent(model)[2]).toEqual(['interaction-1', 'u: b', 'u: c']);
  });

  it('is one that a callback gave in place of the model, and the server is told of it later', async () => {
    let canned = false;
    const { ask, model } = await app([scriptText('one'), scriptText('three')], {
      beforeModelCallback: () => (canned ? scriptText('canned') : undefined),
    });
    await ask('a');
    canned = true;
    expect(brief(await ask('b'))).toEqual(['me: canned']);
    canned = false;
    await ask('c');
    expect(sent(model)).toEqual([
      [null, 'u: a'],
      ['interaction-1', 'u: b', 'm: canned', 'u: c'],
    ]);
  });

  it.each<[string, AfterModelCallback]>([
    ['replaced', () => scriptText('edited')],
    [
      'spread and replaced',
      ({ response }) => ({ ...response, content: { role: 'model', parts: [{ text: 'edited' }] } }),
    ],
    [
      'changed in place',
      ({ response }) => {
        response.content!.parts![0]!.text = 'edited';
        return undefined;
      },
    ],
  ])('is one that a callback has %s', async (_case, afterModelCallback) => {
    const answer: LlmResponse = { ...scriptText('one'), steps: [{ type: 'thought', signature: 's' }] };
    const { ask, model } = await app([answer, scriptText('two')], { afterModelCallback });
    const [event] = await ask('a');
    expect(event).toMatchObject({ interactionId: 'interaction-1', content: { parts: [{ text: 'edited' }] } });
    expect(event).not.toHaveProperty('chain');
    expect(event).not.toHaveProperty('steps');
    await ask('b');
    expect(sent(model)[1]).toEqual([null, 'u: a', 'm: edited', 'u: b']);
  });

  it('is none where a callback only looked, or added metadata', async () => {
    const { ask, model } = await app([scriptText('one'), scriptText('two')], {
      afterModelCallback: [
        () => undefined,
        ({ response }) => ({ ...response, customMetadata: { seen: true } }),
      ],
    });
    expect((await ask('a'))[0]?.customMetadata).toEqual({ seen: true });
    await ask('b');
    expect(sent(model)[1]).toEqual(['interaction-1', 'u: b']);
  });
});

describe('a request that a callback has edited', () => {
  it('goes out whole, without the chain, and its answer is no head', async () => {
    let edits = false;
    const { ask, model } = await app([scriptText('one'), scriptText('two'), scriptText('three')], {
      beforeModelCallback: ({ request }) => {
        if (edits) request.contents.push(userText('remember: it is late'));
        return undefined;
      },
    });
    await ask('a');
    edits = true;
    const [event] = await ask('b');
    expect(event?.chain).toBeUndefined();
    edits = false;
    await ask('c');
    expect(sent(model)).toEqual([
      [null, 'u: a'],
      [null, 'u: a', 'm: one', 'u: b', 'u: remember: it is late'],
      ['interaction-1', 'u: b', 'm: two', 'u: c'],
    ]);
  });

  it('is recognised when the edit is deep inside, and does not reach the session', async () => {
    const { ask, events, model } = await app([scriptText('one')], {
      beforeModelCallback: ({ request }) => {
        request.contents[0]!.parts![0]!.text = 'redacted';
        return undefined;
      },
    });
    const [event] = await ask('secret');
    expect(event?.chain).toBeUndefined();
    expect(sent(model)).toEqual([[null, 'u: redacted']]);
    expect(brief(await events())[0]).toBe('user: secret');
  });

  it('keeps every call answered, also one whose result the callback took out', async () => {
    const { ask, model } = await app([scriptCalls({ id: 'c', name: 'look' }), scriptText('two')], {
      beforeModelCallback: ({ request }) => {
        if (request.previousInteractionId !== undefined) request.contents = [userText('go on')];
        return undefined;
      },
    });
    await ask('a');
    expect(sent(model)[1]).toEqual([
      null,
      'u: a',
      'm: c()',
      'u: c=Not executed: the run ended before this call returned a result.',
      'u: go on',
    ]);
  });

  it('is one whose chain a callback took off, too: the model must not forget for that', async () => {
    const { ask, model } = await app([scriptText('one'), scriptText('two')], {
      beforeModelCallback: ({ request }) => {
        delete request.previousInteractionId;
        return undefined;
      },
    });
    await ask('a');
    await ask('b');
    expect(sent(model)[1]).toEqual([null, 'u: a', 'm: one', 'u: b']);
  });

  it('is unedited where a callback put back what was there', async () => {
    const { ask, model } = await app([scriptText('one'), scriptText('two')], {
      beforeModelCallback: ({ request }) => {
        request.contents = structuredClone(request.contents);
        return undefined;
      },
    });
    await ask('a');
    await ask('b');
    expect(sent(model)[1]).toEqual(['interaction-1', 'u: b']);
  });
});
