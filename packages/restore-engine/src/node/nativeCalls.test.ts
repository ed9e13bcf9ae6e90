import { afterEach, expect, test } from '@jest/globals';
import { CANCELLED, FLAG_BYTES, IN_NATIVE_CALL, nativeCall, noteNativeCallsIn } from './nativeCalls';

const newFlags = () => new Int32Array(new SharedArrayBuffer(FLAG_BYTES));
afterEach(() => noteNativeCallsIn(newFlags()));

test('a native call is visible to other threads while it runs, even if it fails', async () => {
  const flags = newFlags();
  noteNativeCallsIn(flags);
  expect(await nativeCall(async () => flags[IN_NATIVE_CALL])).toBe(1);
  expect(flags[IN_NATIVE_CALL]).toBe(0);
  await expect(nativeCall(() => Promise.reject(new Error('broken model')))).rejects.toThrow('broken model');
  expect(flags[IN_NATIVE_CALL]).toBe(0);
});

test('no native call begins once the job is cancelled', async () => {
  const flags = newFlags();
  flags[CANCELLED] = 1;
  noteNativeCallsIn(flags);
  let began = false;
  const call = nativeCall(async () => {
    began = true;
  });
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  expect([began, flags[IN_NATIVE_CALL]]).toEqual([false, 0]);
});
