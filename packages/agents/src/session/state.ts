import type { StateAccess } from '../contract/context.ts';
import { AgentsError } from '../error.ts';
import { assignOwn, setOwn } from './assign-own.ts';

/**
 * State as callbacks and tools see it: reads the value and what was set since, writes into the delta alone, which rides on
 * the next event. Keys: `app:` shared by all users, `user:` by all sessions of a user, `temp:` for one invocation and never
 * stored, none for the session.
 */
export class State implements StateAccess {
  static readonly APP_PREFIX = 'app:';
  static readonly USER_PREFIX = 'user:';
  static readonly TEMP_PREFIX = 'temp:';

  readonly #value: Readonly<Record<string, unknown>>;
  readonly #delta: Record<string, unknown>;

  /** @param delta receives what is set; it is the caller's own object, usually an event's `stateDelta`. */
  constructor(value: Readonly<Record<string, unknown>> = {}, delta: Record<string, unknown> = {}) {
    this.#value = value;
    this.#delta = delta;
  }

  get<T>(key: string, defaultValue?: T): T | undefined {
    const source = Object.hasOwn(this.#delta, key) ? this.#delta : this.#value;
    // State holds whatever the program put there; the caller says what it is, as in ADK.
    return Object.hasOwn(source, key) ? (source[key] as T) : defaultValue;
  }

  /** Throws `invalid_argument` where the state is for reading only: no event would carry what is set. */
  set(key: string, value: unknown): void {
    this.#checkWritable(key);
    setOwn(this.#delta, key, value);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#delta, key) || Object.hasOwn(this.#value, key);
  }

  /** Whether anything was set since the last event. */
  hasDelta(): boolean {
    return Object.keys(this.#delta).length > 0;
  }

  /** Sets every key of the delta; throws as {@link State.set} does. */
  update(delta: Record<string, unknown>): void {
    for (const key of Object.keys(delta)) {
      this.#checkWritable(key);
    }
    assignOwn(this.#delta, delta);
  }

  /** Value and delta together, as a copy. */
  toRecord(): Record<string, unknown> {
    return { ...this.#value, ...this.#delta };
  }

  #checkWritable(key: string): void {
    if (Object.isFrozen(this.#delta)) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `The state is read-only here, so "${key}" cannot be set.`,
        hint: 'Set state in a callback or a tool, through context.state.',
      });
    }
  }
}
