import { z } from 'zod';
import { isJsonObject } from './json.ts';
import type { Expected, Kit, Mode, OptionalSchema, Options, Received, Written } from './kit.ts';

/** Requests, and what we write: nothing beyond the shapes. */
export const strictKit: Kit<Written> = {
  object: (shape) => retyped(z.strictObject(shape)),
  optional: (schema) => optionalAs<typeof schema, Written['absent']>(schema.exactOptional()),
  expected: (schema) => expectedAs<typeof schema, Written['absent']>(schema),
  oneOf: (options) => z.discriminatedUnion('type', options),
  oneEventOf: (options) => z.discriminatedUnion('event_type', options),
  oneWord: (words) => z.enum(words),
  count: () => z.int(),
};

/** What arrives: later versions may add fields, variants and values, and peers leave things out. */
export const looseKit: Kit<Received> = {
  object: (shape) => retyped(z.looseObject(shape)),
  optional: (schema) => optionalAs<typeof schema, Received['absent']>(schema.nullish()),
  expected: (schema) => expectedAs<typeof schema, Received['absent']>(schema.nullish()),
  oneOf: (options) => z.union([z.discriminatedUnion('type', options), foreignVariant('type', options)]),
  oneEventOf: (options) =>
    z.union([z.discriminatedUnion('event_type', options), foreignVariant('event_type', options)]),
  oneWord: () => z.string(),
  count: () => z.number(),
};

/** Reads an object of a type outside `options` as an unknown variant, and writes that variant back as it came. */
function foreignVariant<K extends 'type' | 'event_type'>(key: K, options: Options) {
  const known = new Set(options.flatMap((option) => literalsOf(option.shape[key])));
  return z.codec(
    z.custom<Record<string, unknown> & Record<K, string>>(
      (value) => isJsonObject(value) && typeof value[key] === 'string' && !known.has(value[key]),
      'expected another type',
    ),
    z.custom<UnknownOf<K>>((value) => isJsonObject(value) && value[key] === 'unknown' && 'raw' in value),
    {
      // The key is computed, so the compiler sees an index signature in place of the variant.
      decode: (raw) => ({ [key]: 'unknown', wireType: raw[key], raw }) as unknown as UnknownOf<K>,
      encode: (variant) => variant.raw as Record<string, unknown> & Record<K, string>,
    },
  );
}

type UnknownOf<K extends 'type' | 'event_type'> = K extends 'type'
  ? Mode['unknown'] & Received['unknown']
  : Mode['unknownEvent'] & Received['unknownEvent'];

function literalsOf(schema: unknown): unknown[] {
  return schema instanceof z.ZodLiteral ? [...schema.values] : [];
}

// The kits differ at run time only where the types say so: these give a schema the type that its kit promises.

function retyped<S extends z.ZodRawShape>(schema: z.ZodObject<S, z.core.$strict | z.core.$loose>) {
  return schema as unknown as z.ZodObject<S, z.core.$strip>;
}

function optionalAs<T extends z.ZodType, Absent>(schema: z.ZodType): OptionalSchema<T, Absent> {
  return schema as unknown as OptionalSchema<T, Absent>;
}

function expectedAs<T extends z.ZodType, Absent>(schema: z.ZodType): Expected<T, Absent> {
  return schema as unknown as Expected<T, Absent>;
}
