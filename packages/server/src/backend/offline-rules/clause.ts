import { FOREIGN_WORDS, SMALL_TALK, STOP_WORDS } from './word-lists.ts';
import { baseForm, stem, wordsOf } from './words.ts';

/** One thing that a user says, with politeness and lead-ins taken off. */
export interface Clause {
  readonly text: string;
  /**
   * `refusal` takes something back or forbids it; `directive` says how to answer the clause beside it; `fragment` has no
   * verb that would tell a request from a statement.
   */
  readonly kind:
    | 'question'
    | 'request'
    | 'statement'
    | 'fragment'
    | 'small-talk'
    | 'refusal'
    | 'directive'
    | 'foreign';
  /** Stem of the verb that a request begins with. */
  readonly verb?: string;
}

const WH = "(?:who|whom|whose|what|when|where|why|which|how)(?:['’](?:s|re|d))?";
const BY_WH = `(?:by |to |in |at |for |from |with )?${WH}`;
const QUESTION = new RegExp(
  `^${BY_WH}\\b|^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|am|may)\\b(?!.*\\bplease remember\\b)`,
  'i',
);
const GREETING_LEAD =
  /^(?:hi|hello|hey|thanks|thank you|good (?:morning|afternoon|evening|day))(?: there| all| everyone)?\s*[,–—-]\s+/i;
const POLITE_LEAD = new RegExp(
  '^(?:(?:please|kindly|okay|ok|well|now|then|and then|and|also|so|yes|great|sure)[\\s,]+|(?:can|could|would|will) you (?:please |kindly )?(?!be\\b)' +
    "|i(?:['’]d| would) like (?:you )?to |i(?:['’]d| would) love to |i (?:want|need|wish) (?:you )?to |let['’]?s |go ahead and |help me (?:to )?)",
  'i',
);
const POLITE_TAIL = /[\s,]+(?:please|thanks|thank you|for me)(?=[.!?]*$)/i;
const INDIRECT = new RegExp(
  `^(?:(?:tell me|let me know|show me|remind me|find out|look up|explain|i wonder|i['’]m wondering|know|see|check|(?:do|did) you (?:know|remember|recall))(?: about)?[,:]? )(?=(?:${WH}|if|whether)\\b)` +
    '|^(?:tell me|(?:do|did) you (?:know|remember|recall)) (?=(?:the|a|an|my|our)\\b)',
  'i',
);
const MEMORY_LEAD =
  /^(?:remember|note|keep in mind|bear in mind|don['’]t forget|do not forget|for the record|fyi|by the way|just so you know)\b(?: that)?[\s,:]*/i;
const REFUSAL =
  /^(?:no[, ]+)?(?:never ?mind|forget (?:it|that|about)|cancel (?:it|that)|stop(?: it| that)?$|(?:don['’]t|do not|never) (?!you\b|i\b|we\b)\w+)/i;
const WANT =
  /^i(?:['’]d| would)?(?:['’]m| am)? (?:need|want|like|looking for|would like)\b(?! (?:it|that|this|you|him|her|them)\b)/i;
const FINITE =
  /^(?:i|you|he|she|it|they|we|my|our|his|her|their|this|that|there|actually|call me)\b|\b(?:am|is|are|was|were|has|have|had|will|does|did)\b|\p{L}['’](?:m|re|s|ll|ve) /iu;
/** A name and a verb of the third person, as far as endings tell. */
const NAME_AND_VERB = /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)* \p{Ll}+(?:s|ed)(?!\p{L})/u;
const SHIELDED = /"[^"]*"|“[^”]*”|https?:\/\/\S+|\S+@\S+/g;

/** Cuts a message into clauses and says what each is; `verbs` are base forms of the verbs that make a request here. */
export function clausesOf(message: string, verbs: ReadonlySet<string>): readonly Clause[] {
  const pieces = split(message, verbs)
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return pieces.flatMap((piece) => {
    const greeting = GREETING_LEAD.exec(piece)?.[0];
    const rest = classify(piece.slice(greeting?.length ?? 0), verbs);
    return greeting === undefined ? [rest] : [{ text: greeting.trim(), kind: 'small-talk' as const }, rest];
  });
}

/** Cuts at sentence ends, and at a joining word before a verb or a question. Quotes and addresses stay whole. */
function split(message: string, verbs: ReadonlySet<string>): readonly string[] {
  const shielded = [...message.matchAll(SHIELDED)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const isShielded = (at: number) => shielded.some(([from, to]) => at > from && at < to - 1);
  const pieces: string[] = [];
  let from = 0;
  for (const match of message.matchAll(
    /(?<=[.!?])\s+|\s*[\n;]+\s*|,? (?:and then|and|then) (?=(?:please )?([\p{L}'’]+))/gu,
  )) {
    const next = match[1];
    const joins =
      next !== undefined &&
      !verbs.has(baseForm(next.toLowerCase())) &&
      !new RegExp(`^${WH}$`, 'i').test(next);
    if (!joins && !isShielded(match.index)) {
      pieces.push(message.slice(from, match.index));
      from = match.index + match[0].length;
    }
  }
  return [...pieces, message.slice(from)];
}

function classify(piece: string, verbs: ReadonlySet<string>): Clause {
  if (isForeign(piece)) {
    return { text: piece, kind: 'foreign' };
  }
  if (
    wordsOf(piece).every((word) => SMALL_TALK.has(word)) &&
    wordsOf(piece).length < 9 &&
    !/^what\b/i.test(piece)
  ) {
    return { text: piece, kind: 'small-talk' };
  }
  const memory = MEMORY_LEAD.exec(peel(piece))?.[0];
  if (memory !== undefined) {
    const fact = peel(piece).slice(memory.length);
    const isEmpty = /^(?:it|that|this|them|for later)?[.!]*$/i.test(fact);
    return { text: fact, kind: isEmpty ? 'directive' : 'statement' };
  }
  const bare = peel(piece);
  if (REFUSAL.test(bare)) {
    return { text: bare, kind: 'refusal' };
  }
  const direct = bare.replace(INDIRECT, '');
  if (direct !== bare || QUESTION.test(direct)) {
    return { text: direct, kind: 'question' };
  }
  return classifyRest(direct, piece, verbs);
}

function classifyRest(text: string, piece: string, verbs: ReadonlySet<string>): Clause {
  const first = wordsOf(text)[0] ?? '';
  if (verbs.has(baseForm(first)) && !/^\S+ (?:is|are|was|were)\b/i.test(text)) {
    const isDirective = first === 'use' && wordsOf(text).length < 6;
    return { text, kind: isDirective ? 'directive' : 'request', verb: stem(first) };
  }
  if (WANT.test(text)) {
    return { text, kind: 'request' };
  }
  if (/\?\s*$/.test(piece)) {
    return { text, kind: 'question' };
  }
  return { text, kind: FINITE.test(text) || NAME_AND_VERB.test(text) ? 'statement' : 'fragment' };
}

function peel(piece: string): string {
  const shorter = piece.replace(POLITE_LEAD, '').replace(POLITE_TAIL, '').trim();
  return shorter === piece || shorter === '' ? piece : peel(shorter);
}

function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // Accents stay: without them words of other languages look English.
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => FOREIGN_WORDS.has(word)).length;
  return (
    latin * 2 < letters ||
    (foreign > 1 && !words.some((word) => STOP_WORDS.has(word) && !FOREIGN_WORDS.has(word)))
  );
}
