import type { JsonObject } from '@catenary/protocol';
import type { BackendRequest } from '../backend.ts';
import { requestVerbs, scoreOf } from './choose-tool.ts';
import { clausesOf } from './clause.ts';
import { type Turn, turnsOf } from './conversation.ts';
import { describeResult } from './describe-result.ts';
import type { DocumentText } from './document-text.ts';
import type { Outcome, PlannedCall, Situation } from './plan.ts';
import { planFollowUp, planForced, planReply } from './plan-call.ts';
import { planClause } from './plan-clause.ts';
import { type MarkedText, quoteHits } from './quote-hits.ts';
import { factsOf } from './recall.ts';
import { schemaValue } from './schema-value.ts';
import { isObject, profileOf } from './tool-profile.ts';
import { contentStems } from './words.ts';

/** What is answered to one request: words, calls for the client, or queries for the server's own search. */
export type Reply =
  | ({ readonly kind: 'say' } & MarkedText)
  | { readonly kind: 'call'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'search'; readonly queries: readonly string[] };

export interface AnswerOptions {
  readonly now: number;
  readonly readDocument: (document: Turn['documents'][number]) => Promise<DocumentText>;
}

/** Answers the last turn of a request: calls first, then, once everything is there, words or the JSON that was asked for. */
export async function answer(request: BackendRequest, options: AnswerOptions): Promise<Reply> {
  const situation = await situationOf(request, options);
  const reply = compose(await planTurn(request, situation), situation);
  const schema = schemaOf(request);
  if (schema === undefined || reply.kind !== 'say') {
    return reply;
  }
  const { turn, turns, pages, hits = [], now } = situation;
  const sources = {
    objects: turn.calls.map((call) => call.result?.value).reverse(),
    texts: [
      turn.userText,
      ...pages,
      ...hits.map((hit) => hit.snippet),
      ...turns
        .slice(-6, -1)
        .map((each) => each.userText)
        .reverse(),
    ],
    answer: reply.text,
  };
  const value = await schemaValue(schema, sources, { now, topic: new Set() });
  return { kind: 'say', text: JSON.stringify(value), annotations: [] };
}

async function situationOf(request: BackendRequest, options: AnswerOptions): Promise<Situation> {
  const turns = turnsOf(request);
  // A tuple that ends in a turn is never empty, but `at` cannot tell.
  const turn = turns.at(-1) ?? turns[0];
  const choice = request.generationConfig?.tool_choice;
  const allowed = typeof choice === 'object' ? choice.allowed_tools?.tools : undefined;
  const declared = request.tools.flatMap((tool) =>
    tool.type === 'function' && tool.name !== undefined ? [tool] : [],
  );
  const tools =
    modeOf(request) === 'none'
      ? []
      : declared.filter((tool) => allowed?.includes(tool.name ?? '') ?? true).map(profileOf);
  const verbs = requestVerbs(tools);
  const clauses = clausesOf(turn.userText, verbs);
  const documents = turns.findLast((each) => each.documents.length > 0)?.documents ?? [];
  const read = await Promise.all(documents.map(options.readDocument));
  const problem = read.find((each) => each.problem !== undefined)?.problem;
  return {
    turns,
    turn,
    tools,
    canSearch: request.tools.some((tool) => tool.type === 'google_search'),
    clauses,
    verbs,
    facts: factsOf([...turns.slice(0, -1).flatMap((each) => clausesOf(each.userText, verbs)), ...clauses]),
    rules: factsOf(clausesOf(request.systemInstruction ?? '', verbs)),
    pages: read.flatMap((each) => each.pages),
    ...(problem !== undefined && { documentProblem: problem }),
    ...(turn.hits !== undefined && { hits: turn.hits }),
    now: options.now,
  };
}

