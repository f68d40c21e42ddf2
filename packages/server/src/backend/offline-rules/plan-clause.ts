import { chooseTool } from './choose-tool.ts';
import type { Clause } from './clause.ts';
import type { Outcome, Situation } from './plan.ts';
import { planCall } from './plan-call.ts';
import { bestSentence, summarise } from './quote-document.ts';
import { asksAboutResponder, flipPerson, isPersonal, recall } from './recall.ts';
import { DOCUMENT_WORDS, READ_VERBS } from './word-lists.ts';
import { stem, wordsOf } from './words.ts';

const READ = new Set([...READ_VERBS].map(stem));
const SUMMARY = new Set(['summary', 'outline'].map(stem));
const SEARCH_LEAD =
  /^(?:search|google|look up|look|find out|find|browse)\b(?: (?:on )?(?:the )?(?:web|internet|online|google))?(?: for)?\s+/i;
const HELP =
  'For open questions use a real model: give the program a Gemini API key, or serve a model with catenary-server --backend.';

/** What a clause comes to: the first rule that applies. */
export async function planClause(clause: Clause, situation: Situation): Promise<Outcome> {
  switch (clause.kind) {
    case 'small-talk':
      return say(smallTalk(clause.text));
    case 'directive':
      return { kind: 'nothing' };
    case 'refusal':
      return say('All right, I will not do that.');
    case 'foreign':
      return say(`I read English only, since I am a rule-based responder without a language model. ${HELP}`);
    case 'statement':
      return say(noted(situation.facts.find((fact) => fact.clause === clause)?.text ?? clause.text));
    case 'question':
    case 'request':
    case 'fragment':
      return (
        selfDescription(clause, situation) ??
        fromDocument(clause, situation) ??
        fromMemory(clause, situation, 1) ??
        (await fromTool(clause, situation)) ??
        fromMemory(clause, situation, 0.5) ??
        (await fromSearch(clause, situation)) ??
        lastResort(clause, situation)
      );
  }
}

const noted = (text: string) => `Noted. ${flipPerson(text)}`;
const say = (text: string): Outcome => ({ kind: 'say', text });

function smallTalk(text: string): string {
  if (/\b(?:thanks?|cheers)\b/i.test(text)) {
    return 'You are welcome.';
  }
  return /\b(?:bye|goodbye)\b/i.test(text)
    ? 'Goodbye.'
    : 'Hello! I am an offline rule-based responder; ask me what I can do.';
}

function selfDescription(clause: Clause, { tools, canSearch }: Situation): Outcome | undefined {
  return asksAboutResponder(clause.text)
    ? say(
        `${introduction(
          tools.map((tool) => tool.name),
          canSearch,
        )} ${HELP}`,
      )
    : undefined;
}

function introduction(names: readonly string[], canSearch: boolean): string {
  const all = [...(canSearch ? ['google_search'] : []), ...names];
  const tools = all.length === 0 ? 'No tools are declared.' : `The tools declared here: ${all.join(', ')}.`;
  return `I am offline-rules, a rule-based responder and not a language model. I fill in calls of tools, remember what you tell me, and quote searches and documents. ${tools}`;
}

function fromDocument(clause: Clause, situation: Situation): Outcome | undefined {
  const words = wordsOf(clause.text);
  const attached = situation.turn.documents.length > 0;
  if (!attached && !words.some((word) => DOCUMENT_WORDS.has(word))) {
    return undefined;
  }
  if (situation.documentProblem !== undefined) {
    return say(situation.documentProblem);
  }
  if (situation.pages.length === 0) {
    return undefined;
  }
  if (clause.kind !== 'question' || words.some((word) => SUMMARY.has(stem(word)))) {
    return say(summarise(situation.pages));
  }
  return quotePage(clause.text, situation, 0.2) ?? say(summarise(situation.pages));
}

function quotePage(question: string, { pages }: Situation, least: number): Outcome | undefined {
  const best = bestSentence(question, pages);
  return best === undefined || best.coverage < least
    ? undefined
    : say(`Page ${best.page + 1} of the document says: ${best.text}`);
}

/** Of what the user said, the fact that covers at least `least` of a question; of the system instruction, only all of it. */
function fromMemory(clause: Clause, situation: Situation, least: number): Outcome | undefined {
  if (clause.kind !== 'question') {
    return undefined;
  }
  // A question that is not about the user may share a word with anything, so half a match says nothing.
  const needed = isPersonal(clause.text) ? least : 1;
  const said = recall(clause.text, situation.facts);
  const ruled = recall(clause.text, situation.rules);
  const fact =
    said !== undefined && said.coverage >= needed
      ? said.fact
      : ruled?.coverage === 1
        ? ruled.fact
        : undefined;
  const isEarly = least === 1 && !isPersonal(clause.text);
  return fact === undefined || isEarly ? undefined : say(flipPerson(fact.text));
}

async function fromTool(clause: Clause, situation: Situation): Promise<Outcome | undefined> {
  const tool = chooseTool(clause, situation.tools);
  return tool === undefined ? undefined : planCall(clause.text, tool, situation);
}

async function fromSearch(clause: Clause, situation: Situation): Promise<Outcome | undefined> {
  const isAsking =
    clause.kind === 'question' ||
    (clause.verb !== undefined && READ.has(clause.verb)) ||
    clause.kind === 'fragment';
  if (!isAsking || isPersonal(clause.text.replace(/\b(?:show|tell|give|find) (?:me|us)\b/i, ''))) {
    return undefined;
  }
  const quoted = quotePage(clause.text, situation, 0.7);
  const tool = situation.tools.find((each) => each.searchParameter !== undefined);
  if (quoted !== undefined || (tool === undefined && !situation.canSearch)) {
    return quoted;
  }
  const query = clause.text.replace(SEARCH_LEAD, '');
  return tool === undefined ? { kind: 'search', query } : planCall(query, tool, situation);
}

function lastResort(clause: Clause, { tools, canSearch, turn, turns }: Situation): Outcome {
  if (clause.kind === 'question' && isPersonal(clause.text)) {
    return say('You have not told me that.');
  }
  if (clause.kind === 'fragment' && turns.length > 1 && turn.documents.length === 0) {
    return say(noted(clause.text));
  }
  return say(
    `I cannot answer that. ${introduction(
      tools.map((tool) => tool.name),
      canSearch,
    )} ${HELP}`,
  );
}
