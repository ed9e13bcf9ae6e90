/**
 * Preloaded into firebase-tools and every Node process it starts (`NODE_OPTIONS=--require`), where each trick decides
 * by itself whether it applies. Built as CommonJS, because firebase-tools is.
 */
import { dieWithParent } from './dieWithParent';
import { functionsElsewhere } from './functionsElsewhere';
import { keepConnections } from './keepConnections';
import { lazyAuth } from './lazyAuth';
import { quickTasks } from './quickTasks';
import { reportRuntimes } from './reportRuntimes';
import { uploadOffsets } from './uploadOffsets';

dieWithParent();
if (process.argv[1]?.endsWith('firebase.js')) {
  keepConnections();
  lazyAuth();
  reportRuntimes();
  quickTasks();
  uploadOffsets();
  functionsElsewhere(process.env.FUNCTIONS_ELSEWHERE, process.env.CLOUD_TASKS_EMULATOR_HOST);
}
