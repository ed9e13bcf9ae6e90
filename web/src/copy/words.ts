/** Words that several files of copy put into their sentences. */
export const restores = (count: number): string => `${count} ${count === 1 ? 'restore' : 'restores'}`;

export const photos = (count: number): string => `${count} ${count === 1 ? 'photo' : 'photos'}`;
export const andMore = (count: number): string => `and ${count} more`;

/** @param cents the amount in the currency's hundredths @param currency its ISO 4217 code */
export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
