/**
 * Counts the calls into onnxruntime where the engine can see them from outside the thread. Ending a worker thread in
 * the middle of a call ends the whole process (the binding throws a C++ error that nothing catches), so the engine
 * waits.
 */
import { EngineError } from '../core/errors';

/** Places in the Int32Array a job shares with the engine. */
export const CANCELLED = 0;
export const IN_NATIVE_CALL = 1;
export const FLAG_BYTES = 8;

let flags: Int32Array | undefined;

/**
 * Counts the following calls in these flags. No call begins once the job is cancelled. A thread runs one job at a time.
 */
export function noteNativeCallsIn(jobFlags: Int32Array): void {
  flags = jobFlags;
}

/** @throws EngineError cancelled, before anything is called, once the job was cancelled */
export async function nativeCall<T>(call: () => Promise<T>): Promise<T> {
  const noted = flags;
  if (!noted) return await call();
  Atomics.add(noted, IN_NATIVE_CALL, 1);
  try {
    // Look after counting: the canceller looks in the opposite order, so one of the two always sees the other.
    if (Atomics.load(noted, CANCELLED) === 1) throw new EngineError('cancelled', 'The restore was cancelled.');
    return await call();
  } finally {
    Atomics.sub(noted, IN_NATIVE_CALL, 1);
  }
}
