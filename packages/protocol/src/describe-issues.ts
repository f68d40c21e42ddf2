import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What is wrong with a value, reduced to the one fault that tells a caller most. */
export interface Fault {
  /** As `tools[0].parameters`; empty for the value as a whole. */
  readonly path: string;
  readonly message: string;
  readonly isUnknownField: boolean;
}

/** Picks the most telling issue of a failed parse; a union is answered by the option that came closest. */
export function describeIssues(issues: readonly Issue[]): Fault {
  const found = issues.flatMap((issue) => resolve(issue, []));
  const issue = found.find((candidate) => candidate.code !== 'unrecognized_keys') ?? found[0];
  if (issue === undefined) {
    return { path: '', message: 'invalid value', isUnknownField: false };
  }
  if (issue.code === 'unrecognized_keys') {
    const path = formatPath([...issue.path, ...issue.keys.slice(0, 1)]);
    return { path, message: `unknown field "${issue.keys[0]}"`, isUnknownField: true };
  }
  return { path: formatPath(issue.path), message: lowerFirst(issue.message), isUnknownField: false };
}

/** Replaces a union's issue by those of the option that the value was most likely meant to be. */
function resolve(issue: Issue, prefix: readonly PropertyKey[]): Issue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) {
    return [{ ...issue, path }];
  }
  const options = issue.errors.map((errors) => errors.flatMap((error) => resolve(error, path)));
  const best = options.reduce((left, right) => (closeness(right) > closeness(left) ? right : left));
  return best.length === 0 ? [{ ...issue, path }] : best;
}

/** Faults that lie deep inside an option say that the option was meant; a type that does not match says it was not. */
function closeness(issues: readonly Issue[]): number {
  const depths = issues.map((issue) => issue.path.length - (isMismatch(issue) ? 1.5 : 0));
  return Math.min(...depths) - issues.filter(isMismatch).length / 100;
}

function isMismatch(issue: Issue): boolean {
  return issue.code === 'invalid_union' || issue.code === 'custom';
}

function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    text += typeof key === 'number' ? `[${key}]` : text === '' ? String(key) : `.${String(key)}`;
  }
  return text;
}

function lowerFirst(message: string): string {
  return message.replace(/^Invalid (input|discriminator value)[:.] (.)/, (_, _kind, first: string) =>
    first.toLowerCase(),
  );
}
