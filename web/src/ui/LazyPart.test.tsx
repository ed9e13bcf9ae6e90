import { describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { LazyPart } from './LazyPart';

const Part = () => <p>Here</p>;
const show = () => {
  const load = jest.fn(async () => ({ default: Part }));
  render(<LazyPart load={load} props={{}} onLost={() => undefined} />);
  return load;
};

describe('a part whose code is downloaded', () => {
  test('is asked for once the press that shows it is answered', async () => {
    let drawn = false;
    const load = show();
    expect(load).not.toHaveBeenCalled();
    requestAnimationFrame(() => {
      drawn = load.mock.calls.length === 0;
    });
    expect(await screen.findByText('Here')).toBeTruthy();
    expect([drawn, load.mock.calls.length]).toEqual([true, 1]);
  });

  test('is asked for at once in a page that is hidden, where no frames are drawn', async () => {
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    const load = show();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    hidden.mockRestore();
    frames.mockRestore();
  });
});
