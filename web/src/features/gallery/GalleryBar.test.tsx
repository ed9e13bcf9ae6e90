import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { GalleryBar } from './GalleryBar';

const place = (top: number, width: number) =>
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ top, width } as DOMRect);
const upload = () => screen.queryByRole('button', { name: 'Upload' });

test('the bar offers the upload when it has come to the top of the window, and not while the page is hidden', () => {
  place(0, 0);
  renderThemed(
    <GalleryBar title="My Photos" work={null}>
      Search
    </GalleryBar>,
    fakeDomain().domain,
  );
  expect(upload()).toBeNull();
  place(300, 350);
  fireEvent.scroll(window);
  expect(upload()).toBeNull();
  place(0, 350);
  fireEvent.scroll(window);
  expect(upload()).toBeTruthy();
});
