import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ESTree, parseSync } from 'vite';

/** A `value` exists at run time (class, function, constant, enum); a `type` does not. */
export type ExportKind = 'value' | 'type';

type Exports = ReadonlyMap<string, ExportKind>;
type Statements = ESTree.Program['body'];

/**
 * The names that a TypeScript file or declaration file exports, followed through re-exports to the declaration, which
 * tells values from types. A name that comes from another package counts as a value unless the export says `type`.
 *
 * @throws Error when a file does not parse or a re-export leads nowhere.
 */
export function readExports(entryPath: string): Exports {
  const statements = parse(entryPath);
  const names = new Map<string, ExportKind>();
  for (const statement of statements) {
    if (statement.type !== 'ExportAllDeclaration') continue;
    for (const [name, kind] of readExports(resolveModule(entryPath, statement.source.value))) {
      names.set(name, kind);
    }
  }
  // A name that is listed wins over one that came with a star.
  for (const statement of statements) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const [name, kind] of namedExports(entryPath, statement, statements)) {
      // A constant and a type may share a name; it then exists at run time.
      if (names.get(name) !== 'value') names.set(name, kind);
    }
  }
  return names;
}

// Declaration files refer to one another many times over.
const parsed = new Map<string, Statements>();

function parse(path: string): Statements {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'));
  const firstError = errors[0];
  if (firstError !== undefined) throw new Error(`${path} does not parse: ${firstError.message}`);
  parsed.set(path, program.body);
  return program.body;
}

function namedExports(
  path: string,
  statement: ESTree.ExportNamedDeclaration,
  statements: Statements,
): Exports {
  if (statement.declaration !== null) return declaredNames(statement.declaration);
  const source = statement.source?.value;
  return new Map(
    statement.specifiers.map((specifier) => {
      const local = nameOf(specifier.local);
      const isType = statement.exportKind === 'type' || specifier.exportKind === 'type';
      const kind =
        source === undefined ? localKind(path, local, statements) : originKind(path, source, local);
      return [nameOf(specifier.exported), isType ? 'type' : kind];
    }),
  );
}

/** The kind of a name that the file declares or imports. */
function localKind(path: string, local: string, statements: Statements): ExportKind {
  for (const statement of statements) {
    const kind =
      statement.type === 'ImportDeclaration'
        ? importedKind(path, local, statement)
        : declaredNames(statement).get(local);
    if (kind !== undefined) return kind;
  }
  throw new Error(`${path} exports ${local}, which it neither declares nor imports`);
}

function importedKind(
  path: string,
  local: string,
  statement: ESTree.ImportDeclaration,
): ExportKind | undefined {
  const specifier = statement.specifiers.find((candidate) => candidate.local.name === local);
  if (specifier === undefined) return undefined;
  if (statement.importKind === 'type') return 'type';
  if (specifier.type !== 'ImportSpecifier') return 'value';
  if (specifier.importKind === 'type') return 'type';
  return originKind(path, statement.source.value, nameOf(specifier.imported));
}

function originKind(path: string, specifier: string, name: string): ExportKind {
  if (!specifier.startsWith('.')) return 'value';
  const kind = readExports(resolveModule(path, specifier)).get(name);
  if (kind === undefined)
    throw new Error(`${path} takes ${name} from ${specifier}, which does not export it`);
  return kind;
}

/** A name that is both a type and a value, as a class is, counts as a value. */
function declaredNames(statement: Statements[number]): Exports {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration === null ? new Map() : declaredNames(statement.declaration);
    case 'ClassDeclaration':
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return new Map(statement.id === null ? [] : [[statement.id.name, 'value']]);
    case 'TSEnumDeclaration':
      return new Map([[statement.id.name, 'value']]);
    case 'VariableDeclaration':
      return new Map(statement.declarations.map(({ id }) => [identifierName(id), 'value']));
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return new Map([[statement.id.name, 'type']]);
    default:
      return new Map();
  }
}

function identifierName(pattern: ESTree.BindingPattern): string {
  if (pattern.type !== 'Identifier') throw new Error('a declaration that takes a value apart is not read');
  return pattern.name;
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function resolveModule(fromPath: string, specifier: string): string {
  const target = resolve(dirname(fromPath), specifier);
  const candidates = [target, target.replace(/\.js$/, '.d.ts'), target.replace(/\.js$/, '.ts')];
  const found = candidates.find((path) => path.endsWith('.ts') && existsSync(path));
  if (found === undefined) throw new Error(`${fromPath} refers to ${specifier}, which is not there`);
  return found;
}
