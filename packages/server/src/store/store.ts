import type {
  InteractionStatus,
  ReceivedInteraction,
  ReceivedStep,
  ReceivedStreamEvent,
  StreamEvent,
} from '@catenary/protocol';

/** Why an interaction failed, as the wire tells it. */
export interface InteractionFault {
  /** An `ErrorCode`, or a word for what went wrong with a generation. */
  readonly code: string;
  readonly message: string;
}

/** What the store knows of an interaction, without its steps and events. */
export interface InteractionRecord {
  readonly id: string;
  readonly previousId?: string;
  readonly status: InteractionStatus;
  /** The backend that answers. */
  readonly model: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly usage?: NonNullable<ReceivedInteraction['usage']>;
  readonly errors?: readonly InteractionFault[];
}

/** An interaction as it begins; its status is `in_progress`. */
export interface NewInteraction {
  readonly id: string;
  readonly previousId?: string;
  readonly model: string;
  readonly createdAtMs: number;
  readonly input: readonly ReceivedStep[];
}

/** One event of an interaction's stream. */
export interface StoredEvent {
  /** Counts from 1, without gaps. */
  readonly seq: number;
  readonly event: ReceivedStreamEvent;
}

/** How an interaction ended. */
export interface InteractionEnd {
  readonly status: InteractionStatus;
  readonly usage?: NonNullable<ReceivedInteraction['usage']>;
  readonly errors?: readonly InteractionFault[];
}

/** What is committed together: all of it, or nothing. */
export interface Commit {
  /** Events that this server made; `seq` as in `StoredEvent`. */
  readonly events: readonly { readonly seq: number; readonly event: StreamEvent }[];
  /** Output steps that are whole, with their position in the output. */
  readonly steps: readonly { readonly index: number; readonly step: ReceivedStep }[];
  readonly end?: InteractionEnd;
  readonly atMs: number;
}

/** Where interactions are kept. Every promise that resolves means: committed, and seen by every later call. */
export interface Store {
  /** `memory`, or `sqlite:` and the path as it was given. */
  readonly name: string;
  /** Adds an interaction together with its first commit. */
  create(interaction: NewInteraction, commit: Commit): Promise<void>;
  /** Adds to a running interaction. `false`, and nothing is written, when it was deleted or has ended. */
  append(id: string, commit: Commit): Promise<boolean>;
  find(id: string): Promise<InteractionRecord | undefined>;
  /** The steps of one interaction; both lists are empty when there is none. */
  readSteps(id: string): Promise<{ readonly input: ReceivedStep[]; readonly output: ReceivedStep[] }>;
  /**
   * Every step of the chain that ends in `id`, oldest first, by one query at any depth.
   * `undefined` when the chain is not whole: the interaction or one that it follows was deleted.
   */
  readChain(id: string): Promise<ReceivedStep[] | undefined>;
  /** At most `limit` events after `afterSeq`, in order. */
  readEvents(id: string, page: { readonly afterSeq: number; readonly limit: number }): Promise<StoredEvent[]>;
  /** Removes an interaction with its steps and events. `false` when there is none. */
  delete(id: string): Promise<boolean>;
  /**
   * Ends every interaction that a dead process left running as `failed`, with a last event that says why.
   * For the start of a server, before it runs anything. Returns how many there were.
   */
  failAbandoned(fault: InteractionFault, atMs: number): Promise<number>;
  close(): Promise<void>;
}
