/**
 * `npm run check:parameters`, which `firebase deploy` runs first: `functions/.env.PROJECT` says where the app is, and
 * agrees with `config.json` about App Check, the promotion code and Content Credentials. A certificate must be one that
 * readers accept, and fit the key; time stamps come from a web address. The page must say who runs the shop. GCLOUD_PROJECT
 * names the project.
 */

import { OPERATOR } from '@heirlight/contract/operator';
import { isNone } from '../src/platform/credentials/identity';
import { parameterProblems } from './checkParameters';
import { deployedProject, readClientConfig, readParameters, readSecret } from './deployParameters';
import { operatorProblems } from './operatorProblems';

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----/;

try {
  const project = deployedProject();
  const { file, parameters } = readParameters(project);
  const key = isNone(parameters.CONTENT_CREDENTIALS_CERTIFICATE ?? '')
    ? ''
    : readSecret('CONTENT_CREDENTIALS_KEY', { project, shape: PRIVATE_KEY });
  const problems = [
    ...parameterProblems(parameters, readClientConfig(), { key, now: new Date() }),
    ...operatorProblems(OPERATOR, parameters.WITHDRAWAL_DAYS ?? ''),
  ];
  if (problems.length > 0) throw new Error([`${file}:`, ...problems].join('\n  '));
  console.log(`${file} and config.json agree.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
