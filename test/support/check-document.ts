import { type CodeBlock, readMarkdown } from './read-markdown.ts';
import { readRegion } from './read-region.ts';

export interface DocumentRules {
  /** The text of a file of the repository; `undefined` when there is none. */
  readonly readFile: (path: string) => string | undefined;
  /** Whether a shell command is one that this repository offers. */
  readonly isKnownCommand: (command: string) => boolean;
}

/**
 * Checks that what a document shows is true: program text is quoted from a file that is run, commands exist, JSON
 * parses, links lead to a file. Blocks of `text` show output and are not checked; other languages are refused.
 *
 * @param path Where the document stands, for its links and for the messages.
 * @returns One sentence for each fault; empty when there is none.
 */
export function checkDocument(path: string, text: string, rules: DocumentRules): readonly string[] {
  const { blocks, links } = readMarkdown(text);
  const badLinks = links
    .filter(({ target }) => !/^(?:[a-z]+:|#)/.test(target))
    .filter(({ target }) => rules.readFile(resolvePath(path, target)) === undefined)
    .map(({ target, line }) => `${path}:${line} links to ${target}, which is not there`);
  const badBlocks = blocks.flatMap((block) => {
    const fault = blockFault(block, rules);
    return fault === undefined ? [] : [`${path}:${block.line} ${fault}`];
  });
  return [...badLinks, ...badBlocks];
}

function blockFault(block: CodeBlock, rules: DocumentRules): string | undefined {
  switch (block.language) {
    case 'ts':
      return quoteFault(block, rules);
    case 'sh':
    case 'console':
      return commandFault(block, rules);
    case 'json':
      return jsonFault(block.text);
    case 'text':
      return undefined;
    default:
      return `has a block of "${block.language}"; use ts, sh, console, json or text`;
  }
}

function quoteFault({ from, text }: CodeBlock, { readFile }: DocumentRules): string | undefined {
  if (from === undefined)
    return 'needs a comment above it: <!-- from: examples/docs/file.ts --> or file.ts#region';
  const [path = '', region] = from.split('#');
  const source = path.startsWith('examples/') ? readFile(path) : undefined;
  if (source === undefined) return `is quoted from ${path}, which is not a file of examples/`;
  const quoted = readRegion(source, region);
  if (quoted === undefined) return `is quoted from the region ${region}, which ${path} does not have`;
  return text.trim() === quoted.trim() ? undefined : `differs from ${from}`;
}

function commandFault({ language, text }: CodeBlock, { isKnownCommand }: DocumentRules): string | undefined {
  const lines = text.replace(/\\\n\s*/g, '').split('\n');
  const commands =
    language === 'sh'
      ? lines.map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
      : lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2).trim());
  const unknown = commands.find((command) => command !== '' && !isKnownCommand(command));
  return unknown === undefined ? undefined : `shows "${unknown}", which is not a known command`;
}

function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `is not JSON: ${String(error)}`;
  }
}

function resolvePath(from: string, target: string): string {
  const path = new URL(target, `file:///${from}`).pathname;
  return decodeURIComponent(path.slice(1));
}
