/** One entry of a zod 3 schema's `checks`. */
export interface Zod3Check {
  readonly kind: string;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly regex?: unknown;
}

/**
 * What the checks of a string or a number are in JSON Schema. Those it lacks (`startsWith`, `trim`, …) are left out: the
 * value is still parsed by zod itself.
 */
export function zod3Checks(checks: readonly Zod3Check[] = []): Record<string, unknown> {
  return Object.assign({}, ...checks.map(keywordsOf));
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  uuid: 'uuid',
  url: 'uri',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  duration: 'duration',
};

function keywordsOf(check: Zod3Check): Record<string, unknown> {
  const { kind, value } = check;
  switch (kind) {
    case 'int':
      return { type: 'integer' };
    case 'min':
    case 'max':
      return boundOf(check);
    case 'length':
      return { minLength: value, maxLength: value };
    case 'multipleOf':
      return { multipleOf: value };
    case 'regex':
      return check.regex instanceof RegExp ? { pattern: check.regex.source } : {};
    default: {
      const format = Object.hasOwn(FORMATS, kind) ? FORMATS[kind] : undefined;
      return format === undefined ? {} : { format };
    }
  }
}

/** A bound of a number says whether it is inclusive; one of a string's length does not. */
function boundOf({ kind, value, inclusive }: Zod3Check): Record<string, unknown> {
  const isLeast = kind === 'min';
  if (inclusive === undefined) {
    return { [isLeast ? 'minLength' : 'maxLength']: value };
  }
  if (inclusive) {
    return { [isLeast ? 'minimum' : 'maximum']: value };
  }
  return { [isLeast ? 'exclusiveMinimum' : 'exclusiveMaximum']: value };
}
