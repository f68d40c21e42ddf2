/**
 * The first circle in a directed graph, as the names along it with the first repeated at the end.
 *
 * @returns `undefined` when there is none.
 */
export function findCycle(
  edges: readonly { readonly from: string; readonly to: string }[],
): readonly string[] | undefined {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);

  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): readonly string[] | undefined => {
    const start = path.indexOf(node);
    if (start !== -1) return [...path.slice(start), node];
    if (finished.has(node)) return undefined;
    path.push(node);
    for (const target of targets.get(node) ?? []) {
      const cycle = visit(target);
      if (cycle !== undefined) return cycle;
    }
    path.pop();
    finished.add(node);
    return undefined;
  };

  for (const node of targets.keys()) {
    const cycle = visit(node);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
