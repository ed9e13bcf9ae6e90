/** Updates size and SHA-256 of every model in `models/manifest.json`. Run it after a model changed. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../models/', import.meta.url);
const manifestUrl = new URL('manifest.json', folder);
const manifest = JSON.parse(readFileSync(manifestUrl, 'utf8')) as Array<{
  file: string;
  bytes: number;
  sha256: string;
}>;

for (const entry of manifest) {
  const data = readFileSync(new URL(entry.file, folder));
  entry.bytes = data.byteLength;
  entry.sha256 = createHash('sha256').update(data).digest('hex');
  console.log(entry.sha256.slice(0, 12), `${(entry.bytes / 1e6).toFixed(2)} MB`, entry.file);
}
writeFileSync(fileURLToPath(manifestUrl), `${JSON.stringify(manifest, null, 2)}\n`);
