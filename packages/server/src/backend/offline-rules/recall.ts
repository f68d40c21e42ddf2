import type { Clause } from './clause.ts';
import { contentStems, coverage, stem, wordsOf } from './words.ts';

/** Something the user said, in the user's words. */
export interface Fact {
  readonly text: string;
  /** The clause that stated it. */
  readonly clause: Clause;
  readonly stems: ReadonlySet<string>;
  /** Stems before the verb: what the fact is about. */
  readonly subject: readonly string[];
  readonly isPersonal: boolean;
}

const PERSONAL = /(?<![\p{L}])(?:i|my|me|mine|we|our|us)(?![\p{L}])/iu;
const VERB = /^(.*?(?<![\p{L}])(?:is|are|was|were|am|['’]s|['’]m|['’]re)(?![\p{L}]))\s*/iu;
const CORRECTION =
  /^(?:no,?\s+|sorry,?\s+|wait,?\s+|oh,?\s+|actually,?\s+|correction[:,]?\s+)+(?:it|that|this)(?:['’]s| is| was)\s+(?:actually\s+)?|^(?:it|that)(?:['’]s| is)\s+(?:actually|now)\s+/i;
const MEMORY_WORDS = new Set(['remember', 'recall', 'mention', 'told', 'again'].map(stem));

/** Whether a text speaks of the person who wrote it. */
export const isPersonal = (text: string): boolean => PERSONAL.test(text);

/** The statements of a conversation as facts, oldest first; "actually, it's X" becomes the fact before it with X. */
export function factsOf(clauses: readonly Clause[]): readonly Fact[] {
  const facts: Fact[] = [];
  for (const clause of clauses) {
    if (clause.kind === 'statement') {
      const correction = CORRECTION.exec(clause.text)?.[0];
      const corrected = correction === undefined ? undefined : VERB.exec(facts.at(-1)?.text ?? '')?.[1];
      const text =
        corrected === undefined ? clause.text : `${corrected} ${clause.text.slice(correction?.length)}`;
      facts.push(toFact(text.replace(/^actually,?\s+/i, '').replace(/^call me\b/i, 'my name is'), clause));
    }
  }
  return facts;
}

function toFact(text: string, clause: Clause): Fact {
  const subject = VERB.exec(text)?.[1] ?? text;
  // Whoever says who they are has told their name.
  const naming = /^[Ii](?: am|['’]m)(?: called)? \p{Lu}/u.test(text) ? [stem('name')] : [];
  return {
    text,
    clause,
    stems: new Set([...contentStems(text), ...naming]),
    subject: contentStems(subject),
    isPersonal: isPersonal(text),
  };
}

/** The newest of the facts that best fit a question, and how much of the question it covers, 0 to 1. */
export function recall(
  question: string,
  facts: readonly Fact[],
): { readonly fact: Fact; readonly coverage: number } | undefined {
  const wanted = contentStems(question.replace(/\bwho am i\b/i, 'my name')).filter(
    (word) => !MEMORY_WORDS.has(word),
  );
  if (wanted.length === 0) {
    const last = /\b(?:say|said|tell|told|mention|remember)/i.test(question) ? facts.at(-1) : undefined;
    return last && { fact: last, coverage: 1 };
  }
  let best: { fact: Fact; coverage: number; score: number } | undefined;
  for (const fact of facts) {
    const covered = fact.isPersonal || !isPersonal(question) ? coverage(wanted, fact.stems) : 0;
    const score = covered - 0.1 * fact.subject.filter((word) => !wanted.includes(word)).length;
    if (covered > 0 && score >= (best?.score ?? 0)) {
      best = { fact, coverage: covered, score };
    }
  }
  return best;
}

const FLIP: Readonly<Record<string, string>> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  us: 'you',
  our: 'your',
  ours: 'yours',
  "i'm": 'you are',
  "i've": 'you have',
  "i'd": 'you would',
  "i'll": 'you will',
  "we're": 'you are',
  "we've": 'you have',
  you: 'I',
  your: 'my',
  yours: 'mine',
};

/** A sentence of the user as one said to the user: "my" becomes "your". Starts with a capital, ends with a full stop. */
export function flipPerson(text: string): string {
  const flipped = text
    .replace(/[.!\s]+$/, '')
    .replace(
      /(?<![\p{L}])\p{L}+(?:['’]\p{L}+)?/gu,
      (word) => FLIP[word.toLowerCase().replace('’', "'")] ?? word,
    )
    .replace(/(?<![\p{L}])you (am|was)(?![\p{L}])/giu, (_, verb: string) =>
      verb.toLowerCase() === 'am' ? 'you are' : 'you were',
    )
    .replace(/(?<![\p{L}])I are(?![\p{L}])/gu, 'I am');
  return `${flipped.charAt(0).toUpperCase()}${flipped.slice(1)}.`;
}

/** Whether a question asks about the responder itself. */
export function asksAboutResponder(text: string): boolean {
  const words = wordsOf(text);
  const own = new Set(['you', 'your', 'yourself']);
  const about = contentStems(text).filter((word) => !ABOUT_RESPONDER.has(word));
  return (
    words[0] === 'help' ||
    (words.some((word) => own.has(word)) &&
      about.length === 0 &&
      !isPersonal(text.replace(/\b(?:help|tell) (?:me|us)\b/i, '')))
  );
}

const ABOUT_RESPONDER = new Set(
  contentStems(
    'model llm ai bot robot human machine real name help able tool tools capable ability work feature features kind assistant offline function functions',
  ),
);
