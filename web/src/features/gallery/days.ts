import { dateLocale } from '../../lib/dateLocale';
import { galleryCopy } from './galleryCopy';

const DAY_MS = 24 * 60 * 60_000;
const thisYear = new Intl.DateTimeFormat(dateLocale(), { weekday: 'long', day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat(dateLocale(), {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate());

/** Returns the name of a day: "Today", "Yesterday", "Saturday, November 21", with another year. */
export function dayName(day: Date, today: Date): string {
  // Rounded, because a day on which the clock is changed has another length.
  const ago = Math.round((midnight(today).getTime() - midnight(day).getTime()) / DAY_MS);
  if (ago === 0) return galleryCopy.today;
  if (ago === 1) return galleryCopy.yesterday;
  return (day.getFullYear() === today.getFullYear() ? thisYear : otherYear).format(day);
}

/** Returns the name of each day by the id of its first photo in the list, where its heading stands. */
export function dayHeadings(
  photos: readonly { id: string; created_at: Date }[],
  today: Date,
): ReadonlyMap<string, string> {
  const headings = new Map<string, string>();
  let before: number | undefined;
  for (const { id, created_at } of photos) {
    const day = midnight(created_at).getTime();
    if (day !== before) headings.set(id, dayName(created_at, today));
    before = day;
  }
  return headings;
}
