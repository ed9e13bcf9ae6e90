/**
 * `npm run check:parameters`, which `firebase deploy` runs first: `functions/.env.PROJECT` says where the app is, and
 * agrees with `config.json` about App Check and the promotion code. GCLOUD_PROJECT names the project.
 */
import { parameterProblems } from './checkParameters';
import { deployedProject, readClientConfig, readParameters } from './deployParameters';

try {
  const { file, parameters } = readParameters(deployedProject());
  const problems = parameterProblems(parameters, readClientConfig());
  if (problems.length > 0) throw new Error([`${file}:`, ...problems].join('\n  '));
  console.log(`${file} and config.json agree.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
