import { z } from 'zod';
import type { ExportKind } from './read-exports.ts';

/** What `docs/adk-exports.json` holds: where each name of Google's kit stands in ours. */
export const adkExportsSchema = z.strictObject({
  package: z.literal('@google/adk'),
  version: z.string(),
  same: z.array(z.string()),
  /** Name to what is different. */
  differs: z.record(z.string(), z.string().min(1)),
  absent: z.array(
    z.strictObject({ why: z.string().min(1), planned: z.boolean(), names: z.array(z.string()) }),
  ),
});

export type AdkExports = z.infer<typeof adkExportsSchema>;

/**
 * Holds the list to the real typings and to our package.
 *
 * @param theirs What Google's kit exports.
 * @param ours What `@catenary/agents` exports.
 * @returns One sentence for each disagreement; empty when there is none.
 */
export function compareAdkExports(
  list: AdkExports,
  theirs: ReadonlyMap<string, ExportKind>,
  ours: ReadonlyMap<string, ExportKind>,
): readonly string[] {
  const present = [...list.same, ...Object.keys(list.differs)];
  const absent = list.absent.flatMap(({ names }) => names);
  const listed = [...present, ...absent];
  return [
    ...listed
      .filter((name, index) => listed.indexOf(name) !== index)
      .map((name) => `${name} is listed twice`),
    ...listed
      .filter((name) => !theirs.has(name))
      .map((name) => `${name} is listed, and the typings have no such name`),
    ...[...theirs.keys()].filter((name) => !listed.includes(name)).map((name) => `${name} is not listed`),
    ...present
      .filter((name) => !ours.has(name))
      .map((name) => `${name} is listed as here, and is not exported`),
    ...absent.filter((name) => ours.has(name)).map((name) => `${name} is listed as absent, and is exported`),
    ...list.same
      .filter((name) => theirs.get(name) === 'value' && ours.get(name) === 'type')
      .map((name) => `${name} is listed as the same, and is only a type here`),
  ].sort();
}
