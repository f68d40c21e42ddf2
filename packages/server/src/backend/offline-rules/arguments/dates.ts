import type { Candidate } from './candidates.ts';

/** Most characters of a text that dates are looked for in; the parser is slow on long ones. */
const MAX_LENGTH = 4000;

/**
 * The dates of a text, each in every form that a parameter may need, which its clue names. A date without a zone is read
 * as UTC. The parser is large and loads when first needed.
 */
export async function datesIn(text: string, now: number): Promise<readonly Candidate[]> {
  const chrono = await import('chrono-node');
  const reference = { instant: new Date(now), timezone: 0 };
  const found = chrono.parse(text.slice(0, MAX_LENGTH), reference, { forwardDate: true });
  return found.flatMap(({ index, text: said, start }) => {
    const date = start.date();
    const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString();
    const forms = [
      ['date', iso.slice(0, 10)],
      ['date-time', `${iso.slice(0, 19)}Z`],
      ...(start.isCertain('hour') ? [['time', iso.slice(11, 16)]] : []),
    ];
    const at = { kind: 'date' as const, start: index, end: index + said.length };
    // Years before 0 and after 9999 have a sign, which few tools expect.
    return /^\d{4}-/.test(iso)
      ? forms.map(([form = '', value = '']) => ({ ...at, value, clues: [form] }))
      : [];
  });
}
