import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressesAt, type Plugin } from '@heirlight/emulator-kit/plugin';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkExport, checkImport, exportData } from './data';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'heirlight-data-'));
  folder = join(parent, 'kept');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** A service that holds one text. */
const holding = (text: string | Error): Plugin => ({
  name: 'notes',
  ports: {},
  start: () => ({ command: '', args: [], isReady: () => true }),
  async exportTo(to) {
    if (text instanceof Error) throw text;
    writeFileSync(join(to, 'notes.txt'), text);
  },
});
const save = (...plugins: Plugin[]) =>
  exportData({ folder, plugins, addresses: addressesAt({}, 0), signal: new AbortController().signal });
/** A service that hangs. */
const hanging: Plugin = {
  ...holding(''),
  exportTo: (_folder, _addresses, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};
const kept = () => readFileSync(join(folder, 'notes.txt'), 'utf8');

describe('an export', () => {
  test('can be imported, and takes the place of an earlier one whole', async () => {
    await save(holding('first'), { ...holding('other'), exportTo: async (to) => writeFileSync(join(to, 'more'), '') });
    checkImport(folder);
    expect(readdirSync(folder)).toContain('more');
    await save(holding('second'));
    checkImport(folder);
    expect(kept()).toBe('second');
    expect(readdirSync(folder)).not.toContain('more');
    expect(readdirSync(parent)).toEqual(['kept']);
  });

  test('that fails half way leaves the earlier one as it was, and nothing beside it', async () => {
    await save(holding('first'));
    await expect(save(holding(new Error('disk full')), holding('second'))).rejects.toThrow('notes: disk full');
    checkImport(folder);
    expect(kept()).toBe('first');
    expect(readdirSync(parent)).toEqual(['kept']);
  });

  test('takes first what starts last', async () => {
    const order: string[] = [];
    const noting = (name: string): Plugin => ({ ...holding(''), exportTo: async () => void order.push(name) });
    await save(noting('firebase'), noting('replicate'), noting('stripe'));
    expect(order).toEqual(['stripe', 'replicate', 'firebase']);
  });

  test('of a service that hangs is given up, after a time or by a signal, and the earlier one stays', async () => {
    await save(holding('first'));
    const options = { folder, addresses: addressesAt({}, 0) };
    const { signal } = new AbortController();
    const late = exportData({ ...options, plugins: [hanging, holding('second')], signal, timeoutMs: 20 });
    await expect(late).rejects.toThrow('notes: The operation was aborted due to timeout');
    const skip = new AbortController();
    const skipped = exportData({ ...options, plugins: [hanging], signal: skip.signal });
    skip.abort(new Error('skipped'));
    await expect(skipped).rejects.toThrow('notes: skipped');
    await expect(exportData({ ...options, plugins: [holding('third')], signal: skip.signal })).rejects.toThrow(
      'skipped',
    );
    expect(kept()).toBe('first');
    expect(readdirSync(parent)).toEqual(['kept']);
  });

  test('into a folder with other files is refused, and nothing there is touched', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'thesis.txt'), 'mine');
    expect(() => checkExport(folder)).toThrow('it holds other files');
    await expect(save(holding('second'))).rejects.toThrow('it holds other files');
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  test('is refused when the place of the earlier export holds other files, and nothing there is touched', async () => {
    const previous = `${folder}.previous`;
    mkdirSync(previous);
    writeFileSync(join(previous, 'thesis.txt'), 'mine');
    expect(() => checkExport(folder)).toThrow(/previous: it holds other files/);
    await expect(save(holding('first'))).rejects.toThrow(/previous: it holds other files/);
    expect(readdirSync(previous)).toEqual(['thesis.txt']);
    expect(readdirSync(parent)).toEqual(['kept.previous']);
    rmSync(previous, { recursive: true });
    writeFileSync(previous, 'mine');
    expect(() => checkExport(folder)).toThrow(/previous: it is not a folder/);
  });

  test('replaces what a killed run left of an earlier one', async () => {
    await save(holding('first'));
    renameSync(folder, `${folder}.previous`);
    await save(holding('second'));
    expect(kept()).toBe('second');
    expect(readdirSync(parent)).toEqual(['kept']);
  });

  test('into an empty folder, or one that does not exist, is fine', async () => {
    checkExport(folder);
    mkdirSync(folder);
    checkExport(folder);
    await save(holding('first'));
    expect(kept()).toBe('first');
  });
});

describe('an import', () => {
  test('of a folder that is not there, not an export, or of another format is refused with the reason', () => {
    expect(() => checkImport(folder)).toThrow(/no folder .*kept/);
    mkdirSync(folder);
    expect(() => checkImport(folder)).toThrow('holds no export of this suite');
    writeFileSync(join(folder, 'suite-export.json'), 'torn{');
    expect(() => checkImport(folder)).toThrow('holds no export of this suite');
    writeFileSync(join(folder, 'suite-export.json'), '{"version":99}');
    expect(() => checkImport(folder)).toThrow('exported in format 99');
  });

  test('finds the earlier export when a run was killed between the two renames', async () => {
    await save(holding('first'));
    // What is left then: the old export moved aside, the new one not in its place yet.
    renameSync(folder, `${folder}.previous`);
    checkImport(folder);
    expect(kept()).toBe('first');
    expect(existsSync(`${folder}.previous`)).toBe(false);
  });
});
