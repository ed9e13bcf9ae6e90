import { wordsOf } from '@heirlight/contract/photoText';

export interface Period {
  from: Date;
  until: Date;
}

/** The names of the months, as dates are written here and in English, long and short. */
function monthNames(): string[][] {
  const formats = [undefined, 'en'].flatMap((locale) =>
    (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat(locale, { month })),
  );
  return Array.from({ length: 12 }, (_, month) =>
    formats.flatMap((format) => wordsOf(format.format(new Date(2026, month, 1)))),
  );
}

/** From this length on, the beginning of a month's name means the month. */
const SHORTEST_MONTH = 3;

function monthOf(word: string): number | null {
  if (word.length < SHORTEST_MONTH) return null;
  const month = monthNames().findIndex((names) => names.some((name) => name.startsWith(word)));
  return month < 0 ? null : month;
}

const isYear = (word: string) => /^(19|20)\d\d$/.test(word);
const isDay = (word: string) => /^([1-9]|0[1-9]|[12]\d|3[01])$/.test(word);

/** The year, month or day; without a year the last one that has begun. */
function periodAt(now: Date, { year, month, day }: { year?: number; month?: number; day?: number }): Period | null {
  if (month === undefined) {
    if (year === undefined || day !== undefined) return null;
    return { from: new Date(year, 0, 1), until: new Date(year + 1, 0, 1) };
  }
  const whole = (inYear: number): Period => {
    const from = new Date(inYear, month, day ?? 1);
    return { from, until: day === undefined ? new Date(inYear, month + 1, 1) : new Date(inYear, month, day + 1) };
  };
  if (year !== undefined) return whole(year);
  const thisYear = whole(now.getFullYear());
  return thisYear.from <= now ? thisYear : whole(now.getFullYear() - 1);
}

/**
 * Returns the time that a text names, in local time: a year, a month or a day, as the page writes them or as
 * 2026-11-22. Null if it names none, or says something else, too.
 */
export function periodOf(text: string, now: Date): Period | null {
  const iso = /^\s*(\d{4})-(\d{1,2})(?:-(\d{1,2}))?\s*$/.exec(text);
  if (iso) {
    const [year, month, day] = iso.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
    if (!month || month > 12) return null;
    return periodAt(now, { ...(year ? { year } : {}), month: month - 1, ...(day ? { day } : {}) });
  }
  const parts: { year?: number; month?: number; day?: number } = {};
  for (const word of wordsOf(text)) {
    const month = monthOf(word);
    if (isYear(word) && parts.year === undefined) parts.year = Number(word);
    else if (isDay(word) && parts.day === undefined) parts.day = Number(word);
    else if (month !== null && parts.month === undefined) parts.month = month;
    else return null;
  }
  return periodAt(now, parts);
}
