import { z } from 'zod';
import { isJsonObject } from './json.ts';
import type { Expected, Kit, OptionalSchema, Options, Received, Written } from './kit.ts';

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
  oneOf: (options) => growing('type', options),
  oneEventOf: (options) => growing('event_type', options),
  oneWord: () => z.string(),
  count: () => z.number(),
};

/**
 * A union that sets foreign variants aside before zod sees them. The discriminator alone decides, so a known variant with
 * a wrong body is reported where it is wrong; and since only the places where the shapes have a union are touched, data
 * of a caller that happens to look like an unknown variant is never unwrapped.
 */
function growing<O extends Options, Foreign>(
  key: 'type' | 'event_type',
  options: O,
): z.ZodType<z.output<O[number]> | Foreign> {
  const known = new Set(options.flatMap((option) => literalsOf(option.shape[key])));
  const foreign = z.object({ [key]: z.literal('unknown'), wireType: z.string(), raw: z.unknown() });
  const codec = z.codec(z.unknown(), z.discriminatedUnion(key, [...options, foreign]), {
    decode: (wire) => {
      const wireType = isJsonObject(wire) ? wire[key] : undefined;
      const isForeign = typeof wireType === 'string' && !known.has(wireType);
      // The union behind this codec is what checks the value; a transform has to name a type.
      return (isForeign ? { [key]: 'unknown', wireType, raw: wire } : wire) as never;
    },
    encode: (value: unknown) => (isJsonObject(value) && value[key] === 'unknown' ? value.raw : value),
  });
  // What `foreign` yields is the kit's unknown variant, under a key that the compiler does not see.
  return codec as unknown as z.ZodType<z.output<O[number]> | Foreign>;
}

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
