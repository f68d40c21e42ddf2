import { z } from 'zod';

/**
 * A list of values that the API declares open: any string passes, in requests too, and the type still suggests the known
 * ones (`string & {}` keeps them from being swallowed by `string`).
 */
export const openEnum = <const Words extends readonly string[]>(
  // Named for the type only.
  ..._words: Words
): z.ZodType<Words[number] | (string & {}), Words[number] | (string & {})> => z.string();
