import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { deferred, flush } from '../test/deferred';
import { type Held, sleepUntilWanted } from './asleep';

const wedding = new File(['x'], 'wedding.jpg');
/** What React hears of once it has started. */
const pressed: string[] = [];
const offered: File[] = [];
const hear = ({ target }: Event) => pressed.push((target as Element).id);

const awake = {
  start: () => document.body.addEventListener('click', hear),
  offerPhoto: (file: File) => void offered.push(file),
};

let lost: Held[];
let downloads: ReturnType<typeof deferred<typeof awake>>[];
let page: ReturnType<typeof sleepUntilWanted>;

beforeEach(() => {
  document.body.innerHTML = `<button id="upload"><svg id="icon"></svg></button><button id="pricing"></button>
    <a id="contact" href="#contact"></a><div id="slider" role="slider" tabindex="0"></div>`;
  pressed.length = 0;
  offered.length = 0;
  lost = [];
  downloads = [];
  page = sleepUntilWanted({
    load: () => {
      const download = deferred<typeof awake>();
      downloads.push(download);
      return download.promise;
    },
    onWake: () => void pressed.push('awake'),
    onLost: async (held) => void lost.push(held),
  });
});
afterEach(async () => {
  page.wake();
  downloads.at(-1)?.resolve(awake);
  await flush();
  document.body.removeEventListener('click', hear);
});

const element = (id: string) => document.getElementById(id)!;
async function arrive(): Promise<void> {
  downloads.at(-1)!.resolve(awake);
  await flush();
}

describe('a sleeping page', () => {
  test.each([
    ['a pointer over a button', () => fireEvent.pointerOver(element('icon'))],
    ['the focus on a button', () => element('upload').focus()],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['a dragged file', () => fireEvent.dragEnter(document.body, { dataTransfer: { types: ['Files'] } })],
    ['a press', () => element('upload').click()],
    ['a dropped file', () => page.offerPhoto(wedding)],
  ])('is woken by %s, once', (_what, wish) => {
    wish();
    wish();
    expect(downloads).toHaveLength(1);
  });

  test.each([
    ['a pointer elsewhere', () => fireEvent.pointerOver(element('slider'))],
    ['the focus on a slider', () => element('slider').focus()],
    ['a link', () => element('contact').click()],
    ['dragged text', () => fireEvent.dragEnter(document.body, { dataTransfer: { types: ['text/plain'] } })],
  ])('sleeps on: %s', (_what, act) => {
    act();
    expect(downloads).toHaveLength(0);
  });

  test('sleeps on when a slider takes a key', () => {
    document.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    fireEvent.keyDown(element('slider'), { key: 'ArrowRight' });
    expect(downloads).toHaveLength(0);
  });
});

describe('what is done before the page is awake', () => {
  test('a press shows at once and is carried out once, after the start', async () => {
    fireEvent.click(element('icon'));
    expect(element('upload').dataset.held).toBe('');
    await arrive();
    expect(pressed).toEqual(['awake', 'upload']);
    expect(element('upload').dataset.held).toBeUndefined();
    element('upload').click();
    expect(pressed).toEqual(['awake', 'upload', 'upload']);
  });

  test('of two presses the last one counts, and a second on the same button is none', async () => {
    element('upload').click();
    element('pricing').click();
    element('pricing').click();
    expect(element('upload').dataset.held).toBeUndefined();
    await arrive();
    expect(pressed).toEqual(['awake', 'pricing']);
  });

  test('a photo is offered after the start; a later one directly', async () => {
    page.offerPhoto(wedding);
    expect(offered).toEqual([]);
    await arrive();
    expect(offered).toEqual([wedding]);
    page.offerPhoto(wedding);
    expect(offered).toHaveLength(2);
  });

  test('is handed back when the code cannot be downloaded, and the next wish tries again', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    element('upload').click();
    downloads[0]!.reject(new TypeError('Failed to fetch dynamically imported module'));
    await flush();
    expect(lost).toEqual([{ button: element('upload') }]);
    expect(element('upload').dataset.held).toBeUndefined();
    element('pricing').click();
    await arrive();
    expect(pressed).toEqual(['awake', 'pricing']);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});
