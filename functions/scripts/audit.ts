/**
 * `npm run ledger:check`: recomputes every balance from the ledger and prints differences; exit code 1 when there are
 * any. Which project: FIRESTORE_EMULATOR_HOST for a local suite, otherwise GOOGLE_APPLICATION_CREDENTIALS names a
 * service account key and GOOGLE_CLOUD_PROJECT, where the key does not say it, the project.
 */
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { auditBalances } from '../src/ledger/audit';

const { FIRESTORE_EMULATOR_HOST: emulator, GOOGLE_APPLICATION_CREDENTIALS: key, GOOGLE_CLOUD_PROJECT } = process.env;
const LOCAL_PROJECT = 'demo-heirlight';

async function main(): Promise<number> {
  if (!emulator && !key) {
    console.error(
      'Audit which project? Set FIRESTORE_EMULATOR_HOST=127.0.0.1:8080 for a running local suite,\n' +
        'or GOOGLE_APPLICATION_CREDENTIALS=<service account key> for a real project.',
    );
    return 2;
  }
  const projectId = GOOGLE_CLOUD_PROJECT ?? (emulator ? LOCAL_PROJECT : undefined);
  initializeApp(projectId ? { projectId } : {});
  const { accounts, entries, differences } = await auditBalances(getFirestore());
  for (const { uid, balance, ledger, problem } of differences) {
    console.log(`${uid}  balance ${balance ?? 'none'}  ledger ${ledger}  ${problem}`);
  }
  console.log(`${accounts} accounts, ${entries} ledger entries, ${differences.length} differences`);
  return differences.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
