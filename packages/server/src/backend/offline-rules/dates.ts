import type { Candidate } from './candidate.ts';
import { type Parameter, typeOf } from './tool-profile.ts';

type DateForm = 'date' | 'date-time' | 'time';

/** The form of date that a parameter takes; absent when it takes none. */
export function dateFormOf(parameter: Parameter): DateForm | undefined {
  const format = parameter.schema.format;
  if (format === 'date' || format === 'date-time' || format === 'time') {
    return format;
  }
  if (typeOf(parameter.schema) !== 'string' || format !== undefined) {
    return undefined;
  }
  const has = (...words: string[]) => words.some((word) => parameter.stems.includes(word));
  if (has('datetim', 'timestamp') || (has('dat', 'day') && has('tim'))) {
    return 'date-time';
  }
  return has('dat', 'day', 'deadlin', 'du', 'when', 'birthday') ? 'date' : has('tim') ? 'time' : undefined;
}

/** The dates of a text, one candidate a form. Dates without a zone are read as UTC; the parser loads when first needed. */
export async function datesIn(
  text: string,
  parameters: readonly Parameter[],
  now: number,
): Promise<readonly Candidate[]> {
  if (!parameters.some((parameter) => dateFormOf(parameter) !== undefined)) {
    return [];
  }
  const chrono = await import('chrono-node');
  const found = chrono.parse(text, { instant: new Date(now), timezone: 0 }, { forwardDate: true });
  return found.flatMap((result) => {
    const ends = [result.start, ...(result.end === null || result.end === undefined ? [] : [result.end])];
    const width = Math.max(1, Math.floor(result.text.length / ends.length));
    return ends.flatMap((moment, index): Candidate[] => {
      const iso = moment.date().toISOString();
      const clock = moment.isCertain('hour');
      const start = result.index + index * width;
      const at = { kind: 'date' as const, start, end: start + width };
      const forms: readonly (readonly [DateForm, string])[] = [
        ['date', iso.slice(0, 10)],
        ['date-time', `${iso.slice(0, 19)}Z`],
        ...(clock ? ([['time', iso.slice(11, 16)]] as const) : []),
      ];
      return forms.map(([form, value]) => ({ ...at, value, clues: [form] }));
    });
  });
}
