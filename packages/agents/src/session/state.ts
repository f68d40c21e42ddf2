import type { StateAccess } from '../contract/context.ts';

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

  set(key: string, value: unknown): void {
    define(this.#delta, key, value);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#delta, key) || Object.hasOwn(this.#value, key);
  }

  hasDelta(): boolean {
    return Object.keys(this.#delta).length > 0;
  }

  update(delta: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(delta)) {
      this.set(key, value);
    }
  }

  /** Value and delta together, as a copy. */
  toRecord(): Record<string, unknown> {
    return { ...this.#value, ...this.#delta };
  }
}

/** Sets a key that may be `__proto__`, which assignment would not store. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
