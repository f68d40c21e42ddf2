import type { FunctionCall, Part } from '@google/genai';
import { Context } from '../../context/context.ts';
import type { Event, EventActions } from '../../contract/event.ts';
import { createEventActions, mergeEventActions } from '../../event/event-actions.ts';
import { plainCopy } from '../../frozen-copy.ts';
import { brokenArgumentsOf } from '../../model/interactions/broken-calls.ts';
import { unansweredCalls } from '../../processor/history/open-calls.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';
import { isBaseTool } from '../../tool/base-tool.ts';
import { ABORTED, raceAbort } from '../abort.ts';
import type { EventFactory } from '../event-factory.ts';
import { runTool } from './run-tool.ts';
import type { TurnAgent } from './turn-agent.ts';

/** What the calls of one answer came to. */
export interface ToolRound {
  /** All results, in call order; `undefined` when there are none. */
  readonly event: Event | undefined;
  /** True when a long-running tool has not answered: the run ends here, and goes on once its result is handed in. */
  readonly isPending: boolean;
  /** True when no call could be run: every one named an unknown tool or had arguments that cannot be read. */
  readonly isInvalid: boolean;
}

interface Outcome {
  readonly call: FunctionCall;
  readonly actions: EventActions;
  readonly kind: 'ran' | 'invalid' | 'pending';
  /** Absent only while pending. */
  readonly response?: Record<string, unknown>;
}

/** What every call of a round needs. */
interface Round {
  readonly agent: TurnAgent;
  readonly draft: RequestDraft;
  readonly answer: Event;
}

/**
 * Runs the calls of an answer at the same time, each once, and gathers the results. Whatever goes wrong with a call (no
 * such tool, unreadable arguments, a tool or a tool callback that throws) becomes its result, so that the model is told.
 * After an abort it returns at once with `aborted`; tools see the signal in their context.
 */
export async function executeTools(
  round: Round,
  newEvent: EventFactory,
): Promise<ToolRound | typeof ABORTED> {
  const calls = unansweredCalls(round.answer);
  const outcomes = await raceAbort(
    Promise.all(calls.map((call) => execute(call, round))),
    round.draft.context.abortSignal,
  );
  if (outcomes === ABORTED) {
    return ABORTED;
  }
  return {
    event: resultEvent(outcomes, newEvent),
    isPending: outcomes.some(({ kind }) => kind === 'pending'),
    isInvalid: outcomes.every(({ kind }) => kind === 'invalid'),
  };
}

async function execute(call: FunctionCall, round: Round): Promise<Outcome> {
  const { request, context } = round.draft;
  const actions = createEventActions();
  const name = call.name ?? '';
  const tool = Object.hasOwn(request.toolsDict, name) ? request.toolsDict[name] : undefined;
  if (!isBaseTool(tool)) {
    const known = Object.keys(request.toolsDict).join(', ');
    return {
      call,
      actions,
      kind: 'invalid',
      response: { error: `There is no tool "${name}". Tools: ${known}.` },
    };
  }
  const broken = brokenArgumentsOf(call, round.answer);
  if (broken !== undefined) {
    const error = `The arguments of "${name}" are not valid JSON: ${broken}`;
    return { call, actions, kind: 'invalid', response: { error } };
  }
  const { id } = call;
  const toolContext = new Context({
    invocationContext: context,
    eventActions: actions,
    ...(id === undefined ? {} : { functionCallId: id }),
  });
  // Tools and callbacks may edit what they are given; the stored call stays as the model made it.
  const args = plainCopy(call.args ?? {});
  const response = await runTool({ tool, args, context: toolContext }, round.agent);
  return response === undefined
    ? { call, actions, kind: 'pending' }
    : { call, actions, kind: 'ran', response };
}

function resultEvent(outcomes: readonly Outcome[], newEvent: EventFactory): Event | undefined {
  const parts = outcomes.flatMap(({ call, response }): Part[] => {
    if (response === undefined) {
      return [];
    }
    const { id, name } = call;
    return [
      {
        functionResponse: {
          ...(id === undefined ? {} : { id }),
          ...(name === undefined ? {} : { name }),
          response,
        },
      },
    ];
  });
  const actions = mergeEventActions(outcomes.map((outcome) => outcome.actions));
  if (parts.length > 0) {
    return newEvent({ content: { role: 'user', parts }, actions });
  }
  // A tool that answers later may have set state all the same.
  return Object.keys(actions.stateDelta).length > 0 ? newEvent({ actions }) : undefined;
}
