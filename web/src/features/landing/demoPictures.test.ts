import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL_IDS } from '@heirlight/contract/tools';
import { describe, expect, test } from '@jest/globals';
import { DEMO_SLOTS, demoPictures } from './demoPictures';
import table from './demoPictures.json';
import toolTable from './toolPictures.json';

const publicFolder = join(__dirname, '../../../public');
const SIDES = ['before', 'after'] as const;

describe.each(DEMO_SLOTS)('demo picture %s', (slot) => {
  test.each(SIDES)('%s: the sizes were made from the picture that is there (npm run pictures -w web)', (side) => {
    const bytes = readFileSync(join(publicFolder, `demo/${slot}-${side}.jpg`));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(table.pictures[slot][side].sha256);
  });

  test.each(SIDES)('%s: every size the page offers exists', (side) => {
    const { src, srcSet } = demoPictures[slot][side];
    const urls = [src, ...(srcSet ?? '').split(', ').map((entry) => entry.split(' ')[0]!)];
    for (const url of urls) expect(readFileSync(join(publicFolder, url)).subarray(4, 12).toString()).toBe('ftypavif');
  });
});

test.each(TOOL_IDS)('tool %s: its pictures were made from those that are there (npm run pictures -w web)', (toolId) => {
  for (const side of SIDES) {
    const bytes = readFileSync(join(publicFolder, `demo/tool-${toolId}-${side}.jpg`));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(toolTable.pictures[toolId][side].sha256);
  }
});

test('every photograph has a credit that names its maker and its licence', () => {
  const written = JSON.parse(readFileSync(join(publicFolder, 'demo/credits.json'), 'utf8'));
  expect(written.pictures).toEqual(table.credits);
  expect(table.credits.map(({ slot }) => slot)).toEqual([...DEMO_SLOTS]);
  expect(written.tools).toEqual(toolTable.credits);
  expect(toolTable.credits.map(({ tool }) => tool)).toEqual([...TOOL_IDS]);
  for (const { author, licence } of toolTable.credits) {
    expect(author).not.toBe('');
    expect(licence).toMatch(/public domain/i);
  }
});
