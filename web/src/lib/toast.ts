export interface Toast {
  title: string;
  description?: string;
  /** Something went wrong: shown in the error style and announced at once. */
  destructive?: boolean;
  /** What can be done about it. */
  action?: { label: string; run: () => void };
}

type ToastListener = (toast: Toast) => void;

const listeners = new Set<ToastListener>();
/** Toasts raised before the viewport mounted. The first subscriber gets them, so that none is lost. */
let waiting: Toast[] = [];

/** Shows a toast. Can be called from anywhere; the viewport renders it. */
export function toast(message: Toast): void {
  if (listeners.size === 0) {
    waiting.push(message);
    return;
  }
  for (const listener of [...listeners]) listener(message);
}

/** For the viewport: delivers the waiting toasts, then every new one until the returned function is called. */
export function subscribeToasts(listener: ToastListener): () => void {
  listeners.add(listener);
  const held = waiting;
  waiting = [];
  for (const message of held) listener(message);
  return () => {
    listeners.delete(listener);
  };
}
