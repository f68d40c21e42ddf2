import type { z } from 'zod';
import { isJsonObject } from './schema/json.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with a value, reduced to the one fault that tells a caller most. */
export interface Fault {
  /** As `tools[0].parameters`; empty for the value as a whole. */
  readonly path: string;
  /** What was expected and what came, as a clause without a full stop. */
  readonly message: string;
  readonly isUnknownField: boolean;
}

interface Finding {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly isUnknownField: boolean;
  /** What the place calls for; set where the value as a whole is of another kind than this place takes. */
  readonly expected?: readonly string[];
}

/** Picks the most telling issue of a failed parse of `value`; a union is answered by the option that was meant. */
export function describeIssues(issues: readonly Issue[], value: unknown): Fault {
  const findings = issues.flatMap((issue) => explain(issue, [], value));
  // A field that is unknown is often the misspelling of one that is missing; the missing one says less.
  const finding = findings.find((candidate) => candidate.isUnknownField) ?? findings[0];
  return {
    path: formatPath(finding?.path ?? []),
    message: finding?.message ?? 'invalid value',
    isUnknownField: finding?.isUnknownField ?? false,
  };
}

function explain(issue: Issue, prefix: readonly PropertyKey[], value: unknown): Finding[] {
  const path = [...prefix, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: 'unknown field',
        isUnknownField: true,
      }));
    case 'invalid_union':
      return issue.errors.length === 0
        ? [explainDiscriminator(issue, path, value)]
        : explainUnion(issue.errors, path, value);
    case 'invalid_type':
      return [mismatch(path, [withArticle(issue.expected)], value)];
    case 'invalid_value':
      return [
        mismatch(
          path,
          issue.values.map((word) => JSON.stringify(word)),
          value,
        ),
      ];
    case 'too_big':
    case 'too_small':
      // The only bounds of the shapes are those of a number that JavaScript holds exactly.
      return [mismatch(path, ['a whole number within ±2^53'], value)];
    case 'custom':
      return issue.message.startsWith('expected ')
        ? [mismatch(path, [issue.message.slice('expected '.length)], value)]
        : [{ path, message: issue.message, isUnknownField: false }];
    default:
      return [{ path, message: issue.message, isUnknownField: false }];
  }
}

/** Takes the options that the value as a whole fits, and of those the one that was understood furthest. */
function explainUnion(options: readonly Issue[][], path: readonly PropertyKey[], value: unknown): Finding[] {
  const explained = options.map((issues) => issues.flatMap((issue) => explain(issue, path, value)));
  const isMeant = (findings: readonly Finding[]) =>
    !findings.some((finding) => finding.expected !== undefined && finding.path.length === path.length);
  const meant = explained.filter(isMeant);
  if (meant.length === 0) {
    const expected = explained.flat().filter((finding) => finding.path.length === path.length);
    return [mismatch(path, [...new Set(expected.flatMap((finding) => finding.expected ?? []))], value)];
  }
  return meant.reduce((left, right) => (depth(right) > depth(left) ? right : left));
}

function depth(findings: readonly Finding[]): number {
  return Math.max(...findings.map((finding) => finding.path.length));
}

function explainDiscriminator(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly PropertyKey[],
  value: unknown,
): Finding {
  // zod takes a list for an object without the discriminator.
  const holder = path.slice(0, -1);
  if (!isJsonObject(valueAt(value, holder))) {
    return mismatch(holder, ['an object'], value);
  }
  const words = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
  return mismatch(
    path,
    words.filter((word) => word !== 'unknown').map((word) => JSON.stringify(word)),
    value,
  );
}

function mismatch(path: readonly PropertyKey[], expected: readonly string[], value: unknown): Finding {
  const message = `expected ${listOf(expected)}, got ${nameOf(valueAt(value, path))}`;
  return { path, message, isUnknownField: false, expected };
}

function listOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  }
  return found;
}

const MAX_QUOTED_LENGTH = 40;

function nameOf(value: unknown): string {
  if (value === undefined) {
    return 'nothing';
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'number') {
    return String(value);
  }
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_QUOTED_LENGTH ? `${value.slice(0, MAX_QUOTED_LENGTH)}…` : value);
  }
  return Array.isArray(value) ? 'a list' : withArticle(typeof value);
}

function withArticle(kind: string): string {
  const names: Readonly<Record<string, string>> = {
    array: 'a list',
    int: 'a whole number',
    never: 'nothing',
    object: 'an object',
  };
  return names[kind] ?? `a ${kind}`;
}

function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') {
      text += `[${key}]`;
    } else {
      text += text === '' ? String(key) : `.${String(key)}`;
    }
  }
  return text;
}
