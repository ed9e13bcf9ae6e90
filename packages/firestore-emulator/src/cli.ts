#!/usr/bin/env node
/** The `firestore-emulator` command. */
import packageJson from '../package.json';
import { HELP, parseCommand } from './commandLine';
import { exitWith, runProcess } from './runProcess';

const USAGE_ERROR = 2;

async function main(): Promise<void> {
  const settings = readCommand();
  if (settings === 'help') return console.log(HELP);
  if (settings === 'version') return console.log(packageJson.version);
  const { server } = await runProcess(settings, { onBrokenRules: 'throw' });
  const address = `${server.host}:${server.port}`;
  console.log(`Firestore is listening on ${address}. For firebase-admin: FIRESTORE_EMULATOR_HOST=${address}`);
}

function readCommand(): ReturnType<typeof parseCommand> {
  try {
    return parseCommand(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\nRun firestore-emulator --help for the options.`);
    process.exit(USAGE_ERROR);
  }
}

main().catch(exitWith);
