import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const expectation = z.strictObject({
  notEmpty: z.boolean().optional(),
  /** The answer holds one of these, in any case of letters. */
  containsAny: z.array(z.string()).min(1).optional(),
  containsAtLeast: z.strictObject({ count: z.int().positive(), of: z.array(z.string()).min(1) }).optional(),
  /** Tools that must have been called during the turn. */
  calls: z.array(z.string()).min(1).optional(),
});

const testCase = z.strictObject({
  name: z.string(),
  /** `own` starts a session for this file; `shared` goes on in the one that all such files share. */
  session: z.enum(['own', 'shared']).default('own'),
  /** Prints the ids of the turns as a chain and fails unless each turn has one of its own. */
  showChain: z.boolean().default(false),
  turns: z
    .array(
      z.strictObject({
        user: z.string(),
        /** A PDF that goes with the message, relative to the test file. */
        attach: z.string().optional(),
        expect: expectation,
      }),
    )
    .min(1),
});

export type Expectation = z.output<typeof expectation>;
export type TestCase = z.output<typeof testCase> & { readonly file: string; readonly directory: URL };

/** Reads every `*.json` of the folder, in the order of their names. Throws with the file's name on a bad one. */
export async function loadTestCases(directory: URL): Promise<TestCase[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (file) => {
      try {
        const parsed = testCase.parse(JSON.parse(await readFile(new URL(file, directory), 'utf8')));
        return { ...parsed, file, directory };
      } catch (error) {
        const where = fileURLToPath(new URL(file, directory));
        throw new Error(`${where} is not a test case: ${describe(error)}`, { cause: error });
      }
    }),
  );
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError) {
    return z.prettifyError(error);
  }
  return error instanceof Error ? error.message : String(error);
}

/** What the answer lacks, in words; empty when it is as expected. */
export function findFailures(
  expected: Expectation,
  answer: { readonly text: string; readonly calls: readonly string[] },
): string[] {
  const failures: string[] = [];
  const text = answer.text.toLowerCase();
  const has = (needle: string) => text.includes(needle.toLowerCase());
  if (expected.notEmpty === true && text.trim() === '') {
    failures.push('the answer is empty');
  }
  if (expected.containsAny !== undefined && !expected.containsAny.some(has)) {
    failures.push(`the answer contains none of: ${expected.containsAny.join(', ')}`);
  }
  if (expected.containsAtLeast !== undefined) {
    const { count, of } = expected.containsAtLeast;
    const found = of.filter(has).length;
    if (found < count) {
      failures.push(`the answer contains ${found} of the facts, not ${count}: ${of.join(', ')}`);
    }
  }
  for (const name of expected.calls ?? []) {
    if (!answer.calls.includes(name)) {
      failures.push(`${name} was not called`);
    }
  }
  return failures;
}
