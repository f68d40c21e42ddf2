const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that carry no content: they never count when texts are compared. */
export const STOP_WORDS = list(
  `a an the this that these those some any each every all both either no not only own same such other another more most
  i me my mine myself you your yours yourself we us our ours he him his she her hers it its they them their theirs
  am is are was were be been being do does did done doing have has had having can could will would shall should may might must
  who whom whose what which when where why how if whether than then so as at by for from in into of off on onto out over to up
  with without about after again against before between during near through under until and or but nor also too very just
  there here now today currently right please kindly thanks thank ok okay yes no hey hi hello like well
  s t d ll m re ve don doesn didn isn aren wasn won can't don't let's tell say said know get got give want need i'm it's`,
);

/** Verbs that only ask to be shown something; a tool named after one has no effect on the world. */
export const READ_VERBS = list(
  `get show tell give check find look see fetch list read display know search google query retrieve return describe explain
  name lookup view provide report recall say ask browse perform use answer`,
);

/** Verbs whose tools compute: a question may ask for them without naming them. */
export const COMPUTE_VERBS = list(
  'calculate compute convert estimate count compare measure translate evaluate solve',
);

/** Verbs that this responder itself understands as a request. */
export const OWN_VERBS = list(
  'summarise summarize outline summary extract quote remember search find write compose draft rewrite paraphrase',
);

/** Words of a search tool that do not say in what it searches. */
export const SEARCH_WORDS = list(
  `search google web internet agent tool engine assistant find finds finder information query online look lookup general`,
);

/** Words by which a question speaks of the responder itself. */
export const SELF_WORDS = list(
  `model llm ai bot robot human machine real name help able tool tools capable ability work feature features kind assistant
  offline function functions`,
);

/** Words that make up greetings, thanks and farewells; a text of nothing else is small talk. */
export const SMALL_TALK = list(
  `hi hello hey howdy greetings good morning afternoon evening day night there to meet nice you how are doing is it going today
  thanks thank so much very a lot for your help bye goodbye see later pleased everyone all and what's up cheers great welcome
  the world friend again i'm fine ok okay cool perfect awesome lovely`,
);

/** Words by which a text says that it speaks of an attached document. */
export const DOCUMENT_WORDS = list(
  'document pdf file attachment report paper page text article attached summary summarise',
);

/** Frequent little words of other Latin-script languages, none of which is an English word. */
export const FOREIGN_WORDS = list(
  `le les des est une que qui quel quelle dans pour avec je vous nous der das und ist wie ein eine nicht ich sie mit
  el los las una como esta por para qual il che sono di och det som att jag het een niet wat na jest nie`,
);

/** Words that mean the same here; the first of a group stands for all. Compared after stemming. */
export const SYNONYMS: readonly string[] = [
  'weather forecast temperature rain rainy raining hot cold sunny snow snowing humid',
  'write wrote written writer author authored',
  'buy purchase order bought',
  'book reserve booking reservation',
  'cancel revoke abort',
  'delete remove erase',
  'email mail',
  'schedule plan arrange',
  'meeting appointment calendar',
  'price cost quote',
  'flight fly plane',
  'town city municipality',
  'locate location place where',
  'origin source departure',
  'destination target arrival',
  'person people guest attendee participant',
  'quantity amount number count',
  'start begin launch',
  'stop end halt',
  'set switch turn adjust',
  'create make add',
  'update change modify edit',
  'picture photo image',
  'phone telephone',
  'name call named called',
  'live reside living home',
  'job work occupation profession',
  'size big large length',
  'movie film',
  'summarise summary outline overview',
];

/** For each preposition, the words of a parameter's name or description that its object usually fills. */
export const PREPOSITION_ROLES: Readonly<Record<string, string>> = {
  in: 'city town location place country region area room currency language unit category folder',
  at: 'location place venue address time hotel restaurant',
  near: 'location place city area region',
  around: 'location place city area region',
  for: 'person name customer city location place country town topic purpose guest duration user product company symbol query keyword',
  from: 'origin source start departure sender from',
  to: 'destination target recipient to end arrival language address environment channel goal',
  into: 'target language currency to destination',
  of: 'city country subject object name topic town place location author',
  by: 'author artist person name writer deadline',
  about: 'topic subject query message about',
  on: 'topic subject platform device day environment server channel',
  with: 'guest attendee person participant with message content',
  called: 'name title label',
  named: 'name title label',
  titled: 'name title label',
};

/** Words in the names of parameters that take a code: letters, digits and marks without a blank. */
export const CODE_WORDS = list(
  'id code number reference key order ticket sku issue version symbol account invoice',
);

/** Words in the names of parameters that take any text. */
export const FREE_TEXT_WORDS = list(
  'text title message body content query question prompt subject note summary phrase sentence expression request comment reason',
);

/** Words in the names of parameters that take what a request is about. */
export const THING_WORDS = list('item product task service topic name dish song channel file movie project');
