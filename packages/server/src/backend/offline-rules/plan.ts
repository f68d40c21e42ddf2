import type { JsonObject } from '@catenary/protocol';
import type { SearchHit } from '../../tool/search/search-provider.ts';
import type { ToolProfile } from './arguments/tool-profile.ts';
import type { Turn } from './conversation.ts';
import type { Clause } from './language/clause.ts';
import type { Fact } from './sources/recall.ts';

/** What one clause comes to. */
export type Outcome =
  | { readonly kind: 'say'; readonly text: string }
  /** Another clause takes care of it. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'call'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'search'; readonly query: string };

export interface PlannedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Everything that a clause is judged by. */
export interface Situation {
  /** The chain, oldest first; the last one is `turn`, which is to be answered. */
  readonly turns: readonly Turn[];
  readonly turn: Turn;
  /** Functions that may be called. */
  readonly tools: readonly ToolProfile[];
  /** The built-in search is declared. */
  readonly canSearch: boolean;
  /** What the user says in `turn`. */
  readonly clauses: readonly Clause[];
  /** Base forms of the verbs that make a request here. */
  readonly verbs: ReadonlySet<string>;
  /** What the user has stated in this chain. Collected when first asked for, since it takes a look at the whole chain. */
  readonly facts: () => readonly Fact[];
  /** What else is known: the system instruction, results of earlier turns. */
  readonly otherFacts: () => readonly Fact[];
  /** Pages of the documents of the newest message that has any. */
  readonly pages: readonly string[];
  /** Why one of them cannot be read. */
  readonly documentProblem?: string;
  /** What the built-in search found in this turn; absent before it was asked. */
  readonly hits?: readonly SearchHit[];
  /** Epoch milliseconds. */
  readonly now: number;
}
