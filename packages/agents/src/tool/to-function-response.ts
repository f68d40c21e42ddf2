/** A tool's return value as the object that goes to the model. */
export function toFunctionResponse(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) {
    return { results: value };
  }
  if (typeof value === 'object' && value !== null) {
    return { ...value };
  }
  return { result: value ?? undefined };
}
