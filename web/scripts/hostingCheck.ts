/**
 * `npm run check:hosting`, which `firebase deploy` runs after the build: `config.json` is in the build, whole, and of
 * the project of the deploy (GCLOUD_PROJECT), and the Content-Security-Policy in firebase.json names this project's
 * hosts.
 *
 *   -- --write    reads web/public/config.json and writes its project's hosts into firebase.json
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { deployableConfig, type HostingJson, policyOf, withProjectHosts } from './hosting';

const root = fileURLToPath(new URL('../..', import.meta.url));

function main(): void {
  const { values } = parseArgs({ options: { write: { type: 'boolean' } } });
  const project = process.env.GCLOUD_PROJECT;
  if (!project) throw new Error('Set GCLOUD_PROJECT to the project of the deploy');
  const file = values.write ? 'web/public/config.json' : 'web/dist/config.json';
  if (!existsSync(root + file)) throw new Error(`There is no ${file}: write web/public/config.json (docs/deploy.md)`);
  const config = deployableConfig(readFileSync(root + file, 'utf8'), project);
  const text = readFileSync(`${root}firebase.json`, 'utf8');
  const policy = policyOf(JSON.parse(text) as HostingJson);
  const wanted = withProjectHosts(policy, config);
  if (wanted === policy) {
    console.log(`config.json and firebase.json are those of ${project}.`);
    return;
  }
  if (!values.write) {
    throw new Error(
      `firebase.json names the hosts of another project: GCLOUD_PROJECT=${project} npm run check:hosting -- --write`,
    );
  }
  writeFileSync(
    `${root}firebase.json`,
    text.replace(policy, () => wanted),
  );
  console.log(`firebase.json now names the hosts of ${project}. Commit it.`);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
