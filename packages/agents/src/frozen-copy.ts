/**
 * A copy of plain data that nobody can change: objects and lists are copied and frozen to the bottom. Bytes and instances
 * of classes are shared as they are. The cost is that of the value, so use it on what is new, never on a history.
 */
export function frozenCopy<T>(value: T): T {
  return mapPlain(value, Object.freeze);
}

/** A copy of plain data that is the caller's to change; bytes and instances of classes are shared. */
export function plainCopy<T>(value: T): T {
  return mapPlain(value, (copy) => copy);
}

function mapPlain<T>(value: T, finish: <O extends object>(copy: O) => O): T {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  // A copy of T's own shape: every branch below rebuilds exactly what it was given.
  if (Array.isArray(value)) {
    return finish(value.map((item) => mapPlain(item, finish))) as T;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return value;
  }
  // `fromEntries` defines keys and does not assign them, so a key named `__proto__` is copied like any other.
  const entries = Object.entries(value).map(([key, item]) => [key, mapPlain(item, finish)]);
  return finish(Object.fromEntries(entries)) as T;
}
