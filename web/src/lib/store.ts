import { useSyncExternalStore } from 'react';

/** State below React: a value and its listeners. Any code can read or write it without a component. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The value the page was prerendered with, and from which hydration must start. */
  initial: T;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Resolves with the store's value as soon as it satisfies `condition`. */
export function whenStore<T>(store: Store<T>, condition: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const check = () => {
      if (!condition(store.get())) return;
      unsubscribe();
      resolve(store.get());
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}

/**
 * Returns the store's value inside a component. For an unchanged store a selector must return the same thing (a
 * primitive or a part of the value): `useSyncExternalStore` compares its results by identity.
 */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, S>(store: Store<T>, selector: (value: T) => S): S;
export function useStore<T, S>(store: Store<T>, selector?: (value: T) => S): T | S {
  const read = (value: T): T | S => (selector ? selector(value) : value);
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.get()),
    () => read(store.initial),
  );
}
