const POLL_MS = 150;

/** Polls until `look` returns something, and returns that. Throws an error that names `what` after `limitMs`. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, limitMs = 90_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
