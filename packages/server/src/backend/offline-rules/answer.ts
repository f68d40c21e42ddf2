import type { JsonObject } from '@catenary/protocol';
import type { BackendRequest } from '../backend.ts';
import { bestOf, requestVerbs } from './arguments/choose-tool.ts';
import { isObject } from './arguments/parameter.ts';
import { profileOf } from './arguments/tool-profile.ts';
import { composeReply, type Reply } from './compose-reply.ts';
import { type Turn, turnsOf } from './conversation.ts';
import { clausesOf } from './language/clause.ts';
import { contentStems } from './language/words.ts';
import type { Outcome, Situation } from './plan.ts';
import { planCall, planFollowUp, planReply } from './plan-call.ts';
import { planClause } from './plan-clause.ts';
import { describeResult } from './sources/describe-result.ts';
import type { DocumentText } from './sources/document-text.ts';
import { factsOf, toFact } from './sources/recall.ts';
import { schemaValue } from './sources/schema-value.ts';

/** Most clauses of one message that are answered; each may cost a look at the whole chain. */
const MAX_CLAUSES = 20;
/** Most lines of documents that values for a schema are looked for in. */
const MAX_LINES = 500;

export interface AnswerOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly readDocument: (document: Turn['documents'][number]) => Promise<DocumentText>;
}

/** Answers the last turn of a request: calls first, then, once everything is there, words or the JSON that was asked for. */
export async function answer(request: BackendRequest, options: AnswerOptions): Promise<Reply> {
  const situation = await situationOf(request, options);
  const forced = modeOf(request) === 'any' && situation.turn.calls.length === 0;
  const planned = await planTurn(situation);
  const outcomes =
    forced && !planned.some(({ kind }) => kind === 'call') ? await planForced(situation) : planned;
  const reply = composeReply(outcomes, situation);
  const schema = schemaOf(request);
  if (schema === undefined || reply.kind !== 'say') {
    return reply;
  }
  const { turn, turns, pages, hits = [] } = situation;
  const lines = pages.flatMap((page) => page.split('\n'));
  const earlier = turns.slice(-6, -1).map(({ userText }) => userText);
  const sources = {
    objects: turn.calls.map(({ result }) => result?.value).reverse(),
    message: turn.userText,
    background: [...lines.slice(0, MAX_LINES), ...hits.map(({ snippet }) => snippet), ...earlier.reverse()],
    answer: reply.text,
  };
  const value = await schemaValue(schema, sources, { now: options.now, topic: new Set() });
  return { kind: 'say', text: JSON.stringify(value), annotations: [] };
}

async function situationOf(request: BackendRequest, options: AnswerOptions): Promise<Situation> {
  const { past, turn } = turnsOf(request);
  const turns = [...past, turn];
  const tools = callableTools(request).map(profileOf);
  const verbs = requestVerbs(tools);
  const clauses = clausesOf(turn.userText, verbs);
  const documents = turns.findLast((each) => each.documents.length > 0)?.documents ?? [];
  const texts = await Promise.all(documents.map(options.readDocument));
  const problem = texts.find((text) => text.problem !== undefined)?.problem;
  const facts = () => factsOf([...past.flatMap((each) => clausesOf(each.userText, verbs)), ...clauses]);
  return {
    turns,
    turn,
    tools,
    canSearch: request.tools.some(({ type }) => type === 'google_search'),
    clauses,
    verbs,
    facts: once(facts),
    otherFacts: once(() => otherFactsOf(request, past, verbs)),
    pages: texts.flatMap((text) => text.pages),
    ...(problem !== undefined && { documentProblem: problem }),
    ...(turn.hits !== undefined && { hits: turn.hits }),
    now: options.now,
  };
}

function otherFactsOf(request: BackendRequest, past: readonly Turn[], verbs: ReadonlySet<string>) {
  const rules = clausesOf(request.systemInstruction ?? '', verbs)
    .filter(({ kind }) => kind === 'statement' || kind === 'fragment')
    .map(({ text }) => text);
  const results = past.flatMap(({ calls }) =>
    calls.filter(({ result }) => result !== undefined).map(describeResult),
  );
  return [...rules, ...results].map((text) => toFact(text, text));
}

/** The value of a function that is called at most once. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function planTurn(situation: Situation): Promise<readonly Outcome[]> {
  const continued = (await planReply(situation)) ?? (await planFollowUp(situation));
  if (continued !== undefined) {
    return [continued];
  }
  const { clauses } = situation;
  const planned = await Promise.all(
    clauses.slice(0, MAX_CLAUSES).map((clause) => planClause(clause, situation)),
  );
  const note = `I answer the first ${MAX_CLAUSES} sentences of a message; this one has ${clauses.length}.`;
  return clauses.length > MAX_CLAUSES ? [...planned, { kind: 'say', text: note }] : planned;
}

/** A call of the tool that fits best, however badly; its first call must come, later ones are up to the rules. */
async function planForced(situation: Situation): Promise<readonly Outcome[]> {
  const { turn, tools, now } = situation;
  const tool = bestOf(contentStems(turn.userText), tools, tools, 0);
  const nothing = { objects: [], message: '', background: [], answer: turn.userText };
  const complete = ({ schema }: { readonly schema: JsonObject }) =>
    schemaValue(schema, nothing, { now, topic: new Set() });
  return tool === undefined ? [] : [await planCall(turn.userText, tool, situation, { complete })];
}

function callableTools(request: BackendRequest) {
  const choice = request.generationConfig?.tool_choice;
  const allowed = typeof choice === 'object' ? choice.allowed_tools?.tools : undefined;
  const isAllowed = (name: string) => modeOf(request) !== 'none' && (allowed?.includes(name) ?? true);
  return request.tools
    .filter((tool) => tool.type === 'function')
    .filter(({ name = '' }) => name !== '' && isAllowed(name));
}

function modeOf(request: BackendRequest): string | undefined {
  const choice = request.generationConfig?.tool_choice;
  return typeof choice === 'object' ? choice.allowed_tools?.mode : choice;
}

/** The JSON Schema that the answer must fit; absent when plain text is wanted. */
function schemaOf({ responseFormat }: BackendRequest): JsonObject | undefined {
  const formats: readonly unknown[] = Array.isArray(responseFormat) ? responseFormat : [responseFormat];
  const format = formats
    .filter(isObject)
    .find(({ type }) => type !== 'image' && type !== 'audio' && type !== 'video');
  if (format === undefined || format.type !== 'text') {
    return format;
  }
  const anyAnswer = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
  return isObject(format.schema)
    ? format.schema
    : format.mime_type === 'application/json'
      ? anyAnswer
      : undefined;
}
