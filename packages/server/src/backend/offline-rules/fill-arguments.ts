import { type Candidate, candidatesOf } from './candidate.ts';
import { datesIn } from './dates.ts';
import { isUnfit, matchScore, optionsIn, saysYes } from './match-value.ts';
import { enumOf, type Parameter, typeOf } from './tool-profile.ts';

/** How a value came to its parameter: named by the text, by its form or place, or for want of anything better. */
export type Grade = 'explicit' | 'pattern' | 'guess';

/** What a text says about one parameter; several values where it joins them, as in "A and B". */
export interface Filled {
  readonly values: readonly unknown[];
  readonly grade: Grade;
}

export interface FillOptions {
  /** The clock that relative dates count from, epoch milliseconds. */
  readonly now: number;
  /** Stems that name the tool and so are no values. */
  readonly topic: ReadonlySet<string>;
}

/** Finds values for parameters in one clause. Each stretch of text serves one parameter, the best match first. */
export async function fillArguments(
  text: string,
  parameters: readonly Parameter[],
  options: FillOptions,
): Promise<ReadonlyMap<string, Filled>> {
  const filled = new Map<string, Filled>();
  const taken: Candidate[] = [];
  const open = parameters.filter((parameter) => {
    const direct = directValue(text, parameter, parameters);
    if (direct !== undefined) {
      filled.set(parameter.name, direct);
    }
    return direct === undefined;
  });
  const candidates = [...candidatesOf(text, options.topic), ...(await datesIn(text, open, options.now))];
  const pairs = open
    .flatMap((parameter) =>
      candidates.map((candidate) => ({
        parameter,
        candidate,
        score: matchScore(parameter, candidate, open),
      })),
    )
    .filter((pair) => pair.score > 0)
    .sort((a, b) => b.score - a.score);
  for (const { parameter, candidate } of pairs) {
    const isFree = !taken.some((other) => candidate.start < other.end && other.start < candidate.end);
    if (isFree && !filled.has(parameter.name)) {
      // What is still open counts: the last value left fits the last parameter left.
      const score = matchScore(
        parameter,
        candidate,
        open.filter((each) => !filled.has(each.name)),
      );
      filled.set(parameter.name, { values: valuesOf(candidate, parameter), grade: gradeOf(score) });
      taken.push(candidate);
    }
  }
  return filled;
}

const gradeOf = (score: number): Grade => (score >= 7 ? 'explicit' : score >= 4 ? 'pattern' : 'guess');

/** Options and switches are read from the text as a whole. */
function directValue(text: string, parameter: Parameter, all: readonly Parameter[]): Filled | undefined {
  const options = enumOf(parameter.schema);
  if (options.length > 0) {
    const values = optionsIn(text, parameter, all);
    return values.length === 0 ? undefined : { values: asList(values, parameter), grade: 'explicit' };
  }
  if (typeOf(parameter.schema) === 'boolean') {
    const says = saysYes(text, parameter);
    return says === undefined ? undefined : { values: [says], grade: 'explicit' };
  }
  return undefined;
}

function valuesOf(candidate: Candidate, parameter: Parameter): readonly unknown[] {
  const isList = typeOf(parameter.schema) === 'array';
  const mayJoin = candidate.kind === 'phrase' || candidate.kind === 'object' || candidate.kind === 'keyed';
  const parts =
    mayJoin || isList
      ? candidate.value.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).filter((part) => part !== '')
      : [candidate.value];
  // Only names and single words are joined to a list; the "and" of a longer text is part of it.
  const isJoined = isList || parts.every((part) => /^(?:\p{Lu}\S*(?: \p{Lu}\S*)*|\S+)$/u.test(part));
  return asList(
    (isJoined ? parts : [candidate.value]).map((part) => coerce(part, parameter)),
    parameter,
  );
}

const asList = (values: readonly unknown[], parameter: Parameter) =>
  typeOf(parameter.schema) === 'array' ? [values] : values;

function coerce(value: string, parameter: Parameter): unknown {
  const bare = value.replace(/^(?:the|an?)\s+/i, '').replace(/['’]s$/, '');
  const type = typeOf(parameter.schema);
  return type === 'number' || type === 'integer' ? Number(value) : bare;
}

/** What a short reply says about the one parameter that was asked for; absent when it does not fit. */
export async function fillFromReply(
  reply: string,
  parameter: Parameter,
  options: FillOptions,
): Promise<Filled | undefined> {
  const filled = (await fillArguments(reply, [parameter], options)).get(parameter.name);
  if (filled !== undefined && filled.grade !== 'guess') {
    return filled;
  }
  const value = reply
    .trim()
    .replace(
      /^(?:it['’]?s|it is|that['’]?s|i mean|i meant|make it|use|take|for|in|at|to|from|the|an?)\s+/i,
      '',
    )
    .replace(/[.!]+$/, '');
  const isText = typeOf(parameter.schema) === 'string' && enumOf(parameter.schema).length === 0;
  return isText && !isUnfit(value, parameter) ? { values: [value], grade: 'explicit' } : undefined;
}
