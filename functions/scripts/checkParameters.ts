import { WELCOME_RESTORES } from '@heirlight/contract/limits';
import { modelParameter, TOOLS_WITH_CHOICE, type ToolWithChoice } from '@heirlight/contract/tools';
import { isNone, readIdentity } from '../src/platform/credentials/identity';
import { messageOf } from '../src/platform/errors';
import { modelNames } from '../src/restore/tools/tools';

const PLACEHOLDER = 'YOUR-DOMAIN';

function originProblem(origin: string): string | null {
  if (origin.includes(PLACEHOLDER)) return `APP_ORIGIN is still the example's: put your domain for ${PLACEHOLDER}`;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url?.protocol === 'https:' && url.origin === origin && url.hostname.includes('.')) return null;
  return `APP_ORIGIN must be https:// and a domain in lower case, without a path: it is ${JSON.stringify(origin)}`;
}

/** Half of App Check is worse than none: calls are refused that the client sends, or nobody asks for what it sends. */
function appCheckProblem(enforce: string, siteKey: unknown): string | null {
  if (enforce !== 'true' && enforce !== 'false') return 'ENFORCE_APP_CHECK must be true or false';
  const hasKey = typeof siteKey === 'string' && siteKey.trim() !== '';
  if (enforce === 'true' && !hasKey) {
    return 'ENFORCE_APP_CHECK is true, but config.json has no appCheckSiteKey: every call would be refused';
  }
  if (enforce === 'false' && hasKey) {
    return 'config.json has an appCheckSiteKey, but ENFORCE_APP_CHECK is false: nothing would ask for its tokens';
  }
  return null;
}

/** What the page promises must be what the backend and Stripe accept. */
function promotionProblem(firstOrdersOnly: string, told: unknown): string | null {
  if (firstOrdersOnly !== 'true' && firstOrdersOnly !== 'false')
    return 'PROMOTION_FIRST_ORDERS_ONLY must be true or false';
  if ((firstOrdersOnly === 'true') === (told === true)) return null;
  return `PROMOTION_FIRST_ORDERS_ONLY is ${firstOrdersOnly}, but promotionFirstOrdersOnly of config.json says otherwise`;
}

/** The secret of the private key, and when it is checked. */
interface SigningKey {
  key: string;
  now: Date;
}

/** What the page does must be what the backend can: files that readers accept, or none at all. */
function credentialsProblem(certificate: string, told: unknown, { key, now }: SigningKey): string | null {
  if (isNone(certificate) !== (told !== true))
    return `CONTENT_CREDENTIALS_CERTIFICATE is ${isNone(certificate) ? 'none' : 'given'}, but contentCredentials of config.json says otherwise`;
  if (isNone(certificate)) return null;
  try {
    readIdentity({ certificate, key }, now);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Signatures would go without their time stamps, and only the log would say so. */
function timeStampProblem(setting: string): string | null {
  if (isNone(setting)) return null;
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === '') return null;
  return `CONTENT_CREDENTIALS_TIMESTAMP_URL must be the address of a service, or none: it is ${JSON.stringify(setting)}`;
}

/** The landing page, which asks for no configuration, says how many photos are free. */
function welcomeProblem(restores: string): string | null {
  if (restores === '' || Number(restores) === WELCOME_RESTORES) return null;
  return `WELCOME_RESTORES is ${restores}, but the page promises ${WELCOME_RESTORES} (packages/contract/src/limits.ts)`;
}

/** A model without a recipe would fail every restore. */
function modelProblem(tool: ToolWithChoice, name: string): string | null {
  const known = modelNames(tool);
  if (known.includes(name)) return null;
  return `${modelParameter(tool)} must be one of ${known.join(', ')}: it is ${JSON.stringify(name)}`;
}

/** The fields of `config.json` that must agree with parameters. */
interface ToldToClient {
  appCheckSiteKey?: unknown;
  promotionFirstOrdersOnly?: unknown;
  contentCredentials?: unknown;
}

/**
 * Returns what is wrong with the parameters of a deploy, for people; none when all is well.
 *
 * @param parameters as `functions/.env.PROJECT` holds them
 * @param client what `config.json` tells the client
 * @param signing the secret CONTENT_CREDENTIALS_KEY, needed where there is a certificate
 */
export function parameterProblems(
  parameters: NodeJS.Dict<string>,
  client: ToldToClient,
  signing: SigningKey = { key: '', now: new Date() },
): string[] {
  const { APP_ORIGIN = '', ENFORCE_APP_CHECK = '', PROMOTION_FIRST_ORDERS_ONLY = '' } = parameters;
  const { CONTENT_CREDENTIALS_CERTIFICATE = '', CONTENT_CREDENTIALS_TIMESTAMP_URL: timeStampUrl = '' } = parameters;
  const { WELCOME_RESTORES: welcome = '' } = parameters;
  const problems = [
    originProblem(APP_ORIGIN.trim()),
    appCheckProblem(ENFORCE_APP_CHECK.trim(), client.appCheckSiteKey),
    promotionProblem(PROMOTION_FIRST_ORDERS_ONLY.trim(), client.promotionFirstOrdersOnly),
    credentialsProblem(CONTENT_CREDENTIALS_CERTIFICATE, client.contentCredentials, signing),
    timeStampProblem(timeStampUrl.trim()),
    welcomeProblem(welcome.trim()),
    ...TOOLS_WITH_CHOICE.map((tool) => modelProblem(tool, (parameters[modelParameter(tool)] ?? '').trim())),
  ];
  return problems.filter((problem) => problem !== null);
}
