import { readFile } from 'node:fs/promises';
import { parseStep, type Step } from '@catenary/protocol';
import { z } from 'zod';
import { ServerError } from '../../error.ts';
import { StartError } from '../../start-error.ts';
import type { ScriptedTurn } from './scripted-turn.ts';

const turn = z.strictObject({
  expect: z.record(z.string(), z.unknown()).optional(),
  steps: z.array(z.unknown()).optional(),
  status: z.enum(['completed', 'incomplete', 'requires_action']).optional(),
  usage: z.record(z.string(), z.number()).optional(),
  error: z.strictObject({ message: z.string() }).optional(),
  hang: z.literal(true).optional(),
});
const script = z.strictObject({ turns: z.array(turn) });

/**
 * Reads a script from a JSON file: `{"turns": [{"expect": {...}, "steps": [...]}, {"error": {"message": "..."}}, {"hang": true}]}`.
 * `expect` is part of a `BackendRequest`, `steps` are steps of the wire. Throws `StartError` `script_unreadable`.
 */
export async function readScript(path: string): Promise<ScriptedTurn[]> {
  try {
    const { turns } = script.parse(JSON.parse(await readFile(path, 'utf8')));
    return turns.map(toTurn);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): StartError {
  return new StartError({
    code: 'script_unreadable',
    message: `The script ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    hint: 'It is a JSON object with a list "turns"; each turn has "steps", an "error" or "hang".',
    cause,
  });
}

function toTurn({ expect, steps, status, usage, error, hang }: z.output<typeof turn>): ScriptedTurn {
  const when = expect === undefined ? {} : { expect };
  if (error !== undefined) {
    const failure = new ServerError({ code: 'api_error', message: error.message });
    return { ...when, actions: [{ type: 'throw', error: failure }] };
  }
  if (hang === true) {
    return { ...when, actions: [{ type: 'hang' }] };
  }
  return {
    ...when,
    // The parser of answers allows more than a backend may emit; what a run cannot use fails that run.
    steps: (steps ?? []).map((step) => parseStep(step) as Step),
    ...(status === undefined ? {} : { status }),
    ...(usage === undefined ? {} : { usage }),
  };
}
