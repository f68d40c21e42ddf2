/**
 * Whether two values of JSON-like data say the same. A key that is `undefined` counts as absent, as it does on the
 * wire; bytes are compared by value.
 */
export function isDeepEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) {
    return true;
  }
  if (!isObject(left) || !isObject(right) || Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) {
    return false;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isDeepEqual(item, right[index]));
  }
  const leftKeys = definedKeys(left);
  return (
    leftKeys.length === definedKeys(right).length &&
    leftKeys.every((key) => Object.hasOwn(right, key) && isDeepEqual(left[key], right[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function definedKeys(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}
