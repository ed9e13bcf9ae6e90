/** What a compare slider says about its position. Apart from `copy`, which the prerendered page does not download. */
export const compareValue = (percent: number): string => `${percent}% before, ${100 - percent}% after`;
