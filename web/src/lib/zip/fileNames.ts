const LONGEST = 120;
/** Windows opens devices by these names, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a name that Windows, macOS, Linux and phones take: without what they refuse, and not too long. */
export function safeName(words: string): string {
  const clean = words
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in a name
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ');
  const short = [...clean]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
  if (short === '') return 'photo';
  return DEVICES.test(short) ? `${short}_` : short;
}

/** Gives each file of a zip a name that no other has: the second one of a name gets " (2)". */
export function createNames(): (file: { folder?: string; stem: string; extension: string }) => string {
  const taken = new Set<string>();
  return ({ folder, stem, extension }) => {
    const base = `${folder === undefined ? '' : `${safeName(folder)}/`}${safeName(stem)}`;
    let name = `${base}.${extension}`;
    // Most disks take "A.png" and "a.png" for the same.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base} (${count}).${extension}`;
    taken.add(name.toLowerCase());
    return name;
  };
}
