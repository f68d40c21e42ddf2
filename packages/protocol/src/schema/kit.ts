import type { z } from 'zod';

/** A step, content, delta, annotation or tool of a type that this version does not know, as it came. */
export type UnknownVariant = {
  type: 'unknown';
  /** The `type` it had on the wire; that may itself be `unknown`. */
  wireType: string;
  /** The object as it came. Encoding gives it back unchanged. */
  raw: unknown;
};

/** A stream event of a type that this version does not know, as it came. */
export type UnknownStreamEvent = {
  event_type: 'unknown';
  /** The `event_type` it had on the wire. */
  wireType: string;
  /** The event as it came. Encoding gives it back unchanged. */
  raw: unknown;
};

/** What separates the two families of types that come from one set of shapes. */
export interface Mode {
  readonly unknown: unknown;
  readonly unknownEvent: unknown;
  readonly absent: unknown;
  readonly foreign: unknown;
}

/** What we write, and what we accept in a request: nothing beyond the shapes. */
export interface Written extends Mode {
  readonly unknown: never;
  readonly unknownEvent: never;
  readonly absent: never;
  readonly foreign: never;
}

/** What may arrive: variants, fields and values of a later version, and `null` or nothing where a peer omits. */
export interface Received extends Mode {
  readonly unknown: UnknownVariant;
  readonly unknownEvent: UnknownStreamEvent;
  readonly absent: null | undefined;
  readonly foreign: string & {};
}

/** The type of an optional field; `Absent` is what may stand in its place besides nothing. */
export interface OptionalSchema<T extends z.ZodType, Absent>
  extends z.ZodType<
    z.output<T> | Absent,
    z.input<T> | Absent,
    z.core.$ZodTypeInternals<z.output<T> | Absent, z.input<T> | Absent> & {
      optin: 'optional';
      optout: 'optional';
    }
  > {}

/**
 * A union of objects; `Unknown` is what may stand in place of the known ones. An interface, so that declarations name it:
 * written out, the generic options are beyond what TypeScript 5 reads.
 */
export interface UnionSchema<O extends Options, Unknown> extends z.ZodType<z.output<O[number]> | Unknown> {}

/** Options of a union; each has the discriminator as a literal. */
export type Options = readonly [z.ZodObject, ...z.ZodObject[]];

/**
 * The words the shapes are written in. Each shape is written once, as a function over a kit, and read twice: by the
 * strict kit (requests, and what we write) and by the loose kit (what arrives). A value of the strict reading is always
 * one of the loose reading too.
 */
export interface Kit<M extends Mode> {
  /** Strict: an unknown field is an error. Loose: it is kept, though the type does not name it. */
  object<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strip>;
  /** A field that may be left out. Loose: `null` means the same. */
  optional<T extends z.ZodType>(schema: T): OptionalSchema<T, M['absent']>;
  /** A field that whoever writes must give, but that what arrives may lack, as the first event of a step does. */
  expected<T extends z.ZodType>(schema: T): Expected<T, M['absent']>;
  /** A union on `type`. Loose: an unknown type becomes `UnknownVariant`; a known type with a wrong body stays an error. */
  oneOf<O extends Options>(options: O): UnionSchema<O, M['unknown']>;
  /** The same for stream events, on `event_type`. */
  oneEventOf<O extends Options>(options: O): UnionSchema<O, M['unknownEvent']>;
  /** A list of values that only the API may add to. Strict: these. Loose: any string. */
  oneWord<const W extends readonly [string, ...string[]]>(words: W): z.ZodType<W[number] | M['foreign']>;
  /** A whole number. Loose: any number, since nothing here counts with it. */
  count(): z.ZodNumber;
}

/** Required when `Absent` is `never`, else optional. */
export type Expected<T extends z.ZodType, Absent> = [Absent] extends [never] ? T : OptionalSchema<T, Absent>;
