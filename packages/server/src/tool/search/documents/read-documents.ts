import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { SearchError } from '../search-error.ts';

/** A text file of the documents folder. */
export interface TextDocument {
  /** Path inside the folder, `/` between its parts on every platform. */
  readonly path: string;
  readonly text: string;
}

/** How much the documents folder may hold. Over a limit nothing is read, so that no part is missing unseen. */
export interface DocumentLimits {
  /** Default 2,000. */
  readonly maxFiles: number;
  /** Most bytes a file; default 4 MiB. */
  readonly maxFileBytes: number;
  /** Most bytes of all files together; default 32 MiB. */
  readonly maxTotalBytes: number;
}

const MEBIBYTE = 1024 * 1024;
export const DEFAULT_DOCUMENT_LIMITS: DocumentLimits = {
  maxFiles: 2_000,
  maxFileBytes: 4 * MEBIBYTE,
  maxTotalBytes: 32 * MEBIBYTE,
};

const EXTENSIONS: ReadonlySet<string> = new Set(['.md', '.txt']);

/**
 * Reads the `.md` and `.txt` files of a folder and of the folders in it, by path in code-unit order. Names that begin with
 * a dot are passed over, as are other kinds of files and links to folders. Rejects with `SearchError`
 * (`documents_unreadable`, `documents_too_large`), which names the file.
 */
export async function readDocuments(
  folder: string,
  limits: DocumentLimits,
): Promise<readonly TextDocument[]> {
  const paths = await listDocuments(folder);
  if (paths.length > limits.maxFiles)
    throw tooLarge('The documents folder', `${paths.length} files`, `${limits.maxFiles}`);
  const documents: TextDocument[] = [];
  let total = 0;
  for (const path of paths) {
    const file = join(folder, path);
    const target = await orUnreadable(path, stat(file));
    if (target.isDirectory()) continue;
    // A link may lead to a pipe or a device, and reading one of those need not end.
    if (!target.isFile()) throw unreadable(path, 'is no regular file', undefined);
    const { size } = target;
    total += size;
    if (size > limits.maxFileBytes) throw tooLarge(path, `${size} bytes`, `${limits.maxFileBytes}`);
    if (total > limits.maxTotalBytes)
      throw tooLarge(`With ${path} the documents`, `${total} bytes`, `${limits.maxTotalBytes}`);
    documents.push({ path, text: decode(path, await orUnreadable(path, readFile(file))) });
  }
  return documents;
}

async function listDocuments(folder: string): Promise<readonly string[]> {
  const entries = await orUnreadable(
    'The documents folder',
    readdir(folder, { recursive: true, withFileTypes: true }),
  );
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => EXTENSIONS.has(extname(path).toLowerCase()) && !/(?:^|\/)\./.test(path))
    .sort((a, b) => (a < b ? -1 : 1));
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(path, 'is not UTF-8 text', cause);
  }
}

async function orUnreadable<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    // The message of the system error holds the whole path of the machine; its code says enough.
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw unreadable(path, `cannot be read${code}`, cause);
  }
}

function unreadable(path: string, what: string, cause: unknown): SearchError {
  return new SearchError({
    code: 'documents_unreadable',
    message: `${path} ${what}.`,
    hint: 'Correct it, move it out of the documents folder, or name another folder.',
    cause,
  });
}

function tooLarge(subject: string, size: string, limit: string): SearchError {
  return new SearchError({
    code: 'documents_too_large',
    message: `${subject}: ${size}, and the limit is ${limit}.`,
    hint: 'Move what is not needed out of the documents folder, or raise the limit.',
  });
}
