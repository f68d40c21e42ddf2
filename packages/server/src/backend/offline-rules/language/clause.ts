import { FOREIGN_WORDS, SMALL_TALK, STOP_WORDS } from './word-lists.data.ts';
import { baseForm, stem, wordsOf } from './words.ts';

/** One thing that a user says, with politeness and lead-ins taken off. */
export interface Clause {
  readonly text: string;
  /**
   * `overlong` and `foreign` ones are not read. `refusal` takes something back or forbids it; `directive` only says how to deal with the clause beside it; a
   * `fragment` has no verb that would tell a request from a statement.
   */
  readonly kind:
    | 'question'
    | 'request'
    | 'statement'
    | 'fragment'
    | 'small-talk'
    | 'refusal'
    | 'directive'
    | 'foreign'
    | 'overlong';
  /** Stem of the verb that a request begins with. */
  readonly verb?: string;
}

const WH = "(?:who|whom|whose|what|when|where|why|which|how)(?:['’](?:s|re|d))?";
const QUESTION = new RegExp(
  `^(?:(?:by|to|in|at|for|from|with) )?${WH}\\b|^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|am|may)\\b`,
  'i',
);
/** Words that begin a second question; other auxiliaries more often continue the first. */
const JOINED_QUESTION = new RegExp(`^(?:${WH}|can|could|will|would|do|does|did)$`, 'i');
const INDIRECT = new RegExp(
  "^(?:tell me|let me know|show me|remind me|find out|look up|explain|i wonder|i['’]m wondering|know|see|check|(?:do|did) you (?:know|remember|recall))" +
    `(?: about)?[,:]? (?=(?:${WH}|if|whether)\\b)` +
    '|^(?:tell me|(?:do|did) you (?:know|remember|recall)) (?=(?:the|a|an|my|our)\\b)',
  'i',
);
const GREETING_LEAD =
  /^(?:hi|hello|hey|thanks|thank you|good (?:morning|afternoon|evening|day))(?: there| all| everyone)?\s*[,–—-]\s+/i;
