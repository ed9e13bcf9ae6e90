import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { deferred, flush } from '../test/deferred';
import { deferHydration, type QueuedInput } from './deferredHydration';

const wedding = new File(['x'], 'wedding.jpg');
const attic = new File(['x'], 'attic.jpg');
/** What React hears of once it has started. */
const pressed: string[] = [];
const offered: File[][] = [];
const hear = ({ target }: Event) => pressed.push((target as Element).id);

const hydrated = {
  start: (button: HTMLElement | undefined) => {
    pressed.push('started');
    document.body.addEventListener('click', hear);
    button?.click();
  },
  addDrafts: (files: File[]) => void offered.push(files),
  closeDialog: () => void pressed.push('closed'),
};

let lost: QueuedInput[];
let fetched: number;
let downloads: ReturnType<typeof deferred<typeof hydrated>>[];
/** The dialogs that were shown before React took over, each to be closed by its visitor. */
let shown: { queued: QueuedInput; close: () => void }[];
let page: ReturnType<typeof deferHydration>;

beforeEach(() => {
  document.body.innerHTML = `<div id="root"><button id="upload"><svg id="icon"></svg></button>
    <button id="pricing"></button><a id="contact" href="#contact"></a>
    <div id="slider" role="slider" tabindex="0"></div></div><button id="beyond"></button>`;
  pressed.length = 0;
  offered.length = 0;
  lost = [];
  fetched = 0;
  downloads = [];
  shown = [];
  page = deferHydration({
    fetch: () => {
      fetched += 1;
    },
    openEarly: async (queued, isQueued, close) => {
      await flush();
      if (isQueued()) shown.push({ queued, close });
    },
    load: () => {
      const download = deferred<typeof hydrated>();
      downloads.push(download);
      return download.promise;
    },
    onLost: async (queued) => void lost.push(queued),
  });
});
afterEach(async () => {
  page.hydrate();
  downloads.at(-1)?.resolve(hydrated);
  await flush();
  document.body.removeEventListener('click', hear);
});

const element = (id: string) => document.getElementById(id)!;
async function arrive(): Promise<void> {
  await flush();
  await flush();
  downloads.at(-1)!.resolve(hydrated);
  await flush();
}

describe('a page that is not hydrated', () => {
  test.each([
    ['a pointer over a button', () => fireEvent.pointerOver(element('icon'))],
    ['the focus on a button', () => element('upload').focus()],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['a dragged file', () => fireEvent.dragEnter(document.body, { dataTransfer: { types: ['Files'] } })],
  ])('fetches its code once at %s, and runs none', async (_what, wish) => {
    wish();
    wish();
    await flush();
    expect(fetched).toBe(1);
    expect(downloads).toHaveLength(0);
  });

  test.each([
    ['a press', () => element('upload').click()],
    ['a dropped file', () => page.addDrafts([wedding])],
  ])('is woken by %s, once', async (_what, act) => {
    act();
    act();
    await arrive();
    expect(fetched).toBe(1);
    expect(downloads).toHaveLength(1);
  });

  test.each([
    ['a pointer elsewhere', () => fireEvent.pointerOver(element('slider'))],
    ['the focus on a slider', () => element('slider').focus()],
    ['a link', () => element('contact').click()],
    ['dragged text', () => fireEvent.dragEnter(document.body, { dataTransfer: { types: ['text/plain'] } })],
    ['a button of an early dialog', () => element('beyond').click()],
  ])('stays as it is: %s', async (_what, act) => {
    act();
    await flush();
    expect(fetched).toBe(0);
    expect(downloads).toHaveLength(0);
  });

  test('stays as it is when a slider takes a key', () => {
    document.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    fireEvent.keyDown(element('slider'), { key: 'ArrowRight' });
    expect(fetched).toBe(0);
  });
});

describe('what is done before the page is hydrated', () => {
  test('a press shows at once and is carried out once, after the start', async () => {
    fireEvent.click(element('icon'));
    expect(element('upload').dataset.queued).toBe('');
    await arrive();
    expect(pressed).toEqual(['started', 'upload']);
    expect(element('upload').dataset.queued).toBeUndefined();
    element('upload').click();
    expect(pressed).toEqual(['started', 'upload', 'upload']);
  });

  test('of two presses the last one counts, and a second on the same button is none', async () => {
    element('upload').click();
    element('pricing').click();
    element('pricing').click();
    expect(element('upload').dataset.queued).toBeUndefined();
    await arrive();
    expect(pressed).toEqual(['started', 'pricing']);
  });

  test('its dialog is shown first; closing that lets the press go', async () => {
    element('upload').click();
    await flush();
    expect(shown.map(({ queued }) => queued.button)).toEqual([element('upload')]);
    shown[0]!.close();
    await arrive();
    expect(pressed).toEqual(['started']);
    shown[0]!.close();
    expect(pressed).toEqual(['started', 'closed']);
  });

  test('of two presses only the last one shows its dialog', async () => {
    element('upload').click();
    element('pricing').click();
    await arrive();
    expect(shown.map(({ queued }) => queued.button)).toEqual([element('pricing')]);
  });

  test('photos are offered after the start, all of them, whatever else is done; a later one directly', async () => {
    page.addDrafts([wedding]);
    page.addDrafts([attic]);
    element('pricing').click();
    expect(offered).toEqual([]);
    await arrive();
    expect(offered).toEqual([[wedding, attic]]);
    page.addDrafts([wedding]);
    expect(offered).toHaveLength(2);
  });

  test('the second click of a double click does not close again what answers by itself', () => {
    expect(fireEvent.click(element('contact'), { detail: 1 })).toBe(true);
    expect(fireEvent.click(element('contact'), { detail: 2 })).toBe(false);
  });

  test('is handed back when the code cannot be downloaded, and the next wish tries again', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    element('upload').click();
    await flush();
    await flush();
    downloads[0]!.reject(new TypeError('Failed to fetch dynamically imported module'));
    await flush();
    expect(lost).toMatchObject([{ button: element('upload') }]);
    expect(element('upload').dataset.queued).toBeUndefined();
    element('pricing').click();
    await arrive();
    expect(pressed).toEqual(['started', 'pricing']);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});
