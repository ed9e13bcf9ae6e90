import { spawnSync } from 'node:child_process';
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

/**
 * A secret of the deploy: from the environment, else from Secret Manager as firebase-tools reads it.
 *
 * @param shape finds it in what firebase-tools prints, which may have warnings beside it
 */
export function readSecret(name: string, { project, shape }: { project: string; shape: RegExp }): string {
  const given = process.env[name];
  if (given) return given;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[`${root}node_modules/firebase-tools/lib/bin/firebase.js`, 'functions:secrets:access', name],
      ...['--project', project],
    ],
    { cwd: root, encoding: 'utf8' },
  );
  const secret = shape.exec(stdout)?.[0];
  if (status === 0 && secret) return secret;
  throw new Error(`Set ${name}, or let this account read the secret of that name.\n${stderr || stdout}`);
}
