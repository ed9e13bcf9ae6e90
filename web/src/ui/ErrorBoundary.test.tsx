import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PagePart } from './ErrorBoundary';

const quiet = jest.spyOn(console, 'error');
beforeEach(() => {
  quiet.mockImplementation(() => undefined);
});
afterEach(() => {
  quiet.mockReset();
});

let drawings = 0;
/** Breaks as often as it is told, and counts its drawings. React tries each of them twice. */
function Fragile({ breaks }: { breaks: number }) {
  drawings += 1;
  if (drawings <= breaks * 2) throw new Error('broken');
  return <button type="button">Pricing</button>;
}
const draw = (breaks: number) => {
  drawings = 0;
  render(
    <>
      <h1>Page</h1>
      <PagePart fallback={<p>Lost</p>}>
        <Fragile breaks={breaks} />
      </PagePart>
    </>,
  );
  return screen.getByRole('heading').parentElement?.textContent;
};

test.each([
  [0, 'PagePricing'],
  [1, 'PagePricing'],
  [3, 'PagePricing'],
  [4, 'PageLost'],
])('a part that broke %i times, and the page around it', (breaks, expected) => {
  expect(draw(breaks)).toBe(expected);
});
