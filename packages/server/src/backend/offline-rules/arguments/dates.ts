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
  return found.flatMap((result) => {
    const moments = [result.start, ...(result.end ? [result.end] : [])];
    // The two ends of a range share its text, so that each can serve a parameter of its own.
    const width = Math.max(1, Math.floor(result.text.length / moments.length));
    return moments.flatMap((moment, index) => {
      const start = result.index + index * width;
      const at = { kind: 'date' as const, start, end: start + width };
      const date = moment.date();
      const year = date.getUTCFullYear();
      if (!(year >= 0 && year <= 9999)) {
        return [];
      }
      const iso = date.toISOString();
      const time = moment.isCertain('hour') ? [{ ...at, value: iso.slice(11, 16), clues: ['time'] }] : [];
      return [
        { ...at, value: iso.slice(0, 10), clues: ['date'] },
        { ...at, value: `${iso.slice(0, 19)}Z`, clues: ['date-time'] },
        ...time,
      ];
    });
  });
}
