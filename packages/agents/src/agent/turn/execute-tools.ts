import type { FunctionCall, Part } from '@google/genai';
import { Context } from '../../context/context.ts';
import type { Event, EventActions } from '../../contract/event.ts';
import type { Tool } from '../../contract/tool.ts';
import { createEventActions, mergeEventActions } from '../../event/event-actions.ts';
import { getFunctionCalls } from '../../event/get-function-calls.ts';
import { plainCopy } from '../../frozen-copy.ts';
import { brokenCallArguments } from '../../model/interactions/broken-calls.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';
import { ABORTED, raceAbort } from '../abort.ts';
import { firstAnswer } from '../callbacks.ts';
import type { EventFactory } from '../event-factory.ts';
import { toolResult } from './tool-result.ts';
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
  const calls = getFunctionCalls(round.answer);
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
  if (tool === undefined) {
    const known = Object.keys(request.toolsDict).join(', ');
    return {
      call,
      actions,
      kind: 'invalid',
      response: { error: `There is no tool "${name}". Tools: ${known}.` },
    };
  }
  const broken = brokenCallArguments(round.answer).get(call.id ?? '');
  if (broken !== undefined && call.args === undefined) {
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
  const response = await run({ tool, args, context: toolContext }, round.agent);
  return response === undefined
    ? { call, actions, kind: 'pending' }
    : { call, actions, kind: 'ran', response };
}

interface ToolCall {
  readonly tool: Tool;
  readonly args: Record<string, unknown>;
  readonly context: Context;
}

/** The result of one call; `undefined` when a long-running tool answers later. */
async function run(toolCall: ToolCall, agent: TurnAgent): Promise<Record<string, unknown> | undefined> {
  const response = await settle(() => answer(toolCall, agent));
  if (response === undefined) {
    return undefined;
  }
  return settle(async () => {
    const replaced = await firstAnswer(agent.canonicalAfterToolCallbacks, (callback) =>
      callback({ ...toolCall, response }),
    );
    return toolResult(replaced ?? response);
  });
}

async function answer(
  { tool, args, context }: ToolCall,
  agent: TurnAgent,
): Promise<Record<string, unknown> | undefined> {
  const canned = await firstAnswer(agent.canonicalBeforeToolCallbacks, (callback) =>
    callback({ tool, args, context }),
  );
  if (canned !== undefined) {
    return toolResult(canned);
  }
  context.abortSignal?.throwIfAborted();
  const result = await tool.runAsync({ args, toolContext: context });
  return tool.isLongRunning && (result === undefined || result === null) ? undefined : toolResult(result);
}

/** Errors of user code are for the model to hear of; the run goes on. */
async function settle<T>(work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
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
