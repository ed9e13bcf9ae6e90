const LONGEST = 120;
/** Windows opens devices by these names, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a name that Windows, macOS, Linux and phones take: without what they refuse, and not too long.
 *
 * @param room how many characters are to follow it
 */
export function safeName(words: string, room = 0): string {
  const clean = words
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const short = [...clean]
    .slice(0, LONGEST - room)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
  if (short === '') return 'photo';
  return DEVICES.test(short) ? `${short}_` : short;
}
