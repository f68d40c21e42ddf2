import fc from 'fast-check';
import { z } from 'zod';

const arbitraries = new WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>();

/** Values that a schema reads, made from the schema itself; for a codec they are what stands on the wire. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const known = arbitraries.get(schema);
  if (known !== undefined) {
    return known;
  }
  const arbitrary = build(schema);
  // Checks cannot be turned into values, so what they refuse is thrown away.
  const hasChecks = (schema._zod.def.checks ?? []).length > 0 || schema instanceof z.ZodCustom;
  const checked = hasChecks ? arbitrary.filter((value) => z.safeParse(schema, value).success) : arbitrary;
  arbitraries.set(schema, checked);
  return checked;
}

/** Any JSON object, also one that looks like a thing of the protocol. */
const anyObject = (): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.dictionary(word(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('unknown'), wireType: word(), raw: fc.jsonValue() }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('text'), text: fc.constant(4) }) },
    { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}')) },
  );

const word = () =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((text) => text !== '__proto__');

function build(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    return objectOf(schema);
  }
  if (schema instanceof z.ZodCodec) {
    return fc.oneof(
      { weight: 5, arbitrary: optionsOf(schema.out) },
      { weight: 1, arbitrary: foreign(schema.out) },
    );
  }
  if (schema instanceof z.ZodPipe) {
    return arbitraryOf(schema.in);
  }
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    return fc.oneof(...schema.options.map(arbitraryOf));
  }
  if (schema instanceof z.ZodArray) {
    return fc.array(arbitraryOf(schema.element), { maxLength: 2 });
  }
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(word(), arbitraryOf(schema.valueType), { maxKeys: 2 });
  }
  if (schema instanceof z.ZodNullable) {
    return fc.option(arbitraryOf(schema.unwrap()), { nil: null });
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
    return arbitraryOf(schema.unwrap());
  }
  return leaf(schema);
}

function leaf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodLiteral) {
    return fc.constantFrom(...schema.values);
  }
  if (schema instanceof z.ZodEnum) {
    return fc.constantFrom(...schema.options);
  }
  if (schema instanceof z.ZodString) {
    return fc.string({ unit: 'binary', maxLength: 8 });
  }
  if (schema instanceof z.ZodBoolean) {
    return fc.boolean();
  }
  if (schema instanceof z.ZodNumberFormat) {
    return fc.maxSafeInteger();
  }
  if (schema instanceof z.ZodNumber) {
    return fc.double({ noNaN: true, noDefaultInfinity: true });
  }
  if (schema instanceof z.ZodCustom) {
    return fc.oneof(
      anyObject(),
      fc.dictionary(word(), fc.string(), { maxKeys: 2 }),
      fc.constantFrom({ type: 'object', properties: {} }, { $ref: '#/x' }, { type: 'dynamic', depth: 3 }),
    );
  }
  throw new Error(`No values are known for a schema of type ${schema._zod.def.type}.`);
}

function objectOf(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.shape).filter(([, field]) => !isForbidden(field));
  const isOptional = ([, field]: [string, z.core.$ZodType]) => field._zod.optin === 'optional';
  const known = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)])), {
    requiredKeys: fields.filter((field) => !isOptional(field)).map(([name]) => name),
  });
  if (!(schema.def.catchall instanceof z.ZodUnknown)) {
    return known;
  }
  const extra = fc.dictionary(
    word().map((name) => `x_${name}`),
    fc.jsonValue({ maxDepth: 1 }),
    { maxKeys: 1 },
  );
  return fc.tuple(extra, known).map(([more, value]) => ({ ...more, ...value }));
}

function isForbidden(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodExactOptional && field.unwrap() instanceof z.ZodNever;
}

/** The variants of a union that sets foreign ones aside; the last option is the place for those. */
function optionsOf(union: z.core.$ZodType): fc.Arbitrary<unknown> {
  return union instanceof z.ZodDiscriminatedUnion
    ? fc.oneof(...union.options.slice(0, -1).map(arbitraryOf))
    : arbitraryOf(union);
}

function foreign(union: z.core.$ZodType): fc.Arbitrary<unknown> {
  const key = union instanceof z.ZodDiscriminatedUnion ? union.def.discriminator : 'type';
  return fc
    .tuple(anyObject(), fc.constantFrom('unknown', 'hologram', '__proto__', 'constructor', ''))
    .map(([rest, wireType]) => ({ ...rest, [key]: wireType }));
}
