/** What firebase-tools starts in place of its Firestore JAR. Prints `listening <port>` when it is ready. */
import { whenParentGone } from '@heirlight/emulator-kit/process';
import { parseFirebaseToolsFlags } from './commandLine';
import { exitWith, runProcess } from './runProcess';

async function main(): Promise<void> {
  const settings = parseFirebaseToolsFlags(process.argv.slice(2), process.env.FIRESTORE_INDEXES);
  // firebase-tools sends new rules when the file changes, so broken rules must not end this process.
  const { server, stop } = await runProcess(settings, { onBrokenRules: 'deny' });
  // firebase-tools starts emulators detached: if it is killed, nothing else ends them.
  whenParentGone(stop);
  console.log(`listening ${server.port}`);
}

main().catch(exitWith);
