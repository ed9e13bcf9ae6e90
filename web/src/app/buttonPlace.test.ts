import { beforeEach, expect, test } from '@jest/globals';
import { pressOnDrawn } from './buttonPlace';

const MARKUP = `<button id="logout"></button><button id="upload" data-opens="login"></button>
  <button id="pricing" data-opens="pricing"></button>`;
const pressed: string[] = [];
let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  root = document.getElementById('root')!;
  root.innerHTML = MARKUP;
  root.addEventListener('click', ({ target }) => pressed.push((target as Element).id));
  pressed.length = 0;
});

const pricing = () => document.getElementById('pricing')!;
const drawAnew = () => {
  root.innerHTML = MARKUP.replaceAll('id="', 'id="new ');
};

test('a press is carried out on the button that React takes over', () => {
  pressOnDrawn(pricing(), () => undefined);
  expect(pressed).toEqual(['pricing']);
});

test('a press is carried out on the button in its place when the page is drawn anew', () => {
  root.prepend(document.createElement('button'));
  pressOnDrawn(pricing(), drawAnew);
  expect(pressed).toEqual(['new pricing']);
});

test('a press is carried out once when React throws the button away only as it is pressed', () => {
  root.addEventListener('click', drawAnew, { capture: true, once: true });
  root.addEventListener('click', (event) => event.target === root.children[2] || pressed.pop());
  pressOnDrawn(pricing(), () => undefined);
  expect(pressed).toEqual(['new pricing']);
});

test('without a press nothing is pressed', () => {
  pressOnDrawn(undefined, drawAnew);
  expect(pressed).toEqual([]);
});
