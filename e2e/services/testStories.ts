import { complaintsAbout, INVARIANTS, type Invariant } from '@heirlight/functions/conservation';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { db } from '../src/admin';
import { calm } from '../src/emulators';
import { newPerson } from '../src/people';
import { credits } from '../src/restores';
import { readTruth } from '../src/truth';
import type { Scene, Story } from './faultStories';

const FAULT_WIDTH = 44;

/** Tests each story: the invariants of the ledger hold after it. Prints a table of stories and invariants. */
export function testStories(stories: readonly Story[]): void {
  const table: { fault: string; broken: Invariant[] | null }[] = [];

  beforeEach(calm);
  afterEach(calm);

  afterAll(() => {
    const head = INVARIANTS.join('  ');
    process.stdout.write(`\nFaults and what holds after each\n${' '.repeat(FAULT_WIDTH)}${head}\n`);
    for (const { fault, broken } of table) {
      const cells = INVARIANTS.map((name) =>
        (broken === null ? '?' : broken.includes(name) ? 'BROKEN' : 'holds').padEnd(name.length),
      );
      process.stdout.write(`${fault.padEnd(FAULT_WIDTH)}${cells.join('  ')}\n`);
    }
  });

  describe.each(stories)('$fault', ({ fault, run }) => {
    test('loses nothing, and gives nothing away', async () => {
      const row: (typeof table)[number] = { fault, broken: null };
      table.push(row);
      const scene: Scene = { person: await newPerson(), deletions: new Map() };
      expect(await credits(scene.person)).toBe(1);
      await run(scene);
      await calm();
      const complaints = await complaintsAbout(db, await readTruth([scene.person.uid], scene.deletions));
      row.broken = complaints.map(({ invariant }) => invariant);
      expect(complaints).toEqual([]);
    });
  });
}
