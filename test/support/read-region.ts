/**
 * The part of a source file between `// #region name` and `// #endregion`, without its indentation; without a name,
 * the whole file. Marker lines are left out.
 *
 * @returns `undefined` when there is no such region.
 */
export function readRegion(source: string, name?: string): string | undefined {
  const lines = source.split(/\r?\n/);
  const start = name === undefined ? -1 : lines.findIndex((line) => line.trim() === `// #region ${name}`);
  if (name !== undefined && start === -1) return undefined;
  const end = name === undefined ? lines.length : endOfRegion(lines, start);
  const kept = lines.slice(start + 1, end).filter((line) => !/^\s*\/\/ #(?:end)?region\b/.test(line));
  const indents = kept.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return kept.map((line) => line.slice(indent)).join('\n');
}

function endOfRegion(lines: readonly string[], start: number): number {
  let depth = 0;
  const end = lines.findIndex((line, index) => {
    if (index < start) return false;
    if (/^\s*\/\/ #region\b/.test(line)) depth += 1;
    if (/^\s*\/\/ #endregion\b/.test(line)) depth -= 1;
    return depth === 0;
  });
  return end === -1 ? lines.length : end;
}
