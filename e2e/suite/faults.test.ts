import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { complaintsAbout, INVARIANTS, type Invariant } from '../../functions/test/conservation/books';
import { admin } from './adminSdk';
import { type Scene, STORIES } from './faultStories';
import { newPerson } from './people';
import { credits } from './restores';
import { calm } from './standIns';
import { readTruth } from './truth';

const table: { fault: string; broken: Invariant[] | null }[] = [];

beforeEach(calm);
afterEach(calm);

afterAll(() => {
  const cell = (text: string, width: number) => text.padEnd(width);
  const head = INVARIANTS.map((name) => cell(name, name.length)).join('  ');
  process.stdout.write(`\nFaults and what holds after each\n${cell('', 44)}${head}\n`);
  for (const { fault, broken } of table) {
    const cells = INVARIANTS.map((name) =>
      cell(broken === null ? '?' : broken.includes(name) ? 'BROKEN' : 'holds', name.length),
    );
    process.stdout.write(`${cell(fault, 44)}${cells.join('  ')}\n`);
  }
});

describe.each(STORIES)('$fault', ({ fault, run }) => {
  test('loses nothing, and gives nothing away', async () => {
    const row: (typeof table)[number] = { fault, broken: null };
    table.push(row);
    const scene: Scene = { person: await newPerson(), deletions: new Map() };
    expect(await credits(scene.person)).toBe(1);
    await run(scene);
    await calm();
    const complaints = await complaintsAbout(admin().db, await readTruth([scene.person], scene.deletions));
    row.broken = complaints.map(({ invariant }) => invariant);
    expect(complaints).toEqual([]);
  });
});
