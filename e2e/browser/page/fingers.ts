import type { Page } from '@playwright/test';

/** Touches the page as a screen does; each step says where every finger is. */
export async function touch(page: Page, steps: { x: number; y: number }[][]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [first, ...rest] = steps;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map((finger, id) => ({ ...finger, id })),
    });
  await send('touchStart', first ?? []);
  for (const fingers of rest) await send('touchMove', fingers);
  await send('touchEnd', []);
  await session.detach();
}
