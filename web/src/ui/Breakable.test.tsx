import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Breakable } from './Breakable';

const shown = (name: string) => render(<Breakable>{name}</Breakable>).container.innerHTML.replaceAll('<wbr>', '|');

test.each([
  ['mary_mackillop_c1890.jpg', 'mary_|mackillop_|c1890.|jpg'],
  ['scan__-_03', 'scan__-_|03'],
  ['Great-grandmother at the lake', 'Great-grandmother at the lake'],
  ['IMG1890', 'IMG1890'],
  ['12.5.1943, by Mr. Morse', '12.5.1943, by Mr. Morse'],
  ['ends_', 'ends_'],
])('a line of %s ends between its words', (name, lines) => {
  expect(shown(name)).toBe(lines);
});
