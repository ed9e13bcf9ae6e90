const DAY_MS = 24 * 60 * 60_000;
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const thisYear = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate());

function capitalized(words: string): string {
  return words.slice(0, 1).toLocaleUpperCase() + words.slice(1);
}

/**
 * Returns the day as the user's language names it: "Today", "Yesterday", "Saturday, November 21", with another year.
 */
export function dayName(day: Date, today: Date): string {
  // Rounded, because a day on which the clock is changed has another length.
  const ago = Math.round((midnight(today).getTime() - midnight(day).getTime()) / DAY_MS);
  if (ago === 0 || ago === 1) return capitalized(relative.format(-ago, 'day'));
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
