import { BRAND } from '@heirlight/contract/brand';
import { PROMOTION_CODE } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Words } from './Words';

test.each([
  [`© ${BRAND}. All rights reserved.`, [BRAND]],
  [`Use code ${PROMOTION_CODE} for 25% off.`, [PROMOTION_CODE]],
  ['From now on you log in with ada.l+old@post.example.com.', ['ada.l+old@post.example.com']],
  ['Is it a@b.co, or c@d.co?', ['a@b.co', 'c@d.co']],
  ['1 Restore Available', []],
])('%s', (text, kept) => {
  const { container } = render(<Words>{text}</Words>);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('[translate=no]')].map((part) => part.textContent)).toEqual(kept);
});

test('an address may go on in the next line with its domain', () => {
  const { container } = render(<Words>Signed in as grandchild-0123@example.com</Words>);
  const address = container.querySelector('span');
  expect(address?.innerHTML).toBe('grandchild-0123<wbr>@example.com');
  expect(container.textContent).toBe('Signed in as grandchild-0123@example.com');
});
