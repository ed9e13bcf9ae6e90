/**
 * Many accounts upload at the same moment, to a running suite of one machine: how long until all is restored, whether any
 * photo is lost, and what each process needs. `50x20` is 50 accounts with trays of 20 photos.
 * Run: npm run bench:load [-- --accounts 25,100,50x20]
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { descendants } from '@heirlight/emulator-kit/process';
import { balanceOf, db, setBalance } from './src/admin';
import { newPerson, type Person } from './src/people';
import { photoFile } from './src/pictures';
import { credits, filesOf, restore, upload } from './src/restores';

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '25,100,50x20' } } });
const SIZES = values.accounts.split(',');
/** As the page's tray does (web/src/domain/tray/trayState.ts). */
const UPLOADS_AT_ONCE = 3;
/** A photo that has not ended by then is lost, s. */
const LIMIT_S = 3_600;
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

/** Sends an account's photos as its tray would. Returns what was refused. */
async function send(person: Person, photoIds: string[], bytes: Buffer): Promise<unknown[]> {
  const refused: unknown[] = [];
  const waiting = [...photoIds];
  const sendNext = async (): Promise<void> => {
    const photoId = waiting.shift();
    if (!photoId) return;
    const uploaded = await upload(person, { bytes, photoId });
    const { error } = uploaded.status === 200 ? await restore(person, uploaded) : { error: uploaded.status };
    if (error) refused.push(error);
    await sendNext();
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, sendNext));
  return refused;
}

/** @param size how many accounts, and behind an x how many photos each has; otherwise one */
async function measure(size: string): Promise<Record<string, number | string>> {
  const [accounts = 0, each = 1] = size.split('x').map(Number);
  const people = await manyPeople(accounts);
  if (each > 1) for (const { uid } of people) await setBalance(uid, each);
  const bytes = readFileSync(photoFile('mary_mackillop_c1890.jpg'));
  const trays = people.map((person) => ({
    person,
    photoIds: Array.from({ length: each }, () => crypto.randomUUID() as string),
  }));
  const photos = accounts * each;
  const started = Date.now();
  const allEnded = ends(new Set(trays.flatMap(({ photoIds }) => photoIds)));
  const refused = (await Promise.all(trays.map(({ person, photoIds }) => send(person, photoIds, bytes)))).flat();
  const ended = await allEnded;
  const secondsOf = (photoId: string) => {
    const end = ended.get(photoId);
    return end?.status === 'succeeded' ? [(end.at - started) / 1_000] : [];
  };
  const times = trays.flatMap(({ photoIds }) => photoIds.flatMap(secondsOf));
  let wrong = 0;
  for (const { person, photoIds } of trays) {
    // Each picture, its restored version and their smaller copies; and every restore is spent.
    const files = await Promise.all(photoIds.map((photoId) => filesOf(person, photoId)));
    if (files.some(({ length }) => length < 2) || (await balanceOf(person.uid)) !== 0) wrong += 1;
  }
  return {
    accounts: size,
    restored: times.length,
    lost: photos - ended.size,
    'wrong ledgers': wrong,
    refused: refused.length,
    'all, s': Math.max(...times),
    'restores/s': times.length / Math.max(...times),
    'median, s': quantile(times, 0.5),
    'p95, s': quantile(times, 0.95),
    // Of the account that waits longest for its first.
    'first, s': Math.max(...trays.map(({ photoIds }) => Math.min(...photoIds.flatMap(secondsOf)))),
  };
}

const rows: Awaited<ReturnType<typeof measure>>[] = [];
const before = memory();
const after: ReturnType<typeof memory>[] = [];
for (const size of SIZES) {
  rows.push(await measure(size));
  after.push(memory());
}
const cell = (text: string | number) => String(text).padStart(15);
console.log('Accounts that upload at the same moment; the engine returns the picture as it is.');
console.log(
  Object.keys(rows[0] ?? {})
    .map(cell)
    .join(''),
);
for (const row of rows)
  console.log(
    Object.entries(row)
      .map(([name, value]) => cell(typeof value === 'number' && /, s$|\/s$/.test(name) ? value.toFixed(1) : value))
      .join(''),
  );
console.log(`\nMemory of each process at most, MiB${' '.repeat(9)}${['before', ...SIZES].map(cell).join('')}`);
for (const [pid, { name, now }] of after.at(-1) ?? []) {
  const most = after.map((each) => (each.get(pid)?.most ?? Number.NaN).toFixed(0));
  console.log(`${name.padEnd(44)}${[(before.get(pid)?.now ?? now).toFixed(0), ...most].map(cell).join('')}`);
}
if (rows.some(({ lost, refused, 'wrong ledgers': wrong }) => lost || refused || wrong)) process.exitCode = 1;
