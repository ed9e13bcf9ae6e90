/** Not everyone pays for bandwidth alike: nothing is fetched ahead with data saving on. */
export const savesData = (): boolean =>
  !!(navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData;
