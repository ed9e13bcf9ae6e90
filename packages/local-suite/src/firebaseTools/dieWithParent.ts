import { whenParentGone } from '@heirlight/emulator-kit/process';

const GRACE_MS = 6_000;

/**
 * Ends this process when its parent is gone, politely first.
 *
 * Replaces: firebase-tools and the emulators it starts, which go on for ever when what started them is killed.
 * Why: a process killed outright cannot end its children, so each child watches its parent.
 */
export function dieWithParent(): void {
  whenParentGone(() => {
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS);
  });
}
