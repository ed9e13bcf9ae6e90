/**
 * Many accounts upload a photo at the same moment, to a running suite of one machine: how long until all are restored,
 * whether any is lost, and what each process needs. Run: npm run bench:load [-- --accounts 25,100,200]
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { descendants } from '@heirlight/emulator-kit/process';
import { balanceOf, db } from './src/admin';
import { newPerson, type Person } from './src/people';
import { photoFile } from './src/pictures';
import { credits, filesOf, restore, upload } from './src/restores';

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '25,100,200' } } });
const SIZES = values.accounts.split(',').map(Number);
/** A photo that has not ended by then is lost, s. */
const LIMIT_S = 600;
/** At the same moment this many accounts are made before the clock starts. */
const AT_ONCE = 10;

const commandOf = (pid: number): string[] => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
const numberIn = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

/** The process that has started this program and all services. */
function suite(): number {
  let pid = process.pid;
  while (pid > 1 && !commandOf(pid).some((word) => word.endsWith('suite.mjs'))) pid = numberIn(pid, 'PPid');
  return pid;
}

/** What Node runs in a process; empty for other programs, and for this one. */
const nameOf = (pid: number): string => basename(commandOf(pid).find((word) => /\.m?js$/.test(word)) ?? '');

/** Resident memory of each process of the suite, MiB: now, and at most so far. Empty where there is no /proc. */
function memory(): Map<number, { name: string; now: number; most: number }> {
  const found = new Map<number, { name: string; now: number; most: number }>();
  if (!existsSync('/proc/self')) return found;
  for (const pid of descendants([suite()])) {
    try {
      const mib = (field: string) => numberIn(pid, field) / 1024;
      if (nameOf(pid)) found.set(pid, { name: nameOf(pid), now: mib('VmRSS'), most: mib('VmHWM') });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/** Signs up people, each with the restore that welcomes them. */
async function manyPeople(count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - people.length) }, () => newPerson());
    people.push(...(await Promise.all(some)));
  }
  for (let done = 0; done < count; done += AT_ONCE) await Promise.all(people.slice(done, done + AT_ONCE).map(credits));
  return people;
}

/**
 * Waits until every photo has ended. Returns how each did and when, ms of the machine's clock; lost ones are missing.
 */
function ends(photoIds: ReadonlySet<string>): Promise<Map<string, { status: string; at: number }>> {
  const ended = new Map<string, { status: string; at: number }>();
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve(ended);
    };
    const timer = setTimeout(finish, LIMIT_S * 1_000);
    const stop = db.collection('photos').onSnapshot((snapshot) => {
      for (const { doc } of snapshot.docChanges()) {
        const { status } = doc.data();
        if (photoIds.has(doc.id) && status !== 'processing' && !ended.has(doc.id))
          ended.set(doc.id, { status, at: Date.now() });
      }
      if (ended.size === photoIds.size) finish();
    }, reject);
  });
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

async function measure(accounts: number): Promise<Record<string, number>> {
  const people = await manyPeople(accounts);
  const bytes = readFileSync(photoFile('mary_mackillop_c1890.jpg'));
  const started = Date.now();
  const photos = new Map(people.map((person) => [crypto.randomUUID() as string, person]));
  const allEnded = ends(new Set(photos.keys()));
  const answers = await Promise.all(
    [...photos].map(async ([photoId, person]) => {
      const uploaded = await upload(person, { bytes, photoId });
      const { error } = uploaded.status === 200 ? await restore(person, uploaded) : { error: uploaded.status };
      return error;
    }),
  );
  const ended = await allEnded;
  const restored = [...ended].filter(([, { status }]) => status === 'succeeded');
  const times = restored.map(([, { at }]) => (at - started) / 1_000);
  let wrong = 0;
  for (const [photoId, person] of photos) {
    // The picture, its restored version and their smaller copies; and the one restore is spent.
    const isWhole = (await filesOf(person, photoId)).length >= 2 && (await balanceOf(person.uid)) === 0;
    if (!isWhole) wrong += 1;
  }
  return {
    accounts,
    restored: restored.length,
    lost: accounts - ended.size,
    'wrong ledgers': wrong,
    refused: answers.filter(Boolean).length,
    'all, s': Math.max(...times),
    'restores/s': restored.length / Math.max(...times),
    'median, s': quantile(times, 0.5),
    'p95, s': quantile(times, 0.95),
  };
}

const rows: Record<string, number>[] = [];
const before = memory();
const after: ReturnType<typeof memory>[] = [];
for (const size of SIZES) {
  rows.push(await measure(size));
  after.push(memory());
}
const cell = (text: string | number) => String(text).padStart(12);
console.log('Accounts that upload at the same moment; the engine returns the picture as it is.');
console.log(
  Object.keys(rows[0] ?? {})
    .map(cell)
    .join(''),
);
for (const row of rows)
  console.log(
    Object.entries(row)
      .map(([name, value]) => cell(/, s$|\/s$/.test(name) ? value.toFixed(1) : value))
      .join(''),
  );
console.log(`\nMemory of each process at most, MiB${' '.repeat(9)}${['before', ...SIZES].map(cell).join('')}`);
for (const [pid, { name, now }] of after.at(-1) ?? []) {
  const most = after.map((each) => (each.get(pid)?.most ?? Number.NaN).toFixed(0));
  console.log(`${name.padEnd(44)}${[(before.get(pid)?.now ?? now).toFixed(0), ...most].map(cell).join('')}`);
}
if (rows.some(({ accounts, restored, 'wrong ledgers': wrong }) => restored !== accounts || wrong)) process.exitCode = 1;
