/**
 * Preloaded into firebase-tools and everything it starts. A process killed outright cannot end its children, so each
 * child watches its parent: when the parent is gone, it stops by itself, politely first.
 */
const POLL_MS = 500;
const GRACE_MS = 6_000;
const parent = process.ppid;

const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGINT');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS);
}, POLL_MS);
timer.unref();
