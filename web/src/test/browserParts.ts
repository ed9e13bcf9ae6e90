import { TextDecoder, TextEncoder } from 'node:util';

/** What jsdom lacks and browsers have. Each does just enough for a component to run; none fakes a result. */
export function installBrowserParts(): void {
  Object.defineProperty(window, 'matchMedia', {
    writable: true,
    value: (media: string) => ({
      media,
      matches: false,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    }),
  });

  Object.assign(globalThis, { TextEncoder, TextDecoder });

  class NeverObserves {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  }
  Object.assign(window, { ResizeObserver: window.ResizeObserver ?? NeverObserves });

  // No picture is ever drawn or decoded.
  HTMLCanvasElement.prototype.getContext = () => null;
  HTMLImageElement.prototype.decode ??= () => new Promise(() => undefined);

  class JsdomPointerEvent extends MouseEvent {
    readonly pointerId: number;
    readonly pointerType: string;
    constructor(name: string, init: PointerEventInit = {}) {
      super(name, init);
      this.pointerId = init.pointerId ?? 0;
      this.pointerType = init.pointerType ?? '';
    }
  }
  Object.assign(window, { PointerEvent: window.PointerEvent ?? JsdomPointerEvent });

  Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
    return new Promise<ArrayBuffer>((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.onerror = () => reject(reader.error);
      reader.readAsArrayBuffer(this);
    });
  };
}
