/**
 * Calls into onnxruntime, counted where the engine can see them from outside the thread: ending a worker thread in the middle of one takes
 * the whole process down (the binding throws a C++ error nobody can catch), so the engine waits for its end first.
 */
import { EngineError } from '../core/errors';

/** Places in the Int32Array a job shares with the engine. */
export const CANCELLED = 0;
export const IN_NATIVE_CALL = 1;
export const FLAG_BYTES = 8;

let flags: Int32Array | undefined;

/** From now on calls are noted in these flags, and none begins once the job is cancelled. One job at a time runs on a thread. */
export function noteNativeCallsIn(jobFlags: Int32Array): void {
  flags = jobFlags;
}

/** @throws EngineError cancelled, before anything is called, once the job was cancelled */
export async function nativeCall<T>(call: () => Promise<T>): Promise<T> {
  const noted = flags;
  if (!noted) return await call();
  Atomics.add(noted, IN_NATIVE_CALL, 1);
  try {
    // After noting it, not before: whoever cancels looks in the opposite order, so one of the two always sees the other.
    if (Atomics.load(noted, CANCELLED) === 1) throw new EngineError('cancelled', 'The restore was cancelled.');
    return await call();
  } finally {
    Atomics.sub(noted, IN_NATIVE_CALL, 1);
  }
}
