import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { modelFolder } from '../testing/workerBundle';

interface Entry {
  file: string;
  bytes: number;
  sha256: string;
  origin: string;
  licence: string;
  licenceFile: string | null;
}

const folder = modelFolder();
const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Entry[];

describe('shipped models', () => {
  test.each(manifest)('$file is the file its manifest names, with origin and licence', (entry) => {
    const data = readFileSync(path.join(folder, entry.file));
    expect(data.byteLength).toBe(entry.bytes);
    expect(createHash('sha256').update(data).digest('hex')).toBe(entry.sha256);
    expect(entry.origin.length).toBeGreaterThan(20);
    if (entry.licenceFile) expect(existsSync(path.join(folder, entry.licenceFile))).toBe(true);
  });

  test('every shipped model is listed', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.onnx'));
    expect(files.sort()).toEqual(manifest.map(({ file }) => file).sort());
  });

  test('the networks that find damage stay small enough to ship', () => {
    const both = manifest.filter(({ file }) => ['damage.onnx', 'torn.onnx'].includes(file));
    expect(both).toHaveLength(2);
    expect(both.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(4_000_000);
  });
});
