import { callErrorText } from '../../lib/errorText';

/** Requests that run at once. */
const AT_ONCE = 3;

interface Options {
  /** What is said of a failure that has no words of its own. */
  fallback: string;
  /** Called after each. */
  onDone: () => void;
}

/**
 * Makes a request for each of several photos. One that fails does not stop the others. Returns why some failed, in words
 * for people: what `request` returned, or what it threw. Never rejects.
 */
export async function requestEach<T>(
  items: readonly T[],
  request: (item: T) => Promise<string | undefined>,
  { fallback, onDone }: Options,
): Promise<string[]> {
  const waiting = [...items];
  const errors: string[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const error = await request(item).catch((thrown: unknown) => {
        console.error('A request for one of several photos failed', thrown);
        return callErrorText(thrown, fallback);
      });
      if (error) errors.push(error);
      onDone();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return errors;
}
