import { startReplicate } from '@heirlight/replicate-emulator';
import { startStripe } from '@heirlight/stripe-emulator';
import { replicateProvider } from '../../src/platform/replicateProvider';
import { stripeGateway } from '../../src/platform/stripeGateway';
import { stripeClient } from '../stripeClient';
import { startReceiver } from './receiver';
import { REPLICATE_COST, REPLICATE_SCENARIOS, type ReplicateTools, replicateAsker } from './replicate';
import { type Result, runScenario, type Scenario } from './scenario';
import { STRIPE_SCENARIOS, sell } from './stripe';
import type { StripeTools } from './stripe/tools';

const USAGE = `npm run scenarios -- stripe|replicate [--live] [--yes]

Asks the stand-in, or with --live the real service, what the product asks it, and prints every difference from what is
recorded. Exit code 1 on any.
  stripe --live     needs STRIPE_SECRET_KEY=sk_test_… and costs nothing. STRIPE_PAID_SESSION=cs_test_… names a Session
                    that was paid by hand, which no request can do.
  replicate --live  needs REPLICATE_API_TOKEN and --yes: it runs a model for at most $${REPLICATE_COST}.`;

const LOCAL_KEY = 'sk_test_scenarios';
const LOCAL_TOKEN = 'r8_scenarios';
const LOCAL_SECRET = `whsec_${Buffer.from('scenarios').toString('base64')}`;
const TERMS = 'https://example.com/terms';

export interface Cli {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  print(line: string): void;
}

/** What the command says instead of running. */
class Refused extends Error {}

async function runAll<Tools>(scenarios: readonly Scenario<Tools>[], tools: Tools, { print }: Pick<Cli, 'print'>) {
  const results: Result[] = [];
  for (const scenario of scenarios) {
    const result = await runScenario(scenario, tools);
    results.push(result);
    const { name, requests, differences, skipped } = result;
    if (skipped === null) print(`${differences.length === 0 ? '✓' : '✗'} ${name} (${requests} answers)`);
    else print(`- ${name}: not run to its end: ${skipped}`);
    for (const line of differences) print(`    ${line}`);
  }
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
  const [answers, different] = [sum(({ requests }) => requests), sum(({ differences }) => differences.length)];
  print(
    `${results.length} scenarios, ${answers} answers, ${different} ${different === 1 ? 'difference' : 'differences'}`,
  );
  return different === 0 ? 0 : 1;
}

type Closing = () => Promise<unknown>;

/** Runs `work` with what is to be closed after it, last first, whatever happens. */
async function closing(work: (later: (close: Closing) => void) => Promise<number>): Promise<number> {
  const open: Closing[] = [];
  try {
    return await work((close) => open.unshift(close));
  } finally {
    for (const close of open) await close();
  }
}

/** Where Stripe is, and what only a stand-in can do there. */
type StripePlace = Pick<StripeTools, 'paidSession' | 'receiver'> & { key: string; baseUrl: string };

/**
 * Runs the scenarios of Stripe at a place. Customers and prices are removed after them; Sessions stay, expired in a day.
 */
export function runStripe(
  { key, baseUrl, paidSession, receiver }: StripePlace,
  cli: Pick<Cli, 'print'>,
  scenarios: typeof STRIPE_SCENARIOS = STRIPE_SCENARIOS,
): Promise<number> {
  return closing(async (later) => {
    const stripe = stripeClient({ STRIPE_SECRET_KEY: key, STRIPE_API_BASE_URL: baseUrl });
    const withWrongKey = stripeClient({ STRIPE_SECRET_KEY: 'sk_test_wrong', STRIPE_API_BASE_URL: baseUrl });
    const gateway = stripeGateway({ secretKey: key, webhookSecret: '', baseUrl: baseUrl || 'https://api.stripe.com' });
    const customers = new Set<string>();
    const noting: typeof gateway = {
      ...gateway,
      async createCustomer(customer) {
        const id = await gateway.createCustomer(customer);
        customers.add(id);
        return id;
      },
    };
    later(async () => {
      for (const id of customers) await gateway.deleteCustomer(id);
    });
    const { priceId, remove } = await sell(stripe);
    later(remove);
    return runAll(scenarios, { stripe, gateway: noting, withWrongKey, priceId, paidSession, receiver }, cli);
  });
}

const stripeHere = (cli: Cli) =>
  closing(async (later) => {
    const settings = { termsOfServiceUrl: TERMS, taxCountry: 'DE' };
    const server = await startStripe({ secretKey: LOCAL_KEY, seed: { products: [], promotionCodes: [], settings } });
    later(() => server.close());
    return runStripe(await standIn(server.origin, later), cli);
  });

