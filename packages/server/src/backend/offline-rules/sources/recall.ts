import type { Clause } from '../language/clause.ts';
import { contentStems, coverage, stem } from '../language/words.ts';

/** Something that was stated in the conversation. */
export interface Fact {
  /** In the words it was stated in. */
  readonly text: string;
  /** As it is said back to the user. */
  readonly answer: string;
  readonly stems: ReadonlySet<string>;
  /** Stems of what the fact is about: those before its verb. */
  readonly subject: readonly string[];
  /** The clause that stated it, for statements of the user. */
  readonly clause?: Clause;
}

/** "US" is a country. */
const PERSONAL = /(?<![\p{L}])(?:[Ii]|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Uu]s)(?![\p{L}])/u;
const UP_TO_VERB = /^.*?(?<![\p{L}])(?:is|are|was|were|am|['’]s|['’]m|['’]re)(?![\p{L}])|^[^:]*:/iu;
const CORRECTION =
  /^(?:(?:no|sorry|wait|oh|actually|correction)[,:]?\s+)+(?:it|that|this)(?:['’]s| is| was)\s+(?:actually\s+)?|^(?:it|that)(?:['’]s| is)\s+(?:actually|now)\s+/i;
const ABOUT_MEMORY = new Set(['remember', 'recall', 'mention', 'told', 'again'].map(stem));

/** Whether a text speaks of the person who wrote it. */
export const isPersonal = (text: string): boolean => PERSONAL.test(text);

/** The statements of a user as facts, oldest first. "Actually, it's X" is the fact before it, with X. */
export function factsOf(clauses: readonly Clause[]): readonly Fact[] {
  const facts: Fact[] = [];
  for (const clause of clauses.filter(({ kind }) => kind === 'statement')) {
    const correction = CORRECTION.exec(clause.text)?.[0];
    const corrected = correction === undefined ? undefined : UP_TO_VERB.exec(facts.at(-1)?.text ?? '')?.[0];
    const stated = clause.text.replace(/^actually,?\s+/i, '').replace(/^call me\b/i, 'My name is');
    const text = corrected === undefined ? stated : `${corrected} ${clause.text.slice(correction?.length)}`;
    facts.push({ ...toFact(text, flipPerson(text)), clause });
  }
  return facts;
}

/** A fact that is said back as given. */
export function toFact(text: string, answer: string): Fact {
  // Whoever says who they are has told their name.
  const naming = /^[Ii](?: am|['’]m)(?: called)? \p{Lu}/u.test(text) ? [stem('name')] : [];
  return {
    text,
    answer,
    stems: new Set([...contentStems(text), ...naming]),
    subject: contentStems(UP_TO_VERB.exec(text)?.[0] ?? text),
  };
}

/**
 * The fact that fits a question best, the newest of equals. `covered` is the part of the question that it covers, 0 to 1.
 * A question about the user is answered only by what speaks of the user.
 */
export function recall(
  question: string,
  facts: readonly Fact[],
): { readonly fact: Fact; readonly covered: number } | undefined {
  const wanted = contentStems(question.replace(/\bwho am i\b/i, 'my name')).filter(
    (word) => !ABOUT_MEMORY.has(word),
  );
  const last = facts.at(-1);
  if (wanted.length === 0) {
    const asksForLast = /\b(?:say|said|tell|told|mention(?:ed)?|remember)\b/i.test(question);
    return asksForLast && last !== undefined ? { fact: last, covered: 1 } : undefined;
  }
  let best: { fact: Fact; covered: number; score: number } | undefined;
  for (const fact of facts) {
    const covered = isPersonal(question) && !isPersonal(fact.text) ? 0 : coverage(wanted, fact.stems);
    const score = covered - 0.1 * fact.subject.filter((word) => !wanted.includes(word)).length;
    if (covered > 0 && score >= (best?.score ?? Number.NEGATIVE_INFINITY)) {
      best = { fact, covered, score };
    }
  }
  return best;
}

const OTHER_PERSON: ReadonlyMap<string, string> = new Map(
  "i you,me you,my your,mine yours,myself yourself,we you,us you,our your,ours yours,you I,your my,yours mine,i'm you are,i've you have,i'd you would,i'll you will,we're you are,we've you have"
    .split(',')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);

/** A sentence of the user as it is said to the user: "my" becomes "your". Starts with a capital, ends with a full stop. */
export function flipPerson(text: string): string {
  const flipped = text
    .replace(/[.!\s]+$/, '')
    .replace(/(?<![\p{L}])\p{L}+(?:['’]\p{L}+)?/gu, (word) =>
      word === 'US' ? word : (OTHER_PERSON.get(word.toLowerCase().replace('’', "'")) ?? word),
    )
    .replace(/(?<=(?<![\p{L}])you )(?:am|was)(?![\p{L}])/giu, (verb) =>
      verb.toLowerCase() === 'am' ? 'are' : 'were',
    )
    .replace(/(?<=(?<![\p{L}])I )are(?![\p{L}])/gu, 'am');
  return `${flipped.charAt(0).toUpperCase()}${flipped.slice(1)}.`;
}
