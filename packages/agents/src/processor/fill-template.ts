import { AgentsError } from '../error.ts';

const PLACEHOLDER = /\{+([^{}]*)\}+/g;
const STATE_KEY = /^(?:(?:app|user|temp):)?[\p{ID_Start}$_][\p{ID_Continue}$_]*$/u;

/**
 * Puts state values in place of `{key}`, `{key?}`, `{user:key}`, `{app:key}` and `{temp:key}`. Strings go in as they
 * are, everything else as JSON. Braces around anything that is no key stay untouched, so JSON in an instruction is safe.
 * Throws `missing_state_key` for a key that is not set and has no `?`, `missing_capability` for `{artifact.name}`.
 */
export function fillTemplate(template: string, state: Readonly<Record<string, unknown>>): string {
  return template.replace(PLACEHOLDER, (placeholder: string, inner: string) => {
    const name = inner.trim();
    const isOptional = name.endsWith('?');
    const key = isOptional ? name.slice(0, -1) : name;
    if (key.startsWith('artifact.')) {
      throw new AgentsError({
        code: 'missing_capability',
        message: `The instruction names the artifact ${placeholder}, and this run has no artifact service.`,
        hint: 'Put the text into the state and name its key, or use an instruction function.',
      });
    }
    if (!STATE_KEY.test(key)) {
      return placeholder;
    }
    const value = Object.hasOwn(state, key) ? state[key] : undefined;
    if (value === undefined && !isOptional) {
      throw new AgentsError({
        code: 'missing_state_key',
        message: `The instruction names ${placeholder}, and the state has no "${key}".`,
        hint: `Set the key before the run (createSession, stateDelta), or write {${key}?} to allow it to be absent.`,
      });
    }
    return toText(value);
  });
}

function toText(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
