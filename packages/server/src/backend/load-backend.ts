import type { Clock } from '../clock.ts';
import { StartError } from '../start-error.ts';
import type { Backend } from './backend.ts';

/**
 * The backend of that name, loaded when it is asked for: `offline-rules`, or `scripted:` and the path of a script.
 * Throws `StartError`: `invalid_option`, `script_unreadable`.
 */
export async function loadBackend(backend: string | Backend, clock: Clock): Promise<Backend> {
  if (typeof backend !== 'string') {
    return backend;
  }
  if (backend === 'offline-rules') {
    const { createOfflineRules } = await import('./offline-rules/index.ts');
    return createOfflineRules({ now: clock.now });
  }
  if (backend.startsWith('scripted:')) {
    const { readScript } = await import('./scripted/read-script.ts');
    const { createScriptedBackend } = await import('./scripted/scripted-backend.ts');
    return createScriptedBackend(await readScript(backend.slice('scripted:'.length)));
  }
  throw new StartError({
    code: 'invalid_option',
    message: `There is no backend "${backend}".`,
    hint: 'Use offline-rules, or scripted: and the path of a script.',
  });
}
