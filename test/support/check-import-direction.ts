import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix, sep } from 'node:path';
import { findCycle } from './find-cycle.ts';
import { readImports } from './read-module.ts';

/** A set of folders or files at one height of a package; it may import its own floor and those below it. */
export interface Floor {
  /** Names directly under `src`: a folder, or a file without its ending. */
  readonly units: readonly string[];
  readonly why: string;
}

export interface PackageRule {
  /** Packages of this repository that it may import, and why no other. */
  readonly siblings: readonly string[];
  readonly why: string;
  /** The only packages and built-in modules it may import, where it is pure. */
  readonly only?: readonly string[];
  /** Bottom to top. Without floors, any file may import any other. */
  readonly floors?: readonly Floor[];
  /** A package that only these units import at run time. Types may be imported anywhere. */
  readonly runtimeOnlyIn?: Readonly<Record<string, readonly string[]>>;
  /** Units of types that may refer to one another in a circle. */
  readonly typesOnly?: readonly string[];
}

interface Arrow {
  readonly from: string;
  readonly line: number;
  readonly specifier: string;
  readonly isType: boolean;
  /** The imported file, relative to `src`; absent for another package. */
  readonly to?: string;
}

/**
 * Reads every import of `packages/<name>/src` and names those that break the rules.
 *
 * @param packagesPath The folder that holds the packages.
 * @returns One sentence for each fault; empty when the arrows all run down.
 */
export function checkImportDirection(
  packagesPath: string,
  rules: Readonly<Record<string, PackageRule>>,
): readonly string[] {
  const names = readdirSync(packagesPath).sort();
  const unruled = names.filter((name) => rules[name] === undefined);
  const faults = unruled.map((name) => `packages/${name} has no rule: say in the table what it may import`);
  for (const [name, rule] of Object.entries(rules)) {
    const srcPath = join(packagesPath, name, 'src');
    const files = listSources(srcPath);
    const arrows = readArrows(srcPath, files);
    const own = arrows.filter(({ from }) => !isTest(from));
    const found = [
      ...homelessUnits(files, rule),
      ...arrows.flatMap((arrow) => packageFault(name, arrow, rule, Object.keys(rules))),
      ...own.flatMap((arrow) => [
        ...purityFault(arrow, rule),
        ...runtimeFault(arrow, rule),
        ...floorFault(arrow, rule),
      ]),
      ...cycleFaults(own, rule),
    ];
    faults.push(...found.map((fault) => `packages/${name}/src/${fault}`));
  }
  return faults;
}

function listSources(srcPath: string): readonly string[] {
  return readdirSync(srcPath, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts'));
}

function readArrows(srcPath: string, files: readonly string[]): readonly Arrow[] {
  return files.flatMap((from) =>
    readImports(from, readFileSync(join(srcPath, from), 'utf8')).map((imported) => {
      const isRelative = imported.specifier.startsWith('.');
      const to = posix.normalize(posix.join(posix.dirname(from), imported.specifier));
      return { from, ...imported, ...(isRelative ? { to } : {}) };
    }),
  );
}

function isTest(path: string): boolean {
  return /\.test(-d)?\.ts$/.test(path);
}

function homelessUnits(files: readonly string[], { floors }: PackageRule): readonly string[] {
  if (floors === undefined) return [];
  const units = new Set(files.filter((path) => !isTest(path)).map(unitOf));
  return [...units]
    .filter((unit) => heightOf(unit, floors) === -1)
    .map((unit) => `${unit} stands on no floor: place it in the table`);
}

function packageFault(
  name: string,
  arrow: Arrow,
  rule: PackageRule,
  siblings: readonly string[],
): readonly string[] {
  if (arrow.to?.startsWith('..')) return [say(arrow, 'leaves the package by a relative path')];
  const target = siblings.find((sibling) => packageOf(arrow.specifier) === `@catenary/${sibling}`);
  if (target === undefined || target === name || rule.siblings.includes(target)) return [];
  return [say(arrow, rule.why)];
}

function purityFault(arrow: Arrow, { only, why }: PackageRule): readonly string[] {
  if (arrow.to !== undefined || only === undefined || only.includes(arrow.specifier)) return [];
  const kind = isBuiltin(arrow.specifier) ? 'a module of Node' : 'a package';
  return [say(arrow, `imports ${kind} that is not in its list (${only.join(', ')}): ${why}`)];
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function runtimeFault(arrow: Arrow, { runtimeOnlyIn }: PackageRule): readonly string[] {
  const units = runtimeOnlyIn?.[packageOf(arrow.specifier)];
  if (units === undefined || arrow.isType || units.includes(unitOf(arrow.from))) return [];
  return [say(arrow, `is imported at run time only in ${units.join(', ')}; elsewhere use "import type"`)];
}

function floorFault(arrow: Arrow, { floors, typesOnly }: PackageRule): readonly string[] {
  if (floors === undefined) return [];
  const from = unitOf(arrow.from);
  const height = heightOf(from, floors);
  if (typesOnly?.includes(from) && !arrow.isType)
    return [say(arrow, `${from} holds types only; use "import type"`)];
  if (arrow.to === undefined) return [];
  const to = unitOf(arrow.to);
  const targetHeight = heightOf(to, floors);
  if (height === -1 || targetHeight <= height) return [];
  return [
    say(
      arrow,
      `runs up from ${from} to ${to}. ${from}: ${floors[height]?.why} ${to}: ${floors[targetHeight]?.why}`,
    ),
  ];
}

function heightOf(unit: string, floors: readonly Floor[]): number {
  return floors.findIndex(({ units }) => units.includes(unit));
}

function cycleFaults(arrows: readonly Arrow[], { floors, typesOnly = [] }: PackageRule): readonly string[] {
  const inside = arrows.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]));
  const files = inside.filter(({ from, to }) => !(isIn(from, typesOnly) && isIn(to, typesOnly)));
  const units = inside
    .map(({ from, to }) => ({ from: unitOf(from), to: unitOf(to) }))
    .filter(({ from, to }) => from !== to);
  const cycles = [findCycle(files), floors === undefined ? undefined : findCycle(units)];
  return cycles.flatMap((cycle) => (cycle === undefined ? [] : [`${cycle.join(' -> ')} is a circle`]));
}

function isIn(path: string, units: readonly string[]): boolean {
  return units.includes(unitOf(path));
}

/** `event/is-final.ts` -> `event`, `error.ts` -> `error`. */
function unitOf(path: string): string {
  return (path.split('/')[0] ?? '').replace(/\.ts$/, '');
}

/** `@google/genai/node` -> `@google/genai`, `zod/v3` -> `zod`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function say(arrow: Arrow, what: string): string {
  return `${arrow.from}:${arrow.line} imports ${arrow.specifier}: ${what}`;
}
