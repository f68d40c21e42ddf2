/** Sets a key that may be any string, `__proto__` included, which plain assignment would take for the prototype. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** `Object.assign` for records whose keys come from outside. */
export function assignOwn(
  target: Record<string, unknown>,
  source: Readonly<Record<string, unknown>> | undefined,
): void {
  for (const [key, value] of Object.entries(source ?? {})) {
    setOwn(target, key, value);
  }
}
