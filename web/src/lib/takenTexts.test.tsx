import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { guardTexts } from './takenTexts';

let root: Root;
let page: HTMLElement;

beforeAll(guardTexts);
beforeEach(() => {
  document.body.innerHTML = '<main></main>';
  page = document.querySelector('main')!;
  root = createRoot(page);
});

const draw = (node: ReactNode) => act(async () => root.render(node));

function makeFont(): HTMLElement {
  const font = document.createElement('font');
  font.innerHTML = '<font></font>';
  return font;
}

/** The ways in which translators put `<font><font>words</font></font>` in the place of a text. */
const ways: Record<string, (text: Text) => void> = {
  'puts an element in its place': (text) => {
    const font = makeFont();
    font.firstElementChild!.append(`‹${text.data}›`);
    text.replaceWith(font);
  },
  'adds an element and takes it out': (text) => {
    const font = makeFont();
    font.firstElementChild!.append(`‹${text.data}›`);
    text.before(font);
    text.remove();
  },
  'moves it into an element': (text) => {
    const font = makeFont();
    text.before(font);
    font.firstElementChild!.append(text);
    text.data = `‹${text.data}›`;
  },
  'puts other text in its place': (text) => text.replaceWith(`‹${text.data}›`),
};

/** Translates what is not translated yet. */
function translate(way: (text: Text) => void): void {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) if (!text.data.startsWith('‹')) way(text);
}
const words = () => page.textContent!.replace(/[‹›]/g, '');

interface Balance {
  count: number;
  isLoading?: boolean;
  isFirst?: boolean;
  isGone?: boolean;
}
/** Every kind of change beside a text: words that change, an element before, after and in place of them. */
const Box = ({ count, isLoading, isFirst, isGone }: Balance) => (
  <p>
    {isLoading ? <i>Loading</i> : count}
    {count === 1 ? ' Restore' : ' Restores'}
    {isFirst && <b>First</b>}
    {!isGone && ' left'}
    {isFirst ? 'now' : <em>later</em>}
  </p>
);

for (const [name, way] of Object.entries(ways)) {
  test(`words follow, and nothing breaks, under a translator that ${name}`, async () => {
    const steps: [Balance, string][] = [
      [{ count: 0 }, '0 Restores leftlater'],
      [{ count: 1 }, '1 Restore leftlater'],
      [{ count: 1, isFirst: true }, '1 RestoreFirst leftnow'],
      [{ count: 2, isLoading: true, isGone: true }, 'Loading Restoreslater'],
      [{ count: 3, isGone: true, isFirst: true }, '3 RestoresFirstnow'],
      [{ count: 3 }, '3 Restores leftlater'],
    ];
    for (const [balance, expected] of steps) {
      await draw(<Box {...balance} />);
      expect(words()).toBe(expected);
      translate(way);
      expect(words()).toBe(expected);
    }
    await draw(null);
    expect(page.innerHTML).toBe('');
  });
}

test('texts that are translated together come back together', async () => {
  await draw(<Box count={0} />);
  const p = page.querySelector('p')!;
  const [, noun] = p.childNodes as unknown as [Text, Text];
  const font = makeFont();
  font.append('Keine übrig');
  p.replaceChildren(font, ...[...p.childNodes].slice(2));
  expect(noun.isConnected).toBe(false);
  await draw(<Box count={1} />);
  expect(words()).toBe('1 Restore leftlater');
});

test('a translation that is replaced by another, and the page in its own language again', async () => {
  await draw(<Box count={0} />);
  const [count] = page.querySelector('p')!.childNodes as unknown as [Text];
  const [german, french] = [makeFont(), makeFont()];
  count.replaceWith(german);
  german.replaceWith(french);
  await draw(<Box count={2} />);
  expect(words()).toBe('2 Restores leftlater');
  count.replaceWith(german);
  german.replaceWith(count);
  await draw(<Box count={5} />);
  expect(words()).toBe('5 Restores leftlater');
});

const Word = ({ children }: { children: string }) => children;

test('a text that changes its place is not left behind', async () => {
  const list = (...items: string[]) => items.map((item) => <Word key={item}>{item}</Word>);
  await draw(list('a', 'b', 'c'));
  translate(ways['puts an element in its place']!);
  await draw(list('c', 'a', 'b'));
  expect(words()).toBe('cab');
});

test('an element that was carried away or thrown away breaks nothing', async () => {
  const list = (...items: string[]) => items.map((item) => <i key={item}>{item}</i>);
  await draw(list('a', 'b'));
  const [a, b] = page.querySelectorAll('i') as unknown as [HTMLElement, HTMLElement];
  document.body.append(b);
  await draw(list('a', 'new', 'b'));
  expect(words()).toBe('anew');
  a.remove();
  await draw(list('new'));
  expect(words()).toBe('new');
  expect(document.querySelectorAll('i')).toHaveLength(1);
});