/** The stand-in as a place: it lets the scenarios pay, and its webhooks arrive. */
export async function standIn(origin: string, later: (close: Closing) => void): Promise<StripePlace> {
  const receiver = await startReceiver();
  later(receiver.close);
  const stripe = stripeClient({ STRIPE_SECRET_KEY: LOCAL_KEY, STRIPE_API_BASE_URL: origin });
  return {
    key: LOCAL_KEY,
    baseUrl: origin,
    async paidSession() {
      const { priceId } = await sell(stripe);
      const line_items = [{ price: priceId, quantity: 1 }];
      const params = { mode: 'payment', line_items, success_url: 'https://example.com/' } as const;
      const { id } = await stripe.checkout.sessions.create(params);
      await fetch(`${origin}/_control/sessions/${id}/pay`, { method: 'POST' });
      return id;
    },
    receiver: {
      url: `${receiver.origin}/stripe`,
      async delivery(type) {
        const { rawBody, headers } = await receiver.first(({ type: found }) => found === type);
        return { rawBody, signature: headers['stripe-signature']?.toString() };
      },
    },
  };
}

async function stripeThere(cli: Cli): Promise<number> {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_PAID_SESSION: paid } = cli.env;
  if (key === '') throw new Refused('Set STRIPE_SECRET_KEY=sk_test_… (https://dashboard.stripe.com/test/apikeys)');
  if (!/^[rs]k_test_/.test(key))
    throw new Refused('Only a test key is taken: STRIPE_SECRET_KEY must begin with sk_test_');
  return runStripe({ key, baseUrl: '', paidSession: async () => paid || null, receiver: null }, cli);
}

const replicateHere = (cli: Cli) =>
  closing(async (later) => {
    const server = await startReplicate({ token: LOCAL_TOKEN, webhookSecret: LOCAL_SECRET });
    later(() => server.close());
    const received = await startReceiver();
    later(received.close);
    const receiver: ReplicateTools['receiver'] = {
      url: `${received.origin}/replicate`,
      async delivery(status) {
        const { rawBody, headers } = await received.first(({ status: found }) => found === status);
        const header = (name: string) => headers[`webhook-${name}`]?.toString() ?? '';
        return { id: header('id'), timestamp: header('timestamp'), signature: header('signature'), rawBody };
      },
    };
    return runReplicate({ token: LOCAL_TOKEN, baseUrl: `${server.origin}/v1`, receiver, pauseMs: 10 }, cli);
  });

type ReplicatePlace = Pick<ReplicateTools, 'receiver' | 'pauseMs'> & { token: string; baseUrl: string };

function runReplicate({ token, baseUrl, ...more }: ReplicatePlace, cli: Cli): Promise<number> {
  const ask = replicateAsker({ auth: token, baseUrl });
  const askWithWrongToken = replicateAsker({ auth: 'r8_wrong', baseUrl });
  return runAll(
    REPLICATE_SCENARIOS,
    { ask, askWithWrongToken, provider: replicateProvider({ token, baseUrl }), ...more },
    cli,
  );
}

function replicateThere(cli: Cli): Promise<number> {
  const { REPLICATE_API_TOKEN: token = '' } = cli.env;
  if (token === '') throw new Refused('Set REPLICATE_API_TOKEN=r8_… (https://replicate.com/account/api-tokens)');
  if (!cli.args.includes('--yes'))
    throw new Refused(`This runs a model, for at most $${REPLICATE_COST}. Add --yes to agree.`);
  const place = { token, baseUrl: 'https://api.replicate.com/v1', receiver: null, pauseMs: 2_000 };
  return runReplicate(place, cli);
}

const COMMANDS: Record<string, { here(cli: Cli): Promise<number>; there(cli: Cli): Promise<number> }> = {
  stripe: { here: stripeHere, there: stripeThere },
  replicate: { here: replicateHere, there: replicateThere },
};

/** Hides secrets in what is printed, wherever they come from. */
function without(secrets: readonly (string | undefined)[], line: string): string {
  return secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '…') : text), line);
}

/** Returns the exit code: 0 without a difference, 1 with one, 2 when it could not run. Prints no key. */
export async function scenariosCommand({ args, env, print }: Cli): Promise<number> {
  const { STRIPE_SECRET_KEY: key, REPLICATE_API_TOKEN: token } = env;
  const cli = { args, env, print: (line: string) => print(without([key, token], line)) };
  const [service = '', ...flags] = args;
  const command = Object.hasOwn(COMMANDS, service) ? COMMANDS[service] : undefined;
  if (!command || flags.some((flag) => flag !== '--live' && flag !== '--yes')) {
    cli.print(USAGE);
    return 2;
  }
  const isLive = flags.includes('--live');
  try {
    cli.print(`${service}: ${isLive ? 'the real service' : 'the stand-in'}`);
    return await (isLive ? command.there(cli) : command.here(cli));
  } catch (error) {
    cli.print(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
