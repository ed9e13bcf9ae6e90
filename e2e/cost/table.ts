import { toolById } from '@heirlight/contract/tools';
import { usualJobCostUsd } from '@heirlight/functions/jobPrices';
import type { Counted } from './counted';
import { FIRESTORE, FUNCTIONS, HOSTING, STORAGE, TASKS } from './prices';

const MIB_PER_GIB = 1024;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (restores: readonly Counted[], of: (one: Counted) => number) => sum(restores.map(of)) / restores.length;

const vcpuSeconds = ({ functions }: Counted) =>
  sum(functions.map(({ billedMilliseconds, cpu }) => (billedMilliseconds / 1000) * cpu));
const gibSeconds = ({ functions }: Counted) =>
  sum(functions.map(({ billedMilliseconds, memoryMiB }) => (billedMilliseconds / 1000) * (memoryMiB / MIB_PER_GIB)));
const invocations = ({ functions }: Counted) => sum(functions.map((one) => one.invocations));
const documents = ({ documents: { administrators, clients } }: Counted, what: 'reads' | 'writes' | 'deletes') =>
  administrators[what] + clients[what];
/** Each attempt, and the operation that added the task. */
const taskOperations = ({ functions }: Counted) =>
  2 * sum(functions.filter(({ isTask }) => isTask).map((one) => one.invocations));

/** Dollars, without the provider. */
const PRICES: Record<string, (one: Counted) => number> = {
  Functions: (one) =>
    vcpuSeconds(one) * FUNCTIONS.vcpuSecond +
    gibSeconds(one) * FUNCTIONS.gibSecond +
    invocations(one) * FUNCTIONS.invocation,
  Firestore: (one) =>
    documents(one, 'reads') * FIRESTORE.read +
    documents(one, 'writes') * FIRESTORE.write +
    documents(one, 'deletes') * FIRESTORE.delete,
  'Cloud Tasks': (one) => taskOperations(one) * TASKS.operation,
  'Storage, a year': (one) => 12 * one.stored * STORAGE.byteMonth,
  'Storage, downloads': (one) => (one.served + one.handedOut) * STORAGE.byteServed,
  'Hosting, first visit': (one) => one.hosting * HOSTING.byteServed,
};
const ours = (one: Counted) => sum(Object.values(PRICES).map((price) => price(one)));

const row = (name: string, ...cells: string[]) =>
  `${name.padEnd(32)}${cells.map((cell) => cell.padStart(11)).join('')}`;
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);

/** The tables of `npm run cost`: means over the tools, then each tool. */
export function costTable(before: readonly Counted[], now: readonly Counted[]): string {
  const compare = (name: string, of: (one: Counted) => number, digits: number, factor = 1) =>
    row(name, ...[before, now].map((restores) => (mean(restores, of) * factor).toFixed(digits)));
  const names = [...new Set([...before, ...now].flatMap(({ functions }) => functions.map(({ name }) => name)))].sort();
  const timesOf = (name: string) => (one: Counted) =>
    sum(one.functions.filter((f) => f.name === name).map((f) => f.invocations));
  const cost = (name: string, of: (one: Counted) => number) => compare(`  ${name}`, of, 3, 1000);
  const priceOf = (restores: readonly Counted[], tool: Counted['tool']) => {
    const one = restores.find((restore) => restore.tool === tool);
    return one ? ((ours(one) + usualJobCostUsd(tool)) * 1000).toFixed(2) : '-';
  };
  return [
    'Before is commit ad4fc69. Seconds and gigabyte-seconds depend on the machine and its load; counts and bytes do not.',
    '',
    row('One restore, mean of all tools', 'before', 'now'),
    'invocations',
    ...names.map((name) => compare(`  ${name}`, timesOf(name), 1)),
    compare('vCPU-seconds, billed', vcpuSeconds, 2),
    compare('GiB-seconds, billed', gibSeconds, 2),
    compare('seconds computed by functions', (one) => one.processorMilliseconds / 1000, 2),
    compare('documents read, by functions', (one) => one.documents.administrators.reads, 1),
    compare('documents read, by the page', (one) => one.documents.clients.reads, 1),
    compare('documents written', (one) => documents(one, 'writes'), 1),
    compare('documents deleted', (one) => documents(one, 'deletes'), 1),
    compare('operations of task queues', taskOperations, 1),
    compare('MB stored', (one) => one.stored / 1e6, 2),
    compare('MB served to the page', (one) => one.served / 1e6, 2),
    compare('MB handed to the provider', (one) => one.handedOut / 1e6, 2),
    compare('MB of the page, first visit', (one) => one.hosting / 1e6, 2),
    'dollars per 1,000 restores',
    ...Object.entries(PRICES).map(([name, of]) => cost(name, of)),
    cost('sum without the provider', ours),
    '',
    row('Dollars per 1,000 restores', 'provider', 'before', 'now', 'MB stored', 'MB served'),
    ...now.map((one) =>
      row(
        `  ${toolById(one.tool).name}`,
        (usualJobCostUsd(one.tool) * 1000).toFixed(2),
        priceOf(before, one.tool),
        priceOf(now, one.tool),
        megabytes(one.stored),
        megabytes(one.served),
      ),
    ),
  ].join('\n');
}
