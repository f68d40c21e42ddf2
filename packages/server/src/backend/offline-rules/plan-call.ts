import type { JsonObject } from '@catenary/protocol';
import { clausesOf } from './clause.ts';
import { type Filled, fillArguments, fillFromReply } from './fill-arguments.ts';
import type { Outcome, Situation } from './plan.ts';
import { fieldOf } from './schema-value.ts';
import type { Parameter, ToolProfile } from './tool-profile.ts';
import { contentStems, wordsOf, wordsOfName } from './words.ts';

const QUESTION =
  /To use (\S+) I still need the (.+?)\. What is it\?(?: I read “(.*)”; say yes if that is right\.)?$/su;
const YES = /^(?:yes|yep|yeah|right|correct|sure|ok|okay|exactly)\b/i;
const REFERENCE = /(?<![\p{L}])(?:there|it|that|this|same|again|them)(?![\p{L}])/iu;

/** The calls of one tool that a text asks for, or a question for what is missing or would be a guess. */
export async function planCall(
  text: string,
  tool: ToolProfile,
  situation: Situation,
  known: ReadonlyMap<string, Filled> = new Map(),
): Promise<Outcome> {
  const { searchParameter } = tool;
  if (searchParameter !== undefined) {
    return { kind: 'call', calls: [{ name: tool.name, arguments: { [searchParameter.name]: text } }] };
  }
  const read = await fillArguments(text, tool.parameters, { now: situation.now, topic: topicOf(tool) });
  let calls: readonly JsonObject[] = [{}];
  for (const parameter of tool.parameters) {
    const found =
      known.get(parameter.name) ??
      settled(read.get(parameter.name)) ??
      earlierValue(text, parameter, situation);
    if (found === undefined && parameter.isRequired) {
      return { kind: 'say', text: question(tool, parameter, read.get(parameter.name)) };
    }
    const values = found?.values ?? [];
    calls =
      values.length === 0
        ? calls
        : calls.flatMap((call) => values.map((value) => ({ ...call, [parameter.name]: value })));
  }
  return { kind: 'call', calls: calls.map((each) => ({ name: tool.name, arguments: each })) };
}

/** Continues a call that a question of ours is open for; absent when the last answer was no such question. */
export async function planReply(situation: Situation): Promise<Outcome | undefined> {
  const { turns, turn, tools } = situation;
  const known = new Map<string, Filled>();
  let start = turns.length - 1;
  let tool: ToolProfile | undefined;
  while (start > 0) {
    const [, name, label, guess] = QUESTION.exec(turns[start - 1]?.answerText ?? '') ?? [];
    const asked: ToolProfile | undefined = tools.find((each) => each.name === name);
    const parameter = asked?.parameters.find((each) => labelOf(each) === label);
    const reply = turns[start]?.userText ?? '';
    const isYes = guess !== undefined && YES.test(reply);
    const isReply = isYes || looksLikeReply(reply, situation.verbs);
    if (asked === undefined || parameter === undefined || (tool ?? asked) !== asked || !isReply) {
      break;
    }
    const filled: Filled | undefined = isYes
      ? { values: [guess], grade: 'explicit' }
      : await fillFromReply(reply, parameter, { now: situation.now, topic: topicOf(asked) });
    if (filled !== undefined && !known.has(parameter.name)) {
      known.set(parameter.name, filled);
    }
    tool = asked;
    start -= 1;
  }
  return tool === undefined || turn.userText === ''
    ? undefined
    : planCall(turns[start]?.userText ?? '', tool, situation, known);
}

