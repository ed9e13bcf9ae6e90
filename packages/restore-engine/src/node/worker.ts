/** The thread that does the work; bundled as `dist/engine-worker.mjs`. One job at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { EngineError, toEngineError } from '../core/errors';
import { causeText } from './causeText';
import { CANCELLED, noteNativeCallsIn } from './nativeCalls';
import { createOnnxModels } from './onnxModels';
import { runJob } from './runJob';
import type { StartMessage, WorkerMessage, WorkerSettings } from './workerProtocol';

const port = parentPort;
if (!port) throw new Error('engine-worker runs only as a worker thread');

const models = createOnnxModels(workerData as WorkerSettings);
const tell = (message: WorkerMessage) => port.postMessage(message);

async function handle(start: StartMessage): Promise<void> {
  const { id } = start;
  const flags = new Int32Array(start.flags);
  noteNativeCallsIn(flags);
  const checkpoint = () => {
    if (Atomics.load(flags, CANCELLED) === 1) throw new EngineError('cancelled', 'The restore was cancelled.');
  };
  try {
    const { output, width, height } = await runJob(
      { ...start, input: Buffer.from(start.input) },
      { models, checkpoint, onProgress: (progress) => tell({ kind: 'progress', id, progress }) },
    );
    tell({ kind: 'done', id, output, width, height });
  } catch (thrown) {
    const error = toEngineError(thrown);
    tell({ kind: 'failed', id, code: error.code, message: error.message, cause: causeText(error) });
  }
}

port.on('message', (start: StartMessage) => {
  void handle(start);
});
