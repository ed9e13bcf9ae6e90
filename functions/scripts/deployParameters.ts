import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project that is deployed to. firebase-tools sets it for what it runs before a deploy. */
export function deployedProject(): string {
  const project = process.env.GCLOUD_PROJECT;
  if (!project) throw new Error('Set GCLOUD_PROJECT to the project of the deploy');
  return project;
}

/** The parameters that a deploy to the project takes, and the file they stand in. */
export function readParameters(project: string): { file: string; parameters: NodeJS.Dict<string> } {
  const file = `functions/.env.${project}`;
  if (!existsSync(root + file)) throw new Error(`There is no ${file}: copy functions/.env.example and fill it in`);
  return { file, parameters: parseEnv(readFileSync(root + file, 'utf8')) };
}

/** What `web/public/config.json` tells the client. */
export function readClientConfig(): Record<string, unknown> {
  const file = 'web/public/config.json';
  if (!existsSync(root + file)) throw new Error(`There is no ${file}: docs/deploy.md says what belongs in it`);
  const config = JSON.parse(readFileSync(root + file, 'utf8')) as unknown;
  if (typeof config !== 'object' || config === null) throw new Error(`${file} is not an object`);
  return { ...config };
}
