/** Marks the end of an exhaustive switch; reached only when a value escaped its type. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
