import type { JsonObject } from '@catenary/protocol';
import type { SearchHit } from '../../tool/search/search-provider.ts';
import type { Clause } from './clause.ts';
import type { Turn } from './conversation.ts';
import type { MarkedText } from './quote-hits.ts';
import type { Fact } from './recall.ts';
import type { ToolProfile } from './tool-profile.ts';

/** What one clause comes to. */
export type Outcome =
  | ({ readonly kind: 'say' } & Partial<MarkedText> & Pick<MarkedText, 'text'>)
  /** The clause is taken care of by another one. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'call'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'search'; readonly query: string };

export interface PlannedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Everything that a clause is judged by. */
export interface Situation {
  readonly turns: readonly [...Turn[], Turn];
  readonly turn: Turn;
  /** Functions that may be called. */
  readonly tools: readonly ToolProfile[];
  /** The built-in search is declared. */
  readonly canSearch: boolean;
  readonly clauses: readonly Clause[];
  /** Base forms of the verbs that make a request here. */
  readonly verbs: ReadonlySet<string>;
  /** What the user has said in this chain, and after it what the system instruction states. */
  readonly facts: readonly Fact[];
  readonly rules: readonly Fact[];
  /** Pages of the documents of the newest message that has any, and why one could not be read. */
  readonly pages: readonly string[];
  readonly documentProblem?: string;
  readonly hits?: readonly SearchHit[];
  readonly now: number;
}
