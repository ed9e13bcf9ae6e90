/** The date of a photograph, as far as people know it. */
export interface PhotoDate {
  /** ISO 8601, as exact as it is known: `1943`, `1943-06`, `1943-06-12` or `1943-06-12T14:05:00`; null if unclear. */
  created: string | null;
  /** The people's own words, where `created` does not say all of them: "about 1943", "in the 1940s". */
  words: string | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FIRST_YEAR = 1800;
const LAST_YEAR = 2199;

const two = (value: number) => String(value).padStart(2, '0');

/** Returns the date if there is such a day. */
function day(year: number, month: number, date: number): string | null {
  const made = new Date(Date.UTC(year, month - 1, date));
  const isReal = made.getUTCMonth() === month - 1 && made.getUTCDate() === date;
  return isReal ? `${year}-${two(month)}-${two(date)}` : null;
}

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;

type Reading = (...parts: string[]) => string | null;

/** Ways to write a date that mean one thing only. `6/12/1943` is not among them: it is two dates. */
const FORMS: readonly (readonly [RegExp, Reading])[] = [
  [/^(\d{4})$/, (year = '') => (isYear(Number(year)) ? year : null)],
  // ISO 8601 and EXIF.
  [
    /^(\d{4})[-:](\d\d)[-:](\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?/,
    (year, month, date, hour = '', minute = '', second = '00') => {
      const on = day(Number(year), Number(month), Number(date));
      return on && Number(hour) < 24 && Number(minute) < 60 ? `${on}T${hour}:${minute}:${second}` : on;
    },
  ],
  [/^(\d{4})[-:/](\d\d)[-:/](\d\d)$/, (year, month, date) => day(Number(year), Number(month), Number(date))],
  [/^(\d{4})-(\d\d)$/, (year, month) => day(Number(year), Number(month), 1)?.slice(0, 7) ?? null],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/, (date, month, year) => day(Number(year), Number(month), Number(date))],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})$/i,
    (date, month = '', year) => day(Number(year), monthOf(month), Number(date)),
  ],
  [
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i,
    (month = '', date, year) => day(Number(year), monthOf(month), Number(date)),
  ],
  [/^([a-z]{3,9})\.?,?\s+(\d{4})$/i, (month = '', year) => day(Number(year), monthOf(month), 1)?.slice(0, 7) ?? null],
];

/** A range ("1940-43"), or a bound ("before 1943"), is no date, whichever years it names. */
const NO_DATE = /\d{4}\s*[-–/]\s*\d|\b(?:before|after|until|since|from|not)\b/i;

/** The only year that is named, if it is no decade ("1940s") and no century. */
function onlyYear(text: string): string | null {
  const years = text.match(/\d+s?/g) ?? [];
  const [year = ''] = years.filter((part) => /^\d{4}$/.test(part) && isYear(Number(part)));
  return years.some((part) => part !== year && /^\d{4}s?$/.test(part)) ? null : year || null;
}

/** Reads a date as people write it, in English, or as a camera does. Returns null for an empty text. */
export function readPhotoDate(text: string): PhotoDate | null {
  const words = text.trim().replace(/\s+/g, ' ');
  if (words === '') return null;
  for (const [form, read] of FORMS) {
    const match = form.exec(words);
    const created = match && read(...match.slice(1));
    if (created) return { created, words: null };
  }
  return { created: NO_DATE.test(words) ? null : onlyYear(words), words };
}

/**
 * Returns a text by which dates are sorted: `1943`, `1943-06`, `1943-06-12`. Words with a decade, a range or a bound
 * ("in the 1940s", "1940-43", "before 1950") go by the first year that they name; null if they name none.
 */
export function sortableDate({ created, words }: PhotoDate): string | null {
  if (created) return created;
  const years = (words?.match(/\d+/g) ?? []).filter((part) => part.length === 4 && isYear(Number(part)));
  return years[0] ?? null;
}

/**
 * Returns the date and time for EXIF, which knows exact dates only; null for others. A day without a time is noted as
 * noon, so that no time zone moves it to another day.
 */
export function exifDate({ created }: PhotoDate): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d:\d\d))?$/.exec(created ?? '');
  if (!match) return null;
  const [, year, month, date, time = '12:00:00'] = match;
  return `${year}:${month}:${date} ${time}`;
}
