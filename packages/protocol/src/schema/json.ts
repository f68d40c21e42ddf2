import { z } from 'zod';

/** A JSON object whose inside the protocol does not look into: arguments, results, JSON Schemas, metadata. */
export type JsonObject = { [key: string]: unknown };

/** A map of strings to strings: labels, headers. */
export type StringMap = { [key: string]: string };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Passes the object on as it is: it is the caller's own data, so it is neither copied nor rebuilt, and a key such as
 * `__proto__`, which a rebuild would lose, survives.
 */
export const jsonObject = () => z.custom<JsonObject>(isJsonObject, 'expected an object');

/** As `jsonObject`, with every value a string. */
export const stringMap = () =>
  jsonObject().superRefine((map, context) => {
    for (const [key, value] of Object.entries(map)) {
      if (typeof value !== 'string') {
        context.addIssue({ code: 'custom', path: [key], message: 'expected a string' });
      }
    }
    // The check above is what makes it a map of strings; zod cannot follow a refinement.
  }) as unknown as z.ZodType<StringMap, StringMap>;
