/** Not everyone pays for bandwidth alike: nothing is fetched ahead with data saving on. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !!connection?.saveData;
}
