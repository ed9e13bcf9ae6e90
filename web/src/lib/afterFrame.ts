/**
 * Resolves when the frame that answers what the user has done is on the screen: what is heavy waits for it. Resolves at
 * once where no frames are drawn, in a page that is hidden.
 * https://web.dev/articles/optimize-long-tasks#yield-to-main-thread
 */
export function afterFrame(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  // The callback runs before the frame is drawn, a task of its own after it.
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
