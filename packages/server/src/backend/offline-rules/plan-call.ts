import type { JsonObject } from '@catenary/protocol';
import { type Filled, fillArguments, fillFromReply } from './arguments/fill-arguments.ts';
import { labelOf, type Parameter } from './arguments/parameter.ts';
import type { ToolProfile } from './arguments/tool-profile.ts';
import { clausesOf } from './language/clause.ts';
import { textOf } from './language/text-of.ts';
import { contentStems, wordsOf, wordsOfName } from './language/words.ts';
import type { Outcome, Situation } from './plan.ts';

/** The question for a missing argument, as it is asked and as it is recognised in the chain. */
const askFor = (tool: ToolProfile, parameter: Parameter) =>
  `To use ${tool.name} I still need the ${labelOf(parameter)}. What is it?`;
const ASKED = /To use (\S+) I still need the ([^.]+)\. What is it\?$/;
const REFERENCE = /(?<![\p{L}])(?:there|it|same|again|them|(?:that|this)(?= one|[.?!\s]*$))(?![\p{L}])/iu;
const FOLLOW_UP =
  /^(?:and|(?:and )?(?:what|how) about|same for)\s+(?!(?:what|who|how|when|where|why|which|is|are|do|does|can)\b)(.{1,60}?)[?.!\s]*$/isu;

export interface CallOptions {
  /** Values that are settled already, by name of the parameter. */
  readonly known?: ReadonlyMap<string, Filled>;
  /** The tool must be called: guesses count, and this gives what is missing. Without it, what is missing is asked for. */
  readonly complete?: (parameter: Parameter) => Promise<unknown>;
}

/** The calls of one tool that a text asks for, one for each of joined values; or a question for what is missing. */
export async function planCall(
  text: string,
  tool: ToolProfile,
  situation: Situation,
  options: CallOptions = {},
): Promise<Outcome> {
  const { known, complete } = options;
  const { searchParameter } = tool;
  if (searchParameter !== undefined) {
    return { kind: 'call', calls: [{ name: tool.name, arguments: { [searchParameter.name]: text } }] };
  }
  const read = await fillArguments(text, tool.parameters, fillOptions(tool, situation));
  let calls: readonly JsonObject[] = [{}];
  for (const parameter of tool.parameters) {
    const inText = known?.get(parameter.name) ?? read.get(parameter.name);
    const isGood = complete !== undefined || inText?.grade !== 'guess';
    const values = (isGood ? inText?.values : undefined) ?? earlierValues(text, parameter, situation);
    if (values.length === 0 && parameter.isRequired && complete === undefined) {
      return { kind: 'say', text: askFor(tool, parameter) };
    }
    const all = values.length === 0 && parameter.isRequired ? [await complete?.(parameter)] : values;
    calls = withArgument(calls, parameter.name, all);
  }
  return { kind: 'call', calls: calls.map((each) => ({ name: tool.name, arguments: each })) };
}

/** Each call once for each value. */
const withArgument = (
  calls: readonly JsonObject[],
  name: string,
  values: readonly unknown[],
): readonly JsonObject[] =>
  values.length === 0 ? calls : calls.flatMap((call) => values.map((value) => ({ ...call, [name]: value })));

/** Continues the call that questions of ours are open for; absent when the last answer was no such question. */
export async function planReply(situation: Situation): Promise<Outcome | undefined> {
  const { turns, tools } = situation;
  const known = new Map<string, Filled>();
  let start = turns.length - 1;
  let tool: ToolProfile | undefined;
  for (; start > 0; start -= 1) {
    const asked = askedFor(turns[start - 1]?.answerText ?? '', tools);
    const reply = turns[start]?.userText ?? '';
    if (
      asked === undefined ||
      (tool ?? asked.tool) !== asked.tool ||
      !looksLikeReply(reply, situation.verbs)
    ) {
      break;
    }
    tool = asked.tool;
    const filled = await fillFromReply(reply, asked.parameter, fillOptions(tool, situation));
    if (filled !== undefined && !known.has(asked.parameter.name)) {
      known.set(asked.parameter.name, filled);
    }
  }
  return tool === undefined ? undefined : planCall(turns[start]?.userText ?? '', tool, situation, { known });
}

/** Repeats the last search or call with what a short follow-up changes; absent when there is nothing to repeat. */
export async function planFollowUp(situation: Situation): Promise<Outcome | undefined> {
  const rest = FOLLOW_UP.exec(situation.turn.userText.trim())?.[1];
  const before = situation.turns.at(-2);
  const last = before?.calls.at(-1);
  const tool = situation.tools.find((each) => each.name === last?.name);
  if (rest === undefined || before === undefined) {
    return undefined;
  }
  const query = before.queries.at(-1);
  if (query !== undefined && situation.canSearch) {
    return { kind: 'search', query: replaceName(query, rest) };
  }
  if (last === undefined || tool === undefined) {
    return undefined;
  }
  if (tool.searchParameter !== undefined) {
    return planCall(replaceName(textOf(last.arguments[tool.searchParameter.name]), rest), tool, situation);
  }
  const options = fillOptions(tool, situation);
  const changed = [...(await fillArguments(rest, tool.parameters, options))].filter(
    ([, { grade }]) => grade !== 'guess',
  );
  const [first] = tool.parameters;
  const whole =
    changed.length > 0 || first === undefined ? undefined : await fillFromReply(rest, first, options);
  const known = new Map<string, Filled>([
    ...Object.entries(last.arguments).map(
      ([name, value]) => [name, { values: [value], grade: 'explicit' }] as const,
    ),
    ...(first !== undefined && whole !== undefined ? [[first.name, whole] as const] : changed),
  ]);
  return planCall('', tool, situation, { known });
}

const fillOptions = (tool: ToolProfile, { now }: Situation) => ({
  now,
  topic: new Set(
    contentStems([tool.name, ...tool.parameters.map(({ name }) => name)].flatMap(wordsOfName).join(' ')),
  ),
});

function askedFor(answer: string, tools: readonly ToolProfile[]) {
  const [, name, label] = ASKED.exec(answer) ?? [];
  const tool = tools.find((each) => each.name === name);
  const parameter = tool?.parameters.find((each) => labelOf(each) === label);
  return tool === undefined || parameter === undefined ? undefined : { tool, parameter };
}

/** Whether a text is short, and neither asks, refuses nor requests something of its own. */
function looksLikeReply(text: string, verbs: ReadonlySet<string>): boolean {
  const clauses = clausesOf(text, verbs);
  const isPlain = clauses.every(
    ({ kind }) => kind === 'fragment' || kind === 'statement' || kind === 'directive',
  );
  return clauses.length > 0 && isPlain && wordsOf(text).length <= 12;
}

/** What "there" or "it" points back to: the value that the last call gave a required parameter. */
function earlierValues(
  text: string,
  { name, isRequired }: Parameter,
  { turns }: Situation,
): readonly unknown[] {
  const given = turns.flatMap(({ calls }) => calls.map((call) => new Map(Object.entries(call.arguments))));
  const value =
    isRequired && REFERENCE.test(text) ? given.findLast((each) => each.has(name))?.get(name) : undefined;
  return value === undefined ? [] : [value];
}

/** A question with its last name replaced by another one. */
function replaceName(question: string, name: string): string {
  const last = [...question.matchAll(/(?<=\s)\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu)].at(-1);
  const plain = name.replace(/^(?:the|an?|in|for|of) /i, '');
  return last === undefined
    ? `${question} ${plain}`
    : `${question.slice(0, last.index)}${plain}${question.slice(last.index + last[0].length)}`;
}
