/**
 * `npm run budget`, after a build: what visits of the built page download, as Chromium counts it on the wire, and
 * beside it the same files by brotli. Sizes are in kB of 1000 bytes. Fails when a limit is passed.
 */
import { signedIn } from './budget/signedIn';
import { signedOut } from './budget/signedOut';
import { type Build, type Row, withBuild } from './budget/visit';

const VISITS: Record<string, (build: Build) => Promise<Row[]>> = {
  'First visit, signed out': signedOut,
  'Signed in, from a cold cache': signedIn,
};

const kb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);

await withBuild(async (build) => {
  for (const [title, measure] of Object.entries(VISITS)) {
    console.log(`${title.padEnd(36)}${['gzip', 'brotli', 'limit'].map((word) => word.padStart(8)).join('')}  kB`);
    for (const { what, size, limit } of await measure(build)) {
      console.log(`${what.padEnd(36)}${kb(size.gzip)}${kb(size.brotli)}${limit === undefined ? '' : kb(limit)}`);
      if (limit === undefined || size.gzip <= limit) continue;
      console.error(`OVER BUDGET  ${what}: ${size.gzip} bytes, limit ${limit}`);
      process.exitCode = 1;
    }
  }
});
