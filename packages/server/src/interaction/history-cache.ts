import type { ReceivedStep } from '@catenary/protocol';

type Steps = readonly ReceivedStep[];

/** Enough for a few hundred conversations of text; one that is larger than this by itself is read anew each time. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/**
 * Conversations as they were last put together, by the id of their newest interaction, so that a turn does not read all turns
 * before it. Bounded by the size of their JSON; the one that was not asked for longest goes first.
 *
 * It holds what the store holds as long as this process is the only one that writes there, and is cleared by each delete.
 */
export class HistoryCache {
  readonly #entries = new Map<string, { readonly steps: Steps; readonly size: number }>();
  readonly #maxCharacters: number;
  #size = 0;
  #generation = 0;

  constructor(options: { readonly maxCharacters?: number } = {}) {
    this.#maxCharacters = options.maxCharacters ?? MAX_CHARACTERS;
  }

  /** The conversation that ends in `id`; loaded, and kept, when it is not at hand. */
  async read(id: string, load: () => Promise<Steps | undefined>): Promise<Steps | undefined> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) {
      this.#put(id, entry.steps, entry.size);
      return entry.steps;
    }
    const mark = this.mark();
    const steps = await load();
    if (steps !== undefined && mark === this.#generation) {
      this.#put(id, steps, sizeOf(steps));
    }
    return steps;
  }

  /** The present, for `extend`: what began before a delete may hold what that delete removed. */
  mark(): number {
    return this.#generation;
  }

  /**
   * Keeps a conversation that went on, unless something was deleted since `mark`: `previousId` is followed by `id`, and seldom
   * asked for again.
   */
  extend(mark: number, previousId: string | undefined, id: string, added: Steps): void {
    if (mark !== this.#generation) {
      return;
    }
    const previous = previousId === undefined ? { steps: [], size: 0 } : this.#entries.get(previousId);
    if (previous !== undefined) {
      this.#put(id, [...previous.steps, ...added], previous.size + sizeOf(added));
      this.#remove(previousId ?? '');
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#size = 0;
  }

  #put(id: string, steps: Steps, size: number): void {
    this.#remove(id);
    if (size > this.#maxCharacters) {
      return;
    }
    this.#entries.set(id, { steps, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxCharacters) {
        return;
      }
      this.#remove(oldest);
    }
  }

  #remove(id: string): void {
    this.#size -= this.#entries.get(id)?.size ?? 0;
    this.#entries.delete(id);
  }
}

function sizeOf(steps: Steps): number {
  return JSON.stringify(steps).length;
}
