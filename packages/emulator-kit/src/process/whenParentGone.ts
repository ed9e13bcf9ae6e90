const CHECK_MS = 500;
/** Read when the program starts: a launcher that dies while a service is still opening its port is missed otherwise. */
const parent = process.ppid;

/**
 * Calls `end` once the process that started this one is gone: a child whose launcher was killed outright gets no signal and is adopted
 * by another process. The watch alone keeps no process alive.
 */
export function whenParentGone(end: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}
