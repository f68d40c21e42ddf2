import type { InteractionsTarget } from '../../../contract/model.ts';

/** What a kind of target does with a setting: takes it, or why it is held back. */
export type Capability = 'sent' | { readonly heldBack: string };

const NO_FIELD = { heldBack: 'the Interactions API has no such field' } as const;
const REFUSED = { heldBack: 'the Interactions API refuses requests that have it' } as const;

/** The sampling settings of Google's service, by their names in `generateContentConfig`. */
const SAMPLING = {
  maxOutputTokens: 'sent',
  stopSequences: 'sent',
  seed: 'sent',
  temperature: 'sent',
  topP: 'sent',
  topK: NO_FIELD,
  presencePenalty: REFUSED,
  frequencyPenalty: REFUSED,
} as const satisfies Readonly<Record<string, Capability>>;

export type SamplingName = keyof typeof SAMPLING;

/** What each kind of target takes. A kind that learns more gets a row of its own. */
export const CAPABILITIES: Readonly<
  Record<InteractionsTarget['kind'], Readonly<Record<SamplingName, Capability>>>
> = {
  google: SAMPLING,
  // Our server takes what the protocol declares, and the protocol is the one of Google's service.
  catenary: SAMPLING,
  // Of another server nothing is known but that it speaks this protocol.
  other: SAMPLING,
};

/** Whether a model of Google's takes built-in tools beside functions, by its name: Gemini 3 and later do. */
export function modelMixesBuiltInTools(model: string): boolean {
  const generation = /gemini-(\d+)/.exec(model)?.[1];
  return generation !== undefined && Number(generation) >= 3;
}
