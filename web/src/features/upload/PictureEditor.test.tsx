import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NO_EDIT, type PictureEdit } from '../../domain/prepare/edit';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import PictureEditor from './PictureEditor';

const onDone = jest.fn<(edit: PictureEdit | null) => void>();
const corner = (name: string) => screen.getByRole('button', { name: `${name} corner` });
const placeOf = (name: string) => {
  const { left, top } = corner(name).style;
  return [left, top].map((value) => Math.round(Number.parseFloat(value) * 10) / 10);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  onDone.mockReset();
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  jest
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockImplementation(() => ({ left: 100, top: 50, width: 400, height: 200 }) as DOMRect);
  const props = { file: new Blob(), edit: NO_EDIT, onDone, onCancel: () => undefined };
  renderThemed(<PictureEditor {...props} />, fakeDomain().domain);
});

describe('the corners of a print', () => {
  test('are moved by arrow keys, ten times as far with Shift, and the place is said', async () => {
    expect(document.activeElement).toBe(corner('Top left'));
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowRight}{/Shift}');
    expect(placeOf('Top left')).toEqual([5.5, 0.5]);
    expect(screen.getByRole('status').textContent).toBe('6% from the left, 1% from the top');
    await press('Done');
    expect(onDone.mock.lastCall?.[0]?.corners[0]).toEqual({ x: 0.055, y: 0.005 });
  });

  test('follow a finger and stay where it leaves them, within the picture', () => {
    const handle = corner('Bottom right');
    fireEvent.pointerDown(handle, { clientX: 505, clientY: 252 });
    fireEvent.pointerMove(handle, { clientX: 405, clientY: 232 });
    expect(placeOf('Bottom right')).toEqual([75, 90]);
    fireEvent.pointerMove(handle, { clientX: 900, clientY: 900 });
    expect(placeOf('Bottom right')).toEqual([100, 100]);
    fireEvent.pointerUp(handle);
    fireEvent.pointerMove(handle, { clientX: 300, clientY: 200 });
    expect(placeOf('Bottom right')).toEqual([100, 100]);
  });

  test('cannot be crossed', () => {
    const handle = corner('Top left');
    fireEvent.pointerDown(handle, { clientX: 100, clientY: 50 });
    fireEvent.pointerMove(handle, { clientX: 500, clientY: 250 });
    expect(placeOf('Top left')).toEqual([0, 0]);
  });

  test('keep their names where they are seen when the picture is turned, and are moved as they are seen', async () => {
    await press('Turn right');
    expect(placeOf('Top left')).toEqual([0, 0]);
    act(() => corner('Top left').focus());
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(placeOf('Top left')).toEqual([5, 0]);
    await press('Done');
    // The top left of the turned picture is the bottom left of the picture.
    expect(onDone.mock.lastCall?.[0]).toMatchObject({ quarters: 1, corners: { 3: { x: 0, y: 0.95 } } });
  });

  test('are said to be where they are, and a turn is said', async () => {
    const said = () => screen.getByRole('status').textContent;
    for (let leap = 0; leap < 25; leap++) await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(said()).toBe(`${Math.round(placeOf('Top left')[0] ?? 0)}% from the left, 0% from the top`);
    await press('Turn right');
    expect(said()).toBe('Turned by 90 degrees to the right');
    await press('Turn right');
    expect(said()).toBe('Turned by 180 degrees to the right');
    await press('Turn right');
    expect(said()).toBe('Turned by 90 degrees to the left');
    await press('Turn right');
    expect(said()).toBe('Not turned');
    await press('Whole picture');
    expect(said()).toBe('The whole picture is kept');
  });

  test('that are not moved change nothing', async () => {
    await press('Turn right');
    await press('Turn left');
    await userEvent.keyboard('{ArrowRight}');
    await press('Whole picture');
    await press('Done');
    expect(onDone).toHaveBeenCalledWith(null);
  });
});
