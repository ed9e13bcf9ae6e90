import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/**
 * The browser to drive: CHROMIUM_PATH, else the one inside the npm package @sparticuz/chromium (unpacked on first use),
 * else Debian's. Throws when there is none; Playwright's own download cannot work without network.
 */
export async function chromiumPath(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
  }
  try {
    return await sparticuz.executablePath();
  } catch (error) {
    if (existsSync(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM;
    throw new Error(
      `No Chromium found (${error}). Run \`npm ci\` again, or \`apt-get install chromium\`, or set CHROMIUM_PATH.`,
    );
  }
}
