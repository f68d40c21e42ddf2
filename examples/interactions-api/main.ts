import { checkInteractionsSupport, InMemoryRunner, LogLevel, setLogLevel } from '@catenary/agents';
import { createAgent } from './agent.ts';
import { type Connection, connect } from './src/connect.ts';
import { runInteractive } from './src/interactive.ts';
import { summarise } from './src/measure-requests.ts';
import { HELP, type Options, parseOptions, UsageError } from './src/options.ts';
import { createPrinter, type Printer } from './src/printer.ts';
import { runTests, type TestTotals } from './src/run-tests.ts';
import { showChain } from './src/show-chain.ts';
import { loadTestCases, type TestCase } from './src/test-case.ts';

const TESTS = new URL('./tests/', import.meta.url);

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const stopped = new AbortController();
  process.once('SIGINT', () => stopped.abort());
  process.once('SIGTERM', () => stopped.abort());
  let connection: Connection | undefined;
  try {
    const options = parseOptions(args);
    if (options === undefined) {
      process.stdout.write(HELP);
      return 0;
    }
    const support = await checkInteractionsSupport();
    if (!support.supported) {
      console.error(`${support.reason} ${support.hint}`);
      return 1;
    }
    setLogLevel(options.debug ? LogLevel.DEBUG : LogLevel.WARN);
    connection = await connect(options, process.env);
    return await run(options, connection, stopped.signal);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\nRun with --help to see the options.`);
      return 2;
    }
    throw error;
  } finally {
    await connection?.close();
  }
}

async function run(options: Options, connection: Connection, signal: AbortSignal): Promise<number> {
  const printer = createPrinter((line) => console.log(line));
  const runner = new InMemoryRunner({
    agent: createAgent(connection.model),
    appName: 'interactions_example',
  });
  const { stream } = options;
  for (const line of connection.banner) {
    printer.line(line);
  }
  if (options.mode === 'interactive') {
    await runInteractive(runner, { printer, stream, signal, requests: connection.requests });
    return 0;
  }
  const startedAtMs = performance.now();
  const cases = await loadTestCases(TESTS);
  const hasIds = options.api === 'interactions';
  const tests = await runTests(runner, cases, { printer, stream, hasIds, signal });
  const shown = await showWhatIsSpecial(runner, connection, cases, { printer, stream, signal });
  if (shown === undefined) {
    const { requests } = connection;
    printer.line('');
    printer.table(summarise([{ label: options.api, requests, interactionIds: tests.interactionIds }]));
  }
  return printTotals(printer, options, {
    passed: tests.passed + (shown?.passed ?? 0),
    failed: tests.failed + (shown?.failed ?? 0),
    elapsedMs: performance.now() - startedAtMs,
    wasStopped: signal.aborted,
  });
}

/** Only a server of our own can be stopped, and made to lose something. */
async function showWhatIsSpecial(
  runner: InMemoryRunner,
  connection: Connection,
  cases: readonly TestCase[],
  options: { readonly printer: Printer; readonly stream: boolean; readonly signal: AbortSignal },
): Promise<TestTotals | undefined> {
  const { embedded } = connection;
  const testCase = cases.find(({ showChain: isShown }) => isShown);
  return embedded === undefined || testCase === undefined || options.signal.aborted
    ? undefined
    : showChain(runner, { ...connection, embedded }, { ...options, testCase });
}

function printTotals(
  printer: Printer,
  options: Options,
  totals: {
    readonly passed: number;
    readonly failed: number;
    readonly elapsedMs: number;
    readonly wasStopped: boolean;
  },
): number {
  printer.heading(
    `${totals.passed} passed, ${totals.failed} failed in ${(totals.elapsedMs / 1000).toFixed(1)} s`,
  );
  printer.line(
    'With a real model: GEMINI_API_KEY=... npm start, or npm start -- --backend http://your-server',
  );
  printer.line('By hand:           npm start -- --mode interactive');
  if (totals.wasStopped) {
    printer.line('Stopped before the end.');
    return 130;
  }
  printer.line(`API used: ${options.api === 'interactions' ? 'Interactions API' : 'generateContent'}`);
  return totals.failed === 0 ? 0 : 1;
}
