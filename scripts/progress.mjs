const tickMs = 200;
const plainIntervalMs = 5_000;

/**
 * Shows that long work goes on: one living line in a terminal, else a line every five seconds. Writes to stderr.
 *
 * @param {string} title
 * @param {() => { present: number, total: number }} measure
 * @returns {() => void} Ends the display and says how long it took.
 */
export function startProgress(title, measure) {
  const startedAtMs = Date.now();
  const stream = process.stderr;
  const line = () => {
    const { present, total } = measure();
    return `${title}: ${present} of ${total}, ${Math.round((Date.now() - startedAtMs) / 1000)} s`;
  };
  const tick = stream.isTTY ? () => stream.write(`\r\x1b[K${line()}`) : () => stream.write(`${line()}\n`);
  tick();
  const timer = setInterval(tick, stream.isTTY ? tickMs : plainIntervalMs);
  return () => {
    clearInterval(timer);
    stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${line()}\n`);
  };
}
