import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { REGION } from '@heirlight/contract/functionNames';

const FIREBASE_FIELDS = ['apiKey', 'authDomain', 'projectId', 'storageBucket', 'appId'] as const;
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The part of firebase.json that this is about. */
export interface HostingJson {
  hosting: { headers: { source: string; headers: { key: string; value: string }[] }[] };
}

function parsed(text: string): Partial<ClientConfig> | string {
  // Hosting and proxies answer with a page where a file is missing.
  if (/^\s*</.test(text)) return 'config.json is HTML';
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : 'config.json is not an object';
  } catch (error) {
    return `config.json is not JSON: ${(error as Error).message}`;
  }
}

/**
 * Reads the client's configuration before it is deployed.
 *
 * @param text content of config.json
 * @param project id of the project that it is deployed to
 * @throws Error that names everything that is wrong, for people
 */
export function deployableConfig(text: string, project: string): ClientConfig {
  const config = parsed(text);
  if (typeof config === 'string') throw new Error(config);
  const { firebase, stripePublishableKey, appCheckSiteKey, endpoints } = config;
  const problems = FIREBASE_FIELDS.filter((field) => !isText(firebase?.[field])).map(
    (field) => `firebase.${field} is missing`,
  );
  if (isText(firebase?.projectId) && firebase.projectId !== project) {
    problems.push(`firebase.projectId is ${firebase.projectId}, the deploy is to ${project}`);
  }
  if (!/^pk_(test|live)_\w+$/.test(stripePublishableKey ?? '')) problems.push('stripePublishableKey is no pk_… key');
  if (appCheckSiteKey !== undefined && !isText(appCheckSiteKey)) problems.push('appCheckSiteKey is blank');
  if (endpoints) problems.push('endpoints are for the local suite only');
  if (problems.length > 0) throw new Error(['config.json:', ...problems].join('\n  '));
  return config as ClientConfig;
}

/** The directives of the Content-Security-Policy that name this project's hosts, and none of another project. */
function projectDirectives({ firebase: { projectId, storageBucket } }: Pick<ClientConfig, 'firebase'>) {
  const bucket = `https://firebasestorage.googleapis.com/v0/b/${storageBucket}/`;
  return {
    'img-src': `'self' blob: data: ${bucket}`,
    'connect-src': [
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://firestore.googleapis.com',
      bucket,
      'https://content-firebaseappcheck.googleapis.com',
      `https://${REGION}-${projectId}.cloudfunctions.net`,
      'https://api.stripe.com',
      'https://www.google.com/recaptcha/',
    ].join(' '),
  };
}

/** The Content-Security-Policy in firebase.json. */
export function policyOf({ hosting }: HostingJson): string {
  const headers = hosting.headers.flatMap((group) => group.headers);
  const policy = headers.find(({ key }) => key === 'Content-Security-Policy')?.value;
  if (!policy) throw new Error('firebase.json has no Content-Security-Policy');
  return policy;
}

/** The same policy with this project's hosts. */
export function withProjectHosts(policy: string, config: Pick<ClientConfig, 'firebase'>): string {
  const own = Object.entries(projectDirectives(config));
  return policy
    .split('; ')
    .map((directive) => own.find(([name]) => directive.startsWith(`${name} `))?.join(' ') ?? directive)
    .join('; ');
}
