import { parseCreateInteractionRequest } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { toCreateParams } from '../src/model/interactions/request/create-params.ts';
import { readModelFixtures, readModelRecordings } from './support/model-fixtures.ts';
import { readAnswer, textsOf } from './support/read-answer.ts';
import { unaryAnswer } from './support/unary-answer.ts';

const fixtures = readModelFixtures('model');
const recordings = readModelRecordings();

describe('exchanges written by hand', () => {
  it.each(fixtures.filter(({ llmRequest }) => llmRequest !== undefined))(
    '$name goes out as the wire has it',
    ({ llmRequest, request }) => {
      const params = toCreateParams(
        { toolsDict: {}, ...(llmRequest as { contents: [] }) },
        {
          model: 'not-asked',
          target: { kind: 'google' },
          stream: false,
        },
      );
      expect(params).toEqual(request);
    },
  );

  it.each(fixtures.filter(({ expected }) => expected !== undefined))(
    '$name comes in the same, streamed or not',
    ({ response, stream, expected }) => {
      expect(unaryAnswer(response ?? {})).toEqual(expected);
      expect(readAnswer(stream ?? []).final).toEqual(expected);
    },
  );

  it.each(
    readModelFixtures('protocol').filter(
      ({ response, stream }) => response !== undefined && stream !== undefined,
    ),
  )(
    '$name of the protocol gives the same final response, streamed or not',
    ({ response = {}, stream = [] }) => {
      const { modelVersion: _, ...final } = readAnswer(stream).final ?? {};
      // An agent’s interaction names no model in its events.
      const { modelVersion: __, ...whole } = unaryAnswer(response);
      expect(final).toEqual(whole);
    },
  );
});

describe.skipIf(recordings === undefined)(
  'recordings of the hosted service (skipped where ../shared/recorded is absent)',
  () => {
    it.each(recordings?.unary ?? [])('$name is an answer, or calls, with usage', ({ response }) => {
      const final = unaryAnswer(response);
      expect(final).toMatchObject({ finishReason: 'STOP', interactionId: expect.stringMatching(/^v1_/) });
      expect(final.content?.parts?.length).toBeGreaterThan(0);
      const { promptTokenCount = 0, candidatesTokenCount = 0, ...usage } = final.usageMetadata ?? {};
      const { thoughtsTokenCount = 0, toolUsePromptTokenCount = 0, totalTokenCount } = usage;
      expect(promptTokenCount + candidatesTokenCount + thoughtsTokenCount + toolUsePromptTokenCount).toBe(
        totalTokenCount,
      );
    });

    it.each(recordings?.unary ?? [])('$name goes back as history, as it came', ({ response }) => {
      const { content = {}, steps = [] } = unaryAnswer(response);
      const params = toCreateParams(
        {
          contents: [
            { role: 'user', parts: [{ text: 'a' }] },
            content,
            { role: 'user', parts: [{ text: 'b' }] },
          ],
          toolsDict: {},
          replaySteps: new Map([[content, steps]]),
        },
        { model: 'm', target: { kind: 'google' }, stream: false },
      );
      expect(params.input.slice(1, -1)).toEqual(response.steps);
      expect(parseCreateInteractionRequest(params)).toEqual(params);
    });

    it.each(recordings?.streams ?? [])('$name is told in pieces, then once', ({ stream }) => {
      const { partials, final } = readAnswer(stream);
      expect(final).toMatchObject({ finishReason: 'STOP', interactionId: expect.stringMatching(/^v1_/) });
      expect(final?.usageMetadata?.totalTokenCount).toBeGreaterThan(0);
      expect(partials.every(({ interactionId }) => interactionId === final?.interactionId)).toBe(true);
      expect(textsOf(partials).join('')).toBe(textsOf(final === undefined ? [] : [final]).join(''));
    });
  },
);
