import { chooseTool } from './arguments/choose-tool.ts';
import type { Clause } from './language/clause.ts';
import { DOCUMENT_WORDS, READ_VERBS, SELF_WORDS } from './language/word-lists.data.ts';
import { contentStems, stem, wordsOf } from './language/words.ts';
import type { Outcome, Situation } from './plan.ts';
import { planCall } from './plan-call.ts';
import { bestSentence, summarise } from './sources/document-extract.ts';
import { flipPerson, isPersonal, recall } from './sources/recall.ts';

const READ = new Set([...READ_VERBS].map(stem));
const SELF = new Set([...SELF_WORDS].map(stem));
const FOR_ME = /\b(?:show|tell|give|find|help) (?:me|us)\b/i;
const SEARCH_LEAD =
  /^(?:use [\w ]{0,20}?search(?: tool)?(?: to| and)?|search|google|look up|look|find out|find|browse)\b(?: me| us)?(?: (?:on )?(?:the )?(?:web|internet|online|google))?(?: for)?\s+/i;
const WAY_OUT =
  'For open questions use a real model: with GEMINI_API_KEY set, a program can ask Google instead of this server.';

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
      return say(
        `I read English only, since I am a rule-based responder without a language model. ${WAY_OUT}`,
      );
    case 'overlong':
      return say(`One sentence has ${clause.text.length} characters, which is more than I can read.`);
    case 'statement':
      return say(
        `Noted. ${situation.facts().find((fact) => fact.clause === clause)?.answer ?? flipPerson(clause.text)}`,
      );
    case 'question':
    case 'request':
    case 'fragment':
      return (
        introduction(clause, situation) ??
        fromDocument(clause, situation) ??
        (isPersonal(clause.text) ? fromMemory(clause, situation, 1) : undefined) ??
        (await fromTool(clause, situation)) ??
        fromMemory(clause, situation, isPersonal(clause.text) ? 0.5 : 1) ??
        quotePage(clause, situation, 0.7) ??
        (await fromSearch(clause, situation)) ??
        lastResort(clause, situation)
      );
  }
}

const say = (text: string): Outcome => ({ kind: 'say', text });

function smallTalk(text: string): string {
  if (/\b(?:thanks?|cheers)\b/i.test(text)) {
    return 'You are welcome.';
  }
  return /\b(?:bye|goodbye)\b/i.test(text)
    ? 'Goodbye.'
    : 'Hello! I am an offline rule-based responder; ask me what I can do.';
}

function introduction(clause: Clause, situation: Situation): Outcome | undefined {
  const words = wordsOf(clause.text);
  const isAboutYou = words.some((word) => word === 'you' || word === 'your' || word === 'help');
  const isAboutMe = isPersonal(clause.text.replace(FOR_ME, ''));
  const isOnlyThat = contentStems(clause.text).every((word) => SELF.has(word));
  return isAboutYou && isOnlyThat && !isAboutMe ? say(selfDescription(situation)) : undefined;
}

function selfDescription({ tools, canSearch }: Situation): string {
  const names = [...(canSearch ? ['google_search'] : []), ...tools.map((tool) => tool.name)];
  const declared =
    names.length === 0 ? 'No tools are declared.' : `The tools declared here: ${names.join(', ')}.`;
  return `I am offline-rules, a rule-based responder and not a language model. I fill in calls of tools, remember what you tell me, and quote searches and documents. ${declared} ${WAY_OUT}`;
}

function fromDocument(clause: Clause, situation: Situation): Outcome | undefined {
  const { turn, pages, documentProblem } = situation;
  const words = wordsOf(clause.text);
  if (turn.documents.length === 0 && !words.some((word) => DOCUMENT_WORDS.has(word))) {
    return undefined;
  }
  if (documentProblem !== undefined || pages.length === 0) {
    return documentProblem === undefined ? undefined : say(documentProblem);
  }
  const asksForAll = clause.kind !== 'question' || words.some((word) => stem(word) === stem('summary'));
  return (asksForAll ? undefined : quotePage(clause, situation, 0.2)) ?? say(summarise(pages));
}

/** The sentence of the document that covers at least `least` of a question. */
function quotePage(clause: Clause, { pages }: Situation, least: number): Outcome | undefined {
  const best = clause.kind === 'question' ? bestSentence(clause.text, pages) : undefined;
  return best !== undefined && best.covered >= least
    ? say(`Page ${best.page} of the document says: ${best.text}`)
    : undefined;
}

/** The fact that covers at least `least` of a question: of the user's first, else one from elsewhere that covers all. */
function fromMemory(clause: Clause, { facts, otherFacts }: Situation, least: number): Outcome | undefined {
  if (clause.kind !== 'question') {
    return undefined;
  }
  const said = recall(clause.text, facts());
  const other = recall(clause.text, otherFacts());
  const isSaid = said !== undefined && said.covered >= least;
  const fact = isSaid ? said.fact : other?.covered === 1 ? other.fact : undefined;
  return fact === undefined ? undefined : say(fact.answer);
}

async function fromTool(clause: Clause, situation: Situation): Promise<Outcome | undefined> {
  const tool = chooseTool(clause, situation.tools);
  return tool === undefined ? undefined : planCall(clause.text, tool, situation);
}

async function fromSearch(clause: Clause, situation: Situation): Promise<Outcome | undefined> {
  const isLookUp = clause.kind !== 'request' || (clause.verb !== undefined && READ.has(clause.verb));
  if (!isLookUp || isPersonal(clause.text.replace(FOR_ME, ''))) {
    return undefined;
  }
  const query = clause.text.replace(SEARCH_LEAD, '').replace(SEARCH_LEAD, '');
  const tool = situation.tools.find((each) => each.searchParameter !== undefined);
  return tool !== undefined
    ? planCall(query, tool, situation)
    : situation.canSearch
      ? { kind: 'search', query }
      : undefined;
}

function lastResort(clause: Clause, situation: Situation): Outcome {
  const isOpen = clause.kind === 'question' && isPersonal(clause.text);
  return say(isOpen ? 'You have not told me that.' : `I cannot answer that. ${selfDescription(situation)}`);
}
