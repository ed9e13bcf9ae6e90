/** Runs `make` on the first call and hands its result to every later one; a failure is forgotten, so it can be retried. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () => {
    pending ??= make().catch((error: unknown) => {
      pending = null;
      throw error;
    });
    return pending;
  };
}
