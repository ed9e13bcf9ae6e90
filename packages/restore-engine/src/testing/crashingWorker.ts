/** A worker for tests of the engine's own promises: the tool asked for says how it behaves. */
import { parentPort } from 'node:worker_threads';
import { CANCELLED, IN_NATIVE_CALL } from '../node/nativeCalls';
import type { StartMessage } from '../node/workerProtocol';

const port = parentPort;
if (!port) throw new Error('runs only as a worker thread');

port.on('message', ({ id, tool, input, flags }: StartMessage) => {
  if (tool === 'deeprestore') throw new Error('a bug in this job');
  if (tool === 'colorize') process.exit(3);
  if (tool === 'photoscaler') {
    // Stubborn: never looks at the flag, and blocks the thread.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  }
  if (tool === 'pureface') {
    // Obliging: stops as soon as it is told.
    Atomics.wait(new Int32Array(flags), CANCELLED, 0, 2_000);
    port.postMessage({ kind: 'failed', id, code: 'cancelled', message: 'The restore was cancelled.' });
    return;
  }
  if (tool === 'lowrezfix') {
    // As inside onnxruntime for some seconds, where the thread must not be ended.
    const shared = new Int32Array(flags);
    Atomics.store(shared, IN_NATIVE_CALL, 1);
    port.postMessage({ kind: 'progress', id, progress: { percent: 1, message: 'In the network' } });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    Atomics.store(shared, IN_NATIVE_CALL, 0);
    return;
  }
  port.postMessage({ kind: 'progress', id, progress: { percent: 50, message: 'Halfway' } });
  port.postMessage({ kind: 'done', id, output: input, width: 1, height: 1 });
});
