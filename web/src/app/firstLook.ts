/**
 * The first photos of an account that this device does not know. The inline script (inline.ts) runs this while the
 * code of the page is still on its way; returning.ts shows what has come. Built by itself, like boot.ts.
 * Why: docs/decisions/2026-11-23-first-photos-before-the-code.md
 */
import { lookFirst } from '../domain/firebase/firstLook';

/** Null if the photos could not be read. The session then brings them, and tells what is wrong. */
export const firstLook = lookFirst().catch((error: unknown) => {
  console.error('The first photos could not be read early', error);
  return null;
});
