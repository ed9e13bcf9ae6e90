const LONGEST = 120;
/** Windows opens devices by these names, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a name that Windows, macOS, Linux and phones take: without what they refuse, and not too long. */
export function safeName(words: string): string {
  const clean = words
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const short = [...clean]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
  if (short === '') return 'photo';
  return DEVICES.test(short) ? `${short}_` : short;
}
