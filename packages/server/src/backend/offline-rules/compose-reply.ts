import type { Turn } from './conversation.ts';
import type { Outcome, PlannedCall, Situation } from './plan.ts';
import { describeResult } from './sources/describe-result.ts';
import { type MarkedText, quoteHits } from './sources/quote-hits.ts';

/** What is answered to one request: words, calls for the client, or queries for the server's own search. */
export type Reply =
  | ({ readonly kind: 'say' } & MarkedText)
  | { readonly kind: 'call'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'search'; readonly queries: readonly string[] };

/**
 * One reply from all outcomes: calls not made yet go out first, then searches, whose findings last only until the next
 * interaction, and words when neither is left.
 */
export function composeReply(outcomes: readonly Outcome[], { turn, hits }: Situation): Reply {
  const calls = withoutMade(
    outcomes.flatMap((outcome) => (outcome.kind === 'call' ? outcome.calls : [])),
    turn,
  );
  if (calls.length > 0) {
    return { kind: 'call', calls };
  }
  const queries = outcomes.flatMap((outcome) => (outcome.kind === 'search' ? [outcome.query] : []));
  if (queries.length > 0 && hits === undefined) {
    return { kind: 'search', queries };
  }
  // Results are told where the first clause that called for them stands.
  const at = Math.max(
    0,
    outcomes.findIndex(({ kind }) => kind === 'call'),
  );
  const texts = outcomes.map((outcome) =>
    outcome.kind === 'search'
      ? quoteHits(outcome.query, hits ?? [])
      : plain(outcome.kind === 'say' ? outcome.text : ''),
  );
  const results = turn.calls
    .filter(({ result }) => result !== undefined)
    .map((call) => plain(describeResult(call)));
  const unread =
    turn.unreadable.length === 0
      ? ''
      : `I cannot look into what is attached (${turn.unreadable.join(', ')}).`;
  const parts = [plain(unread), ...texts.slice(0, at), ...results, ...texts.slice(at)].filter(
    ({ text }) => text !== '',
  );
  const otherwise = turn.userText === '' ? 'There is no text that I could answer.' : 'All right.';
  return { kind: 'say', ...join(parts.length > 0 ? parts : [plain(otherwise)]) };
}

/** Calls are counted by tool: an argument that a result has changed does not make another call. */
function withoutMade(calls: readonly PlannedCall[], turn: Turn): readonly PlannedCall[] {
  const made = turn.calls.map(({ name }) => name);
  return calls.filter(({ name }) => {
    const at = made.indexOf(name);
    made.splice(at < 0 ? made.length : at, 1);
    return at < 0;
  });
}

const plain = (text: string): MarkedText => ({ text, annotations: [] });

/** Joins texts by blanks and moves their marks along. What was just said is not said again. */
function join(parts: readonly MarkedText[]): MarkedText {
  return parts.reduce((whole, part) => {
    if (whole.text.endsWith(part.text)) {
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
  });
}
