import { parseSync, Visitor } from 'vite';

/** One import, re-export, `import()` or `import('x').Type` of a source file. */
export interface ModuleImport {
  readonly specifier: string;
  /** Whether the compiler erases it. `import { type A }` is not erased under `verbatimModuleSyntax`. */
  readonly isType: boolean;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * Lists what a TypeScript file imports, by parsing it.
 *
 * @throws Error when the file does not parse, or imports a name that is computed.
 */
export function readImports(path: string, source: string): readonly ModuleImport[] {
  const { program, errors } = parseSync(path, source);
  const firstError = errors[0];
  if (firstError !== undefined) throw new Error(`${path} does not parse: ${firstError.message}`);

  const imports: ModuleImport[] = [];
  const add = (node: { readonly start: number }, specifier: string, isType: boolean): void => {
    imports.push({ specifier, isType, line: source.slice(0, node.start).split('\n').length });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node, node.source.value, node.exportKind === 'type');
    },
    ExportAllDeclaration: (node) => add(node, node.source.value, node.exportKind === 'type'),
    TSImportType: (node) => add(node, node.source.value, true),
    ImportExpression: (node) => {
      if (node.source.type !== 'Literal' || typeof node.source.value !== 'string') {
        throw new Error(`${path} imports a computed name; write the name out`);
      }
      add(node, node.source.value, false);
    },
  }).visit(program);
  return imports;
}
