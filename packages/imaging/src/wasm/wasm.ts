// Node and browsers have both; the types of neither are known to this package.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};
declare const atob: (base64: string) => string;

/** Of a WebAssembly module. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  /** By pages of 64 KiB. Views of the buffer are empty afterwards. */
  grow(pages: number): void;
}

const PAGE_BYTES = 65_536;

/** Makes the memory at least so large. It never gets smaller. */
export function ensure(memory: Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
  if (missing > 0) memory.grow(missing);
}

/**
 * Compiles a module that `npm run build:wasm` has made. Returns what makes an instance of it, with its own memory.
 *
 * @throws Error where WebAssembly or its SIMD is missing
 */
export function compiled<Exports extends { memory: Memory }>(base64: string): () => Exports {
  const module = new WebAssembly.Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  return () => new WebAssembly.Instance(module).exports as Exports;
}
