import type { GoogleGenAI } from '@google/genai';
import { AgentsError } from '../error.ts';

/** The oldest release of the SDK whose interactions have the shape that this package speaks. */
const NEEDED_VERSION = '2.32.0';

/** What {@link checkInteractionsSupport} found. */
export type InteractionsSupport =
  | { readonly supported: true }
  | {
      readonly supported: false;
      /** What is missing. */
      readonly reason: string;
      /** What to install. */
      readonly hint: string;
    };

/** Whether the installed SDK knows the Interactions API. Never throws: a program asks before it starts. */
export async function checkInteractionsSupport(): Promise<InteractionsSupport> {
  const hint = `Install it with: npm install @google/genai@${NEEDED_VERSION}`;
  try {
    const { GoogleGenAI } = await import('@google/genai');
    const client = new GoogleGenAI({ vertexai: false, apiKey: 'only-looked-at' });
    return hasInteractions(client)
      ? { supported: true }
      : { supported: false, reason: 'The installed @google/genai has no interactions.', hint };
  } catch (error) {
    const reason = `@google/genai cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    return { supported: false, reason, hint };
  }
}

/** Throws `missing_capability`, naming the version that is needed, for a client without interactions. */
export function assertInteractions(client: GoogleGenAI): void {
  if (!hasInteractions(client)) {
    throw new AgentsError({
      code: 'missing_capability',
      message: 'The client of @google/genai has no interactions.',
      hint: `Install @google/genai ${NEEDED_VERSION} or later, or set useInteractionsApi to false.`,
    });
  }
}

function hasInteractions(client: GoogleGenAI): boolean {
  return 'interactions' in client && typeof client.interactions?.create === 'function';
}
