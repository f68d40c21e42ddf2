import type { Candidate } from './candidates.ts';

/**
 * The dates of a text, each in every form that a parameter may need, which its clue names. A date without a zone is read
 * as UTC. The parser is large and loads when first needed.
 */
export async function datesIn(text: string, now: number): Promise<readonly Candidate[]> {
  const chrono = await import('chrono-node');
  const found = chrono.parse(text, { instant: new Date(now), timezone: 0 }, { forwardDate: true });
  return found.flatMap((result) => {
    const moments = [result.start, ...(result.end ? [result.end] : [])];
    // The two ends of a range share its text, so that each can serve a parameter of its own.
    const width = Math.max(1, Math.floor(result.text.length / moments.length));
    return moments.flatMap((moment, index) => {
      const iso = moment.date().toISOString();
      const start = result.index + index * width;
      const form = (clue: string, value: string): Candidate => ({
        kind: 'date',
        value,
        start,
        end: start + width,
        clues: [clue],
      });
      const time = moment.isCertain('hour') ? [form('time', iso.slice(11, 16))] : [];
      return [form('date', iso.slice(0, 10)), form('date-time', `${iso.slice(0, 19)}Z`), ...time];
    });
  });
}