const POLITE_LEAD = new RegExp(
  '^(?:(?:please|kindly|okay|ok|well|now|then|and|also|so|yes|great|sure)[\\s,]+|(?:can|could|would|will) you (?:please |kindly )?(?!be\\b)' +
    "|i(?:['’]d| would) (?:like|love) (?:you )?to |i (?:want|need|wish) (?:you )?to |let['’]?s |go ahead and |help me (?:to )?)",
  'i',
);
const POLITE_TAIL = /[\s,]+(?:please|thanks|thank you|for me)(?=[.!?]*$)/i;
const MEMORY_LEAD =
  /^(?:remember|note|keep in mind|bear in mind|don['’]t forget|do not forget|for the record|fyi|by the way)\b(?: that)?[\s,:]*/i;
const REFUSAL =
  /^(?:no[, ]+)?(?:never ?mind|forget (?:it|that|about)|cancel (?:it|that)|stop(?: it| that)?[.!]*$|(?:don['’]t|do not|never) (?!you\b|i\b|we\b)\w+)/i;
const WISH =
  /^i(?:['’]d| would)?(?:['’]m| am)? (?:need|want|like|looking for)\b(?! (?:it|that|this|you|him|her|them)\b)/i;
const FINITE =
  /^(?:i|you|he|she|it|they|we|my|our|his|her|their|this|that|there|actually|call me)\b|\b(?:am|is|are|was|were|has|have|had|will|does|did)\b|\p{L}['’](?:m|re|s|ll|ve) /iu;
/** A name and a verb of the third person, as far as endings tell. */
const NAME_AND_VERB = /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)* \p{Ll}+(?:s|ed)(?!\p{L})/u;
/** A full sentence about a thing, whatever its verb. */
const TOLD = /^(?:the|an?|these|those|some|all) (?:\S+ ){2,}\S+\.$/i;
/** Quotes and addresses, which stay whole (group 1); ends of sentences; a joining word, with the word behind it (group 2). */
const CUT =
  /("[^"]*"|“[^”]*”|(?<!\S)(?:https?:\/\/\S+|\S+@\S+))|(?<=[.!?])\s+|[\n;]+|,? (?:and then|and|then) (?=(?:please )?([\p{L}'’]+))/gu;
/** Longest sentence that is read, in characters: some of the patterns here take quadratic time. */
const MAX_LENGTH = 20_000;

/** Cuts a message into clauses and says what each is; `verbs` are base forms of the verbs that make a request here. */
export function clausesOf(message: string, verbs: ReadonlySet<string>): readonly Clause[] {
  const pieces = cut(message, verbs).map((piece) => piece.trim());
  return pieces
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .flatMap((piece) => {
      const greeting = GREETING_LEAD.exec(piece)?.[0] ?? '';
      const rest = classify(piece.slice(greeting.length), verbs);
      return greeting === '' ? [rest] : [{ text: greeting.trim(), kind: 'small-talk' as const }, rest];
    });
}

/** Cuts at sentence ends, and at a joining word before a verb or a question. */
function cut(message: string, verbs: ReadonlySet<string>): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const match of message.matchAll(CUT)) {
    const next = match[2]?.toLowerCase();
    const joinsWords = next !== undefined && !verbs.has(baseForm(next)) && !JOINED_QUESTION.test(next);
    if (match[1] === undefined && !joinsWords) {
      pieces.push(message.slice(from, match.index));
      from = match.index + match[0].length;
    }
  }
  return [...pieces, message.slice(from)];
}

function classify(piece: string, verbs: ReadonlySet<string>): Clause {
  if (piece.length > MAX_LENGTH) {
    return { text: piece, kind: 'overlong' };
  }
  const words = wordsOf(piece);
  const bare = peel(piece);
  const memory = MEMORY_LEAD.exec(bare)?.[0];
  if (isForeign(piece)) {
    return { text: piece, kind: 'foreign' };
  }
  if (words.every((word) => SMALL_TALK.has(word)) && words.length < 9 && !/^(?:what|help)\b/i.test(piece)) {
    return { text: piece, kind: 'small-talk' };
  }
  if (memory !== undefined) {
    const fact = bare.slice(memory.length);
    return { text: fact, kind: /^(?:it|that|this|them)?[.!]*$/i.test(fact) ? 'directive' : 'statement' };
  }
  if (REFUSAL.test(bare)) {
    return { text: bare, kind: 'refusal' };
  }
  return classifyContent(bare, bare.replace(INDIRECT, ''), verbs);
}

function classifyContent(bare: string, text: string, verbs: ReadonlySet<string>): Clause {
  const first = wordsOf(text)[0] ?? '';
  if (text !== bare || QUESTION.test(text) || first === 'help') {
    return { text, kind: 'question' };
  }
  if (verbs.has(baseForm(first)) && !/^\S+ (?:is|are|was|were)\b/i.test(text)) {
    const isDirective = first === 'use' && wordsOf(text).length < 6;
    return { text, kind: isDirective ? 'directive' : 'request', verb: stem(first) };
  }
  if (WISH.test(text)) {
    return { text, kind: 'request' };
  }
  const states = FINITE.test(text) || NAME_AND_VERB.test(text) || TOLD.test(text);
  return { text, kind: /\?\s*$/.test(text) ? 'question' : states ? 'statement' : 'fragment' };
}

/** Takes politeness off both ends, as long as something is left. */
function peel(piece: string): string {
  let bare = piece;
  for (let layers = 0; layers < 6; layers += 1) {
    const shorter = bare.replace(POLITE_LEAD, '').replace(POLITE_TAIL, '').trim();
    bare = shorter === '' ? bare : shorter;
  }
  return bare;
}

function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // Accents stay: without them words of other languages look English.
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => FOREIGN_WORDS.has(word)).length;
  const english = words.filter((word) => STOP_WORDS.has(word) && !FOREIGN_WORDS.has(word)).length;
  return latin * 2 < letters || (foreign > 1 && foreign > english);
}
