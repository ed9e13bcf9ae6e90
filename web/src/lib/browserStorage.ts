type Area = 'localStorage' | 'sessionStorage';

/** Returns a stored text. Null if there is none, or the browser refuses storage (blocked cookies, some private modes). */
export function readStored(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it (null). Returns whether the browser did it. */
export function writeStored(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
