import { describe, expect, it } from 'vitest';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { LlmResponse } from '../contract/llm-response.ts';
import { createScriptGate } from './script-gate.ts';
import { ScriptedModel, scriptCalls, scriptPartial, scriptText } from './scripted-model.ts';

const request = (more: Partial<LlmRequest> = {}): LlmRequest => ({
  contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
  toolsDict: {},
  ...more,
});

async function read(model: ScriptedModel, more?: Partial<LlmRequest>, stream = false, signal?: AbortSignal) {
  const responses: LlmResponse[] = [];
  for await (const response of model.generateContentAsync(request(more), stream, signal))
    responses.push(response);
  return responses;
}

describe('a scripted model', () => {
  it('says its turns in order, partial ones only to those who stream', async () => {
    const turn = [scriptPartial('a'), scriptText('ab')];
    const model = new ScriptedModel({ turns: [turn, turn] });
    expect(await read(model, {}, true)).toEqual(turn);
    expect(await read(model)).toEqual([scriptText('ab')]);
    model.assertDone();
  });

  it('fails on a call that is not in the script, and says what was asked', async () => {
    const model = new ScriptedModel({ turns: [] });
    await expect(read(model)).rejects.toMatchObject({
      code: 'script_mismatch',
      message: expect.stringContaining('"hi"'),
    });
  });

  it('fails on turns left over', () => {
    const model = new ScriptedModel({ turns: [scriptText('a'), scriptText('b')] });
    expect(() => model.assertDone()).toThrow('2 of 2');
  });

  it('throws what is in the script', async () => {
    const error = new Error('down');
    await expect(read(new ScriptedModel({ turns: [error] }))).rejects.toBe(error);
  });

  it('answers by a function of the call', async () => {
    const model = new ScriptedModel({
      turns: [({ request: { contents }, stream }) => scriptText(`${contents.length} ${stream}`)],
    });
    expect(await read(model, {}, true)).toEqual([scriptText('1 true')]);
  });

  it('keeps requests as they were when they were asked', async () => {
    const model = new ScriptedModel({ turns: [scriptText('ok')] });
    const asked = request();
    for await (const _response of model.generateContentAsync(asked))
      asked.contents[0]!.parts![0]!.text = 'edited';
    expect(model.requests[0]?.contents[0]?.parts?.[0]?.text).toBe('hi');
  });

  it('poses as a model of the Interactions API, with ids and statuses', async () => {
    const model = new ScriptedModel({
      turns: [[scriptPartial('a'), scriptCalls({ id: 'c', name: 'x' })], scriptText('b'), scriptText('c')],
      interactionsTarget: { id: 't', kind: 'other' },
    });
    expect(await read(model, {}, true)).toMatchObject([
      { partial: true, interactionId: 'interaction-1' },
      { interactionId: 'interaction-1', interactionStatus: 'requires_action' },
    ]);
    expect(await read(model)).toMatchObject([
      { interactionId: 'interaction-2', interactionStatus: 'completed' },
    ]);
    expect((await read(model, { stateless: true }))[0]).not.toHaveProperty('interactionId');
  });

  it('waits at a gate until it opens, or until the call is aborted', async () => {
    const gate = createScriptGate();
    const model = new ScriptedModel({
      turns: [
        [gate, scriptText('a')],
        [createScriptGate(), scriptText('b')],
      ],
    });
    const first = read(model);
    await gate.reached;
    expect(model.running).toBe(1);
    gate.open();
    expect(await first).toEqual([scriptText('a')]);
    const controller = new AbortController();
    const second = read(model, {}, false, controller.signal);
    controller.abort(new Error('stop'));
    await expect(second).rejects.toThrow('stop');
    expect(model.running).toBe(0);
  });
});
