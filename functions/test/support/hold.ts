import type { Deps } from '../../src/platform/deps';

type MethodOf<T> = { [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never }[keyof T] &
  string;
type Part = 'files' | 'payments' | 'provider' | 'tasks' | 'users';

/** A method of the world that can be held. A transaction ends with its commit, so `after` means after the commit. */
export type Holdable = { [P in Part]: `${P}.${MethodOf<Deps[P]>}` }[Part] | 'world.fetch' | 'db.runTransaction';

export interface Hold {
  /** Resolves once a call is held. */
  reached: Promise<void>;
  /** Lets the held call go on. */
  release(): void;
}

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Holds the next call of a method, so that a test decides what happens meanwhile. Later calls pass.
 *
 * @param when `before` the method acts, or `after` it acted but before its caller hears of it
 */
export function holdNext(
  world: Pick<Deps, Part | 'db' | 'fetch'>,
  name: Holdable,
  when: 'before' | 'after' = 'after',
): Hold {
  const [part = '', method = ''] = name.split('.');
  const owner = (part === 'world' ? world : world[part as Part | 'db']) as unknown as Record<string, Method>;
  const original = owner[method];
  if (!original) throw new Error(`The world has no ${name}`);
  let [reach, release] = [() => {}, () => {}];
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  owner[method] = async (...args) => {
    owner[method] = original;
    const act = () => original.apply(owner, args);
    if (when === 'before') {
      reach();
      await released;
      return act();
    }
    const outcome = await act().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    reach();
    await released;
    return outcome();
  };
  return { reached, release };
}