/** Repeats the last call with what a short follow-up changes, as in "and X?"; absent when there is nothing to repeat. */
export async function planFollowUp(situation: Situation): Promise<Outcome | undefined> {
  const rest =
    /^(?:and|and (?:what|how) about|what about|how about|same for)\s+(?!(?:what|who|how|when|where|why|which|is|are|do|does|can)\b)(.{1,60}?)[?.!\s]*$/isu.exec(
      situation.turn.userText.trim(),
    )?.[1];
  const before = situation.turns.at(-2);
  if (rest === undefined || before === undefined) {
    return undefined;
  }
  if (before.hits !== undefined && situation.canSearch) {
    return { kind: 'search', query: replaceName(before.userText, rest) };
  }
  const last = before.calls.at(-1);
  const tool = situation.tools.find((each) => each.name === last?.name);
  if (last === undefined || tool === undefined) {
    return undefined;
  }
  if (tool.searchParameter !== undefined) {
    const query = replaceName(String(last.arguments[tool.searchParameter.name] ?? ''), rest);
    return planCall(query, tool, situation);
  }
  const known = new Map<string, Filled>(
    Object.entries(last.arguments).map(([name, value]) => [name, { values: [value], grade: 'explicit' }]),
  );
  const options = { now: situation.now, topic: topicOf(tool) };
  const changed = [...(await fillArguments(rest, tool.parameters, options))].filter(
    ([, filled]) => filled.grade !== 'guess',
  );
  const first = tool.parameters.find((parameter) => parameter.isRequired);
  const whole =
    changed.length > 0 || first === undefined ? undefined : await fillFromReply(rest, first, options);
  for (const [name, filled] of whole === undefined || first === undefined
    ? changed
    : [[first.name, whole] as const]) {
    known.set(name, filled);
  }
  return planCall('', tool, situation, known);
}

/** A call of a tool that must be called, whatever it takes: guesses count, and the rest is left to `complete`. */
export async function planForced(
  text: string,
  tool: ToolProfile,
  situation: Situation,
  complete: (parameter: Parameter) => Promise<unknown>,
): Promise<Outcome> {
  const read = await fillArguments(text, tool.parameters, { now: situation.now, topic: topicOf(tool) });
  const filled: JsonObject = tool.searchParameter === undefined ? {} : { [tool.searchParameter.name]: text };
  for (const parameter of tool.parameters) {
    const value = filled[parameter.name] ?? read.get(parameter.name)?.values[0];
    if (value !== undefined || parameter.isRequired) {
      filled[parameter.name] = value ?? (await complete(parameter));
    }
  }
  return { kind: 'call', calls: [{ name: tool.name, arguments: filled }] };
}

/** Whether a text is short, and neither asks, refuses nor requests something of its own. */
function looksLikeReply(text: string, verbs: ReadonlySet<string>): boolean {
  const kinds = clausesOf(text, verbs).map((clause) => clause.kind);
  return (
    wordsOf(text).length <= 12 &&
    kinds.length > 0 &&
    kinds.every((kind) => ['fragment', 'statement', 'directive'].includes(kind))
  );
}

const topicOf = (tool: ToolProfile): ReadonlySet<string> =>
  new Set(
    contentStems(
      [tool.name, ...tool.parameters.map((parameter) => parameter.name)]
        .map((name) => wordsOfName(name).join(' '))
        .join(' '),
    ),
  );

const settled = (filled: Filled | undefined) => (filled?.grade === 'guess' ? undefined : filled);
const labelOf = (parameter: Parameter) => wordsOfName(parameter.name).join(' ');

function question(tool: ToolProfile, parameter: Parameter, guess: Filled | undefined): string {
  const [value] = guess?.values ?? [];
  const hint = typeof value === 'string' ? ` I read “${value}”; say yes if that is right.` : '';
  return `To use ${tool.name} I still need the ${labelOf(parameter)}. What is it?${hint}`;
}

/** A value that this turn's results hold under the parameter's name, or that "there" or "it" points back to. */
function earlierValue(text: string, parameter: Parameter, situation: Situation): Filled | undefined {
  const results = situation.turn.calls.flatMap((call) =>
    call.result === undefined || call.result.isError ? [] : [call.result.value],
  );
  const pointed = REFERENCE.test(text)
    ? situation.turns.flatMap((turn) => turn.calls.map((call) => call.arguments))
    : [];
  const value = parameter.isRequired
    ? (fieldOf(results, parameter.name) ?? fieldOf(pointed.reverse(), parameter.name))
    : undefined;
  return value === undefined ? undefined : { values: [value], grade: 'pattern' };
}

function replaceName(question: string, name: string): string {
  const names = [...question.matchAll(/(?<=\s)\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu)];
  const last = names.at(-1);
  return last === undefined
    ? `${question} ${name}`
    : `${question.slice(0, last.index)}${name}${question.slice(last.index + last[0].length)}`;
}
