import type { CreateInteractionRequest } from '@catenary/protocol';
import type { GenerateContentConfig } from '@google/genai';
import { AgentsError } from '../../../error.ts';
import type { SchemaLike } from '../../../schema/schema-like.ts';
import { toJsonSchema } from '../../../schema/to-json-schema.ts';

/** The form that the answer must have; `undefined` for plain text. Throws `invalid_argument` for a schema that is none. */
export function toResponseFormat(
  config: Pick<GenerateContentConfig, 'responseJsonSchema' | 'responseSchema' | 'responseMimeType'>,
): CreateInteractionRequest['response_format'] {
  const { responseMimeType: mimeType } = config;
  const schema: unknown = config.responseJsonSchema ?? config.responseSchema;
  if (schema === undefined) {
    return mimeType === undefined || mimeType === 'text/plain'
      ? undefined
      : { type: 'text', mime_type: mimeType };
  }
  if (typeof schema !== 'object' || schema === null) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `The response schema is a ${typeof schema}, not an object.`,
      hint: "Give a zod schema, a JSON Schema or the SDK's Schema.",
    });
  }
  // Everything that the SDK takes as a schema is one of the kinds of `SchemaLike`.
  return { type: 'text', mime_type: 'application/json', schema: { ...toJsonSchema(schema as SchemaLike) } };
}
