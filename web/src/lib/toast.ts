export interface Toast {
  title: string;
  description?: string;
  /** Something went wrong: shown in the error style and announced at once. */
  destructive?: boolean;
}

type ToastListener = (toast: Toast) => void;

const listeners = new Set<ToastListener>();
/** Raised before the viewport mounted; handed over to the first subscriber so that no message is lost. */
let waiting: Toast[] = [];

/** Shows a toast. Callable from anywhere; the viewport renders it. */
export function toast(message: Toast): void {
  if (listeners.size === 0) {
    waiting.push(message);
    return;
  }
  for (const listener of [...listeners]) listener(message);
}

/** The bridge for the viewport: delivers waiting toasts first, then every new one until the answer is called. */
export function subscribeToasts(listener: ToastListener): () => void {
  listeners.add(listener);
  const held = waiting;
  waiting = [];
  for (const message of held) listener(message);
  return () => {
    listeners.delete(listener);
  };
}
