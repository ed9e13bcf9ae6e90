/** What the gallery says only while it is in the order of the photos' own dates. */
export const orderCopy = {
  beingRestored: 'Being restored',
  dateUnknown: 'Date unknown',
  failed: 'Your photos could not be put in order.',
  retry: 'Try Again',
  part: (count: number) =>
    `Shown are the ${count} oldest photos with a date and your ${count} newest uploads. Search finds the others.`,
};
