/**
 * The first step of `npm test`: the browser starts and draws letters. Where it is the package's own, it uses nothing of
 * the system but the C library, which is what lets the tests run on a machine that has nothing else.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { chromiumLaunch } from './chromium';
import { shippedChromium } from './shipped';

/** glibc's own libraries and the compiler's, without which Node would not run either. */
const C_LIBRARY = /^(ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv|libgcc_s|libnss_\w+)\.so\.\d+$/;

const launch = await chromiumLaunch().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const browser = await playwright.launch(launch);
try {
  const page = await browser.newPage();
  const widthOf = async (text: string) => {
    await page.setContent(`<span>${text}</span>`);
    return await page.locator('span').evaluate((span) => span.getBoundingClientRect().width);
  };
  // Without fonts, every letter is nothing or the same box.
  if (!((await widthOf('WWWW')) > (await widthOf('iiii')))) throw new Error(`${launch.executablePath} has no fonts.`);
  const shipped = await shippedChromium();
  if (shipped?.executablePath === launch.executablePath && shipped.env.LD_LIBRARY_PATH) {
    const loaded = librariesOf(launch.executablePath);
    if (!loaded.includes(`${shipped.env.LD_LIBRARY_PATH}/libnss3.so`))
      throw new Error('Chromium runs without our NSS.');
    const borrowed = loaded.filter((file) => !file.startsWith(shipped.folder) && !C_LIBRARY.test(basename(file)));
    if (borrowed.length > 0) throw new Error(`Chromium uses the system's libraries: ${borrowed.join(', ')}`);
  }
  console.log(`Chromium ${browser.version()}: ${launch.executablePath}`);
} finally {
  await browser.close();
}

/** The shared libraries that processes of this program have loaded. */
function librariesOf(program: string): string[] {
  const files = readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || readlinkSync(`/proc/${pid}/exe`) !== program) return [];
      return readFileSync(`/proc/${pid}/maps`, 'utf8').match(/\/.*\.so[.\d]*$/gm) ?? [];
    } catch {
      // It ended, or is another user's.
      return [];
    }
  });
  return [...new Set(files)];
}
