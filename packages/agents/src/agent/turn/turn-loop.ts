import type { InvocationContext } from '../../contract/context.ts';
import type { Event } from '../../contract/event.ts';
import { unansweredCalls } from '../../processor/history/open-calls.ts';
import { ABORTED, isAborted, isStopped } from '../abort.ts';
import { type EventFactory, eventFactory } from '../event-factory.ts';
import { buildRequest } from './build-request.ts';
import { callModel } from './call-model.ts';
import { completeOutput } from './complete-output.ts';
import { errorEvent } from './error-event.ts';
import { executeTools, type ToolRound } from './execute-tools.ts';
import { structuredAnswer } from './structured-answer.ts';
import type { TurnAgent } from './turn-agent.ts';

/** How many answers in a row may hold nothing but calls that cannot be run. */
const MAX_INVALID_ROUNDS = 3;

/**
 * Model, tools, and again, until the model answers without calls. Yields, for each round: partial events, the answer,
 * one event with all results. It ends early when a call is left pending, when a tool asks that its result be the
 * answer, when another agent takes over (whose events follow), with an error event, and without one on an abort.
 */
export async function* runTurns(
  agent: TurnAgent,
  context: InvocationContext,
): AsyncGenerator<Event, void, undefined> {
  const newEvent = eventFactory(agent.name, context);
  let invalidRounds = 0;
  while (!isStopped(context)) {
    const draft = await buildRequest(agent, context);
    if (isStopped(context)) {
      return;
    }
    const answer = yield* callModel(agent, draft, newEvent);
    if (answer === undefined || isStopped(context) || !asksForTools(answer)) {
      return;
    }
    const round = await executeTools({ agent, draft, answer }, newEvent);
    // A tool may end the invocation; what it did has happened all the same, so the results are still told.
    if (round === ABORTED || isAborted(context)) {
      return;
    }
    invalidRounds = round.isInvalid ? invalidRounds + 1 : 0;
    const goesOn = yield* endRound({ agent, context, newEvent, round });
    if (!goesOn) {
      return;
    }
    if (invalidRounds === MAX_INVALID_ROUNDS) {
      const message = `The model made ${invalidRounds} answers in a row whose calls cannot be run; the results say why.`;
      yield errorEvent(newEvent, 'invalid_tool_calls', message);
      return;
    }
  }
}

interface EndedRound {
  readonly agent: TurnAgent;
  readonly context: InvocationContext;
  readonly newEvent: EventFactory;
  readonly round: ToolRound;
}

/** Yields the results, and what they bring about beside another model call. Returns whether the model is called again. */
async function* endRound(ended: EndedRound): AsyncGenerator<Event, boolean, undefined> {
  const { agent, context, newEvent, round } = ended;
  if (round.event === undefined) {
    return !round.isPending;
  }
  yield round.event;
  const { transferToAgent, skipSummarization } = round.event.actions;
  if (isStopped(context)) {
    return false;
  }
  if (transferToAgent !== undefined) {
    yield* handOver(transferToAgent, ended);
    return false;
  }
  const structured = structuredAnswer(newEvent, round.event);
  if (structured !== undefined) {
    const mismatch = await completeOutput(agent, structured);
    yield structured;
    if (mismatch !== undefined) {
      yield errorEvent(newEvent, 'output_schema_mismatch', mismatch);
    }
    return false;
  }
  return skipSummarization !== true && !round.isPending;
}

async function* handOver(
  name: string,
  { agent, context, newEvent }: EndedRound,
): AsyncGenerator<Event, void, undefined> {
  const next = agent.rootAgent.findAgent(name);
  if (next === undefined) {
    yield errorEvent(
      newEvent,
      'agent_not_found',
      `"${agent.name}" hands over to "${name}", and there is no such agent.`,
    );
    return;
  }
  yield* next.runAsync(context);
}

function asksForTools(answer: Event): boolean {
  return answer.errorCode === undefined && unansweredCalls(answer).length > 0;
}