async function planTurn(request: BackendRequest, situation: Situation): Promise<readonly Outcome[]> {
  const { turn, clauses, tools } = situation;
  const continued = (await planReply(situation)) ?? (await planFollowUp(situation));
  const outcomes: Outcome[] = continued === undefined ? [] : [continued];
  for (const clause of continued === undefined ? clauses : []) {
    outcomes.push(await planClause(clause, situation));
  }
  const isForced =
    modeOf(request) === 'any' &&
    turn.calls.length === 0 &&
    !outcomes.some((outcome) => outcome.kind === 'call');
  const stems = contentStems(turn.userText);
  const [best] = isForced
    ? [...tools].sort((a, b) => scoreOf(stems, b, tools) - scoreOf(stems, a, tools))
    : [];
  const nothingKnown = { objects: [], texts: [], answer: turn.userText };
  const options = { now: situation.now, topic: new Set<string>() };
  return best === undefined
    ? outcomes
    : [
        await planForced(turn.userText, best, situation, (parameter) =>
          schemaValue(parameter.schema, nothingKnown, options),
        ),
      ];
}

/** One reply from all outcomes: searches go out first, then calls that were not made yet, and words only when none is left. */
function compose(outcomes: readonly Outcome[], situation: Situation): Reply {
  const { turn, hits } = situation;
  const queries = outcomes.flatMap((outcome) => (outcome.kind === 'search' ? [outcome.query] : []));
  if (queries.length > 0 && hits === undefined) {
    return { kind: 'search', queries };
  }
  const open = withoutMade(
    outcomes.flatMap((outcome) => (outcome.kind === 'call' ? outcome.calls : [])),
    turn,
  );
  if (open.length > 0) {
    return { kind: 'call', calls: open };
  }
  const results = turn.calls
    .filter((call) => call.result !== undefined)
    .map((call) => plainText(describeResult(call)));
  const at = Math.max(
    0,
    outcomes.findIndex((outcome) => outcome.kind === 'call'),
  );
  const parts = outcomes.map((outcome) => wordsFor(outcome, situation));
  const unseen =
    turn.unreadable.length === 0
      ? []
      : [plainText(`I cannot look into what is attached (${turn.unreadable.join(', ')}).`)];
  const all = [...unseen, ...parts.slice(0, at), ...results, ...parts.slice(at)].filter(
    (part) => part.text !== '',
  );
  return {
    kind: 'say',
    ...join(
      all.length > 0
        ? all
        : [plainText(turn.userText === '' ? 'There is no text that I could answer.' : 'All right.')],
    ),
  };
}

/** Calls count by tool: what a result has changed in an argument does not make it another call. */
function withoutMade(calls: readonly PlannedCall[], turn: Turn): readonly PlannedCall[] {
  const made = turn.calls.map((call) => call.name);
  return calls.filter((call) => {
    const at = made.indexOf(call.name);
    if (at >= 0) {
      made.splice(at, 1);
    }
    return at < 0;
  });
}

function wordsFor(outcome: Outcome, { hits = [] }: Situation): MarkedText {
  switch (outcome.kind) {
    case 'say':
      return { text: outcome.text, annotations: outcome.annotations ?? [] };
    case 'search':
      return quoteHits(outcome.query, hits);
    case 'call':
    case 'nothing':
      return plainText('');
  }
}

const plainText = (text: string): MarkedText => ({ text, annotations: [] });

/** Joins texts by blanks and moves their marks along; the same sentence is said once. */
function join(parts: readonly MarkedText[]): MarkedText {
  return parts.reduce((whole, part) => {
    if (whole.text.includes(part.text)) {
      return whole;
    }
    const lead = whole.text === '' ? '' : `${whole.text} `;
    const offset = Buffer.byteLength(lead);
    const moved = part.annotations.map((mark) => ({
      ...mark,
      start_index: (mark.start_index ?? 0) + offset,
      end_index: (mark.end_index ?? 0) + offset,
    }));
    return { text: lead + part.text, annotations: [...whole.annotations, ...moved] };
  }, plainText(''));
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
    .find((each) => !['image', 'audio', 'video'].includes(String(each.type)));
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
