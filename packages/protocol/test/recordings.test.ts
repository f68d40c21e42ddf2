import { describe, expect, it } from 'vitest';
import {
  encodeInteraction,
  encodeStreamEvent,
  foldStreamEvents,
  parseCreateInteractionRequest,
  parseInteraction,
  parseStreamEvent,
  pendingFunctionCalls,
} from '../src/index.ts';
import { readRecordings } from './support/fixtures.ts';

const recordings = readRecordings();

describe.skipIf(recordings === undefined)(
  'recordings of the hosted service (skipped where ../shared/recorded is absent)',
  () => {
    it.each(recordings?.unary ?? [])('$name is read and written back as it came', ({ response }) => {
      expect(encodeInteraction(parseInteraction(response))).toEqual(response);
    });

    it.each(recordings?.unary ?? [])('$name can be sent back as history, strictly read', ({ response }) => {
      const { steps } = parseInteraction(response);
      const request = { model: 'gemini-3.8-flash', store: false, input: steps };
      expect(parseCreateInteractionRequest(request)).toEqual(request);
    });

    it.each(recordings?.streams ?? [])(
      '$name has events that are written back as they came',
      ({ stream }) => {
        for (const line of stream) {
          expect(encodeStreamEvent(parseStreamEvent(JSON.parse(line)))).toEqual(JSON.parse(line));
        }
      },
    );

    it.each(recordings?.streams ?? [])(
      '$name folds into an interaction without a problem',
      async ({ stream }) => {
        const fold = await foldStreamEvents(stream.map((line) => parseStreamEvent(JSON.parse(line))));

        expect(fold.problems).toEqual([]);
        expect(fold.isTerminated).toBe(true);
        expect(fold.interaction?.steps?.length).toBeGreaterThan(0);
        expect(fold.interaction?.usage?.total_tokens).toBeGreaterThan(0);
        const needsAction = fold.interaction?.status === 'requires_action';
        expect(pendingFunctionCalls(fold.steps)).toHaveLength(needsAction ? 1 : 0);
      },
    );
  },
);
