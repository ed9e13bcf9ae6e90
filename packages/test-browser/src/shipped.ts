/** The Chromium inside the npm package @sparticuz/chromium, with the libraries and fonts the package carries for it. */
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar';

export const SHIPPED_FOR = 'x64 Linux with glibc';
/** The package's libraries (NSS, NSPR, expat) are Amazon Linux 2023's. An older system has to bring its own. */
const LIBRARIES_NEED_GLIBC = [2, 34] as const;

/** What draws WebGL without a graphics processor, for a browser that is not started with --disable-gpu. */
const GRAPHICS = 'libvk_swiftshader.so';

export interface ShippedChromium {
  executablePath: string;
  /** For the browser's process alone; empty where the system's libraries have to do. */
  env: Record<string, string>;
  /** The folder with everything unpacked. */
  folder: string;
}

/**
 * Unpacks the browser on first use; calls side by side, in one process or several, do not disturb each other.
 * @returns undefined on machines for which the package has no browser.
 */
export async function shippedChromium(): Promise<ShippedChromium | undefined> {
  const glibc = glibcVersion();
  if (process.platform !== 'linux' || process.arch !== 'x64' || !glibc) return undefined;
  const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../..');
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(packageFolder, '../../.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(packageFolder, 'bin'), folder);
  if (!existsSync(join(folder, GRAPHICS))) await unpackGraphics(join(packageFolder, 'bin'), folder);
  const [major, minor] = LIBRARIES_NEED_GLIBC;
  const isRecent = glibc.major > major || (glibc.major === major && glibc.minor >= minor);
  const env = {
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    ...(isRecent && { LD_LIBRARY_PATH: join(folder, 'lib') }),
  };
  return { executablePath: join(folder, 'chromium'), env, folder };
}

/** The C library's version; undefined where it is another than glibc (Alpine's musl, macOS). */
function glibcVersion(): { major: number; minor: number } | undefined {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  const [major, minor] = header.glibcVersionRuntime?.split('.').map(Number) ?? [];
  return major === undefined || minor === undefined ? undefined : { major, minor };
}

const plain = (folder: string, name: string) =>
  [createReadStream(join(folder, name)), createBrotliDecompress()] as const;

/** Beside a browser that may run already: each file comes whole. */
async function unpackGraphics(packed: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(`${folder}-`);
  await pipeline(...plain(packed, 'swiftshader.tar.br'), extract({ cwd: unfinished }));
  // The one that is looked for comes last.
  const names = (await readdir(unfinished)).sort((one) => (one === GRAPHICS ? 1 : -1));
  for (const name of names) await rename(join(unfinished, name), join(folder, name));
  await rm(unfinished, { recursive: true, force: true });
}

/** The package's own unpacking would put the browser into /tmp, and the libraries nowhere outside AWS Lambda. */
async function unpack(packed: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  await pipeline(...plain(packed, 'chromium.br'), createWriteStream(join(unfinished, 'chromium'), { mode: 0o755 }));
  await pipeline(...plain(packed, 'al2023.tar.br'), extract({ cwd: unfinished }));
  await pipeline(...plain(packed, 'fonts.tar.br'), extract({ cwd: unfinished }));
  // The package's own file names folders of AWS Lambda.
  await writeFile(join(unfinished, 'fonts.conf'), '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n');
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}
