/**
 * `npm run deploy:roles -- --bucket BUCKET` prints the `gcloud` commands that make an account for each function and give
 * it the least it needs; `npm run deploy:roles -- --invokers` those that let events in. GCLOUD_PROJECT names the project.
 * Nothing is changed: pipe the output into `sh`.
 */
import { parseArgs } from 'node:util';
import { deployedProject } from './deployParameters';
import { registeredFunctions } from './registered';
import { accountCommands, invokerCommands } from './roles';

async function main(): Promise<string[]> {
  const { values } = parseArgs({ options: { bucket: { type: 'string' }, invokers: { type: 'boolean' } } });
  const project = deployedProject();
  const functions = await registeredFunctions(project);
  if (values.invokers) return invokerCommands(functions, { project });
  if (!values.bucket) throw new Error('Name the default bucket: --bucket PROJECT.firebasestorage.app');
  return accountCommands(functions, { project, bucket: values.bucket });
}

try {
  console.log((await main()).join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
