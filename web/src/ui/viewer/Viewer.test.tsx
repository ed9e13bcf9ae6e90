import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { subscribeToasts } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { renderThemed } from '../../test/renderThemed';
import { Viewer, type ViewerProps } from './Viewer';

const WIDTH = 1000;
const HEIGHT = 500;

const files = { size: { width: 500, height: 500 }, thumbnail: null, screen: null, whole: '/a.jpg', tiles: null };
const photo: ViewerProps['photo'] = {
  id: 'p1',
  groupId: 'p1',
  name: 'Aunt Ida',
  details: 'DeepRestore',
  made: 'Drawn by AI.',
  pair: { before: files, after: { ...files, size: { width: 2000, height: 2000 } } },
  faces: [{ x: 0.4, y: 0.1, width: 0.1, height: 0.1, verdict: null }],
};

/** jsdom draws no frames by itself here: a test says when. */
let frames: FrameRequestCallback[] = [];
const draw = () =>
  act(() => {
    for (const frame of frames.splice(0)) frame(performance.now());
  });

function show(more: Partial<ViewerProps> = {}) {
  const props: ViewerProps = {
    open: true,
    photo,
    actions: [{ icon: 'download', label: 'Save', onClick: jest.fn() }],
    adjustment: null,
    onAdjust: jest.fn(),
    position: { at: 1, of: 3 },
    onStep: jest.fn(),
    onClose: jest.fn(),
    onGone: jest.fn(),
    ...more,
  };
  const { rerender } = renderThemed(<Viewer {...props} />);
  const canvas = screen.getByRole('img');
  const stage = canvas.parentElement!;
  stage.getBoundingClientRect = () => new DOMRect(0, 0, WIDTH, HEIGHT);
  draw();
  const handle = screen.getByRole('slider');
  const pointer = (type: 'Down' | 'Move' | 'Up' | 'Cancel', x: number, more_: object = {}) => {
    fireEvent[`pointer${type}`](more_ && 'on' in more_ ? (more_.on as Element) : stage, {
      clientX: x,
      clientY: 250,
      pointerId: 1,
      button: 0,
      pointerType: 'mouse',
      ...more_,
    });
    draw();
  };
  const key = (name: string, more_: object = {}) => {
    fireEvent.keyDown(document.activeElement!, { key: name, ...more_ });
    draw();
  };
  const zoom = () => screen.getByRole('button', { name: /^\d+%/ }).textContent;
  return { props, rerender, stage, handle, pointer, key, zoom, split: () => handle.getAttribute('aria-valuenow') };
}

beforeEach(() => {
  jest.restoreAllMocks();
  frames = [];
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  // Reduced motion: it jumps.
  const { matchMedia } = window;
  jest.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...matchMedia(media), matches: true }));
});

describe('the viewer', () => {
  test('is a dialog named by its photo; the slider starts in the middle and arrows move it by 5 [spec 2.24-2.27]', () => {
    const { key, split } = show();
    expect(screen.getByRole('dialog', { name: 'Aunt Ida, Full Screen' })).toBeTruthy();
    expect([screen.getByText('Before'), screen.getByText('After')]).toHaveLength(2);
    expect(split()).toBe('50');
    key('ArrowRight');
    expect(split()).toBe('55');
    key('ArrowLeft');
    key('ArrowLeft');
    expect(split()).toBe('45');
  });

  test('versions of one photograph are looked at from the same place; another photograph is seen whole', () => {
    const { props, rerender, key, zoom, split } = show();
    key('1');
    key('ArrowRight');
    rerender(<Viewer {...props} photo={{ ...photo, id: 'p2' }} />);
    draw();
    expect([zoom(), split()]).toEqual(['100%', '55']);
    rerender(<Viewer {...props} photo={{ ...photo, id: 'p3', groupId: 'p3' }} />);
    draw();
    expect([zoom(), split()]).toEqual(['25%', '50']);
  });

  test('+, -, 0 and 1 zoom; 100 % is a pixel of the larger picture', () => {
    const { key, zoom } = show();
    expect(zoom()).toBe('25%');
    key('1');
    expect(zoom()).toBe('100%');
    key('0');
    key('+');
    expect(zoom()).toBe('38%');
    key('-');
    expect(zoom()).toBe('25%');
    key('-');
    expect(zoom()).toBe('25%');
    key('+', { ctrlKey: true });
    expect(zoom()).toBe('25%');
  });

  test('the wheel zooms to 8 times the fitted size at most, and no less than it', () => {
    const { stage, zoom } = show();
    for (let turn = 0; turn < 30; turn++) fireEvent.wheel(stage, { deltaY: -120, clientX: 500, clientY: 250 });
    draw();
    expect(zoom()).toBe('200%');
    expect(fireEvent.wheel(stage, { deltaY: 9000, clientX: 500, clientY: 250 })).toBe(false);
    draw();
    expect(zoom()).toBe('25%');
  });

  test('a mouse drags the split until the photo is zoomed; then only the handle does', () => {
    const { pointer, key, handle, split } = show();
    pointer('Down', 500);
    pointer('Move', 625);
    pointer('Up', 625);
    expect(split()).toBe('75');
    key('1');
    pointer('Down', 500);
    pointer('Move', 300);
    pointer('Up', 300);
    expect(split()).toBe('75');
    pointer('Down', 750, { on: handle });
    pointer('Move', 100, { on: handle });
    pointer('Up', 100, { on: handle });
    expect(split()).toBe('10');
    expect(document.activeElement).toBe(handle);
  });

  test('two fingers zoom, and the finger that stays pans', () => {
    const { pointer, zoom, split } = show();
    const finger = (pointerId: number) => ({ pointerId, pointerType: 'touch' });
    pointer('Down', 450, finger(1));
    pointer('Down', 550, finger(2));
    pointer('Move', 400, finger(1));
    pointer('Move', 600, finger(2));
    expect(zoom()).toBe('50%');
    pointer('Up', 600, finger(2));
    pointer('Move', 300, finger(1));
    pointer('Up', 300, finger(1));
    expect([zoom(), split()]).toEqual(['50%', '50']);
  });

  test('a zoomed photo that is let go in motion glides on until a press; with reduced motion it stays', () => {
    let time = 0;
    jest.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => (time += 16));
    const { pointer, key } = show();
    key('1');
    const flick = () => {
      pointer('Down', 500);
      pointer('Move', 450);
      pointer('Move', 400);
      pointer('Up', 400);
    };
    flick();
    expect(frames).toEqual([]);
    jest.mocked(window.matchMedia).mockRestore();
    flick();
    expect(frames).toHaveLength(1);
    pointer('Down', 500);
    expect(frames).toEqual([]);
  });

  test('a sideways finger goes to the other photos, unless it is on the handle or the photo is zoomed', () => {
    const { props, pointer, key, handle } = show({ position: { at: 2, of: 3 } });
    const swipe = (from: number, to: number, more: object = {}) => {
      pointer('Down', from, { pointerType: 'touch', ...more });
      pointer('Move', to, { pointerType: 'touch', ...more });
      pointer('Up', to, { pointerType: 'touch', ...more });
    };
    swipe(600, 500);
    swipe(500, 600);
    swipe(500, 470);
    expect(jest.mocked(props.onStep).mock.calls).toEqual([[1], [-1]]);
    swipe(500, 300, { on: handle });
    key('1');
    swipe(500, 300);
    expect(props.onStep).toHaveBeenCalledTimes(2);
  });

  test('a double press goes near, and back; one beside the photo closes, one on it does not', () => {
    const { props, pointer, stage, zoom } = show();
    const press = (x: number) => {
      pointer('Down', x);
      pointer('Up', x);
      fireEvent.click(stage, { clientX: x, clientY: 250 });
    };
    press(500);
    press(500);
    expect(zoom()).toBe('100%');
    press(100);
    press(100);
    expect(zoom()).toBe('25%');
    expect(props.onClose).not.toHaveBeenCalled();
    press(300);
    expect(props.onClose).not.toHaveBeenCalled();
    press(200);
    expect(props.onClose).toHaveBeenCalledTimes(1);
  });

  test('next and previous by keys and buttons, not beyond the ends', () => {
    const { props, key } = show();
    key('PageUp');
    fireEvent.click(screen.getByRole('button', { name: 'Previous photo' }));
    expect(props.onStep).not.toHaveBeenCalled();
    key('PageDown');
    fireEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    expect(jest.mocked(props.onStep).mock.calls).toEqual([[1], [1]]);
  });

  test('H, and the button, show the original as long as they are held, and say so', () => {
    const { key } = show();
    const button = () => screen.getByRole('button', { name: 'Hold to see the original' });
    const state = () => [button().getAttribute('aria-pressed'), screen.getByRole('status').textContent];
    key('h');
    expect(state()).toEqual(['true', 'The original']);
    expect(screen.getByText('After').style.visibility).toBe('hidden');
    fireEvent.keyUp(document.activeElement!, { key: 'h' });
    expect(state()).toEqual(['false', 'The restored photo']);
    key('h');
    fireEvent.blur(window);
    expect(state()[0]).toBe('false');
    fireEvent.pointerDown(button(), { button: 0 });
    expect(state()[0]).toBe('true');
    fireEvent.pointerUp(button());
    expect(state()[0]).toBe('false');
    // As a screen reader presses it.
    fireEvent.click(button(), { detail: 0 });
    expect(state()[0]).toBe('true');
  });

  test('side by side has no slider to move', () => {
    const { key, split, handle } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Side by side' }));
    draw();
    expect(handle.parentElement?.hidden).toBe(true);
    key('ArrowRight');
    expect(split()).toBe('50');
  });

  test('a face is a press away', () => {
    const { zoom } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Go to face 1 of 1' }));
    draw();
    // 100 of 2000 px in a stage of 500 px: as near as a pinch comes.
    expect(zoom()).toBe('200%');
  });
});

test('each face says what its comparison with the original has shown; one that nobody compared says nothing', () => {
  const face = { y: 0.1, width: 0.1, height: 0.1 };
  const verdicts = ['same', 'closer', 'unsure', null] as const;
  show({ photo: { ...photo, faces: verdicts.map((verdict, i) => ({ ...face, x: i / 5, verdict })) } });
  const buttonOf = (at: number, description: string) =>
    screen.getByRole('button', { name: `Go to face ${at} of 4`, description });
  buttonOf(1, 'Same face, checked');
  buttonOf(2, 'Made closer to the original');
  buttonOf(3, 'Too small to check: compare closely');
  buttonOf(4, '');
  screen.getByText('Made closer to the original');
  screen.getByText('We keep this verdict and where each face is. Nothing else.');
});

test('nothing is said of a comparison that nobody made', () => {
  show({ photo: { ...photo, faces: [{ x: 0.1, y: 0.1, width: 0.1, height: 0.1, verdict: null }] } });
  screen.getByRole('button', { name: 'Go to face 1 of 1' });
  expect(screen.queryByText(/We keep only/)).toBeNull();
});

test('what fades out stays as it was', () => {
  const { props, rerender } = show();
  const drawn = jest.fn(() => '');
  const watched = { ...photo, name: '' };
  Object.defineProperty(watched, 'details', { get: drawn });
  rerender(<Viewer {...props} open={false} photo={watched} />);
  expect(drawn).not.toHaveBeenCalled();
  expect(screen.getByText('Aunt Ida')).toBeTruthy();
  rerender(<Viewer {...props} photo={watched} />);
  expect(drawn).toHaveBeenCalled();
});

test('changes that are not kept are asked about before Escape takes them back; the page asks before it goes', async () => {
  globalThis.fetch = jest.fn<typeof fetch>().mockReturnValue(deferred<Response>().promise);
  const { props } = show();
  const goes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const open = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Adjust' }));
    draw();
  };
  const slider = () => screen.findByRole('slider', { name: 'Repair' });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const pressEscape = () => fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  const isAsked = () => screen.queryByRole('dialog', { name: 'Discard Your Changes?' }) !== null;
  open();
  fireEvent.input(await slider(), { target: { value: '40' } });
  expect(goes()).toBe(false);
  pressEscape();
  press('Go On Adjusting');
  await waitFor(() => expect(isAsked()).toBe(false));
  expect(await slider()).toHaveProperty('value', '40');
  press('Cancel');
  expect(isAsked()).toBe(true);
  press('Discard');
  await waitFor(() => expect(isAsked()).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adjust' }));

  open();
  const opened = await slider();
  expect(opened).toHaveProperty('value', '100');
  fireEvent.input(opened, { target: { value: '40' } });
  fireEvent.input(opened, { target: { value: '100' } });
  expect(goes()).toBe(true);
  pressEscape();
  expect(isAsked()).toBe(false);
  expect(screen.queryByRole('slider', { name: 'Repair' })).toBeNull();
  expect([props.onAdjust, props.onClose].map((call) => jest.mocked(call!).mock.calls)).toEqual([[], []]);
});

test('the keys that zoom do so from the sliders and the brush, too', async () => {
  globalThis.fetch = jest.fn<typeof fetch>().mockReturnValue(deferred<Response>().promise);
  const { key } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Adjust' }));
  draw();
  await screen.findByRole('slider', { name: 'Repair' });
  const said = (words: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(words));
  key('1');
  await said('Zoom 100%');
  fireEvent.click(screen.getByRole('button', { name: 'Touch Up' }));
  screen.getByRole('application').focus();
  key('-');
  await said('Zoom 67%');
  key('0');
  await said('The whole photo');
});

test('while changes are asked about, the keys that undo and redo leave them as they are', async () => {
  globalThis.fetch = jest.fn<typeof fetch>().mockReturnValue(deferred<Response>().promise);
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Adjust' }));
  draw();
  fireEvent.click(await screen.findByRole('button', { name: 'Touch Up' }));
  const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more });
  screen.getByRole('application').focus();
  press(' ');
  press('Escape');
  press('z', { ctrlKey: true });
  fireEvent.click(screen.getByRole('button', { name: 'Go On Adjusting' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard Your Changes?' })).toBeNull());
  const canUndo = () => screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled');
  expect(canUndo()).toBe('false');
  press('z', { ctrlKey: true });
  expect(canUndo()).toBe('true');
});

test('what another window keeps meanwhile leaves the sliders as they are, and what was moved is asked about', async () => {
  globalThis.fetch = jest.fn<typeof fetch>().mockReturnValue(deferred<Response>().promise);
  const { props, rerender } = show();
  const open = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Adjust' }));
    draw();
  };
  const keptElsewhere = (warmth: number) => {
    rerender(<Viewer {...props} adjustment={{ ...PLAIN_RESULT, warmth }} />);
    draw();
  };
  const slider = () => screen.findByRole('slider', { name: 'Repair' });
  const pressEscape = () => fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  open();
  fireEvent.input(await slider(), { target: { value: '40' } });
  keptElsewhere(0.5);
  pressEscape();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard Your Changes?' })).toBeNull());

  // Nothing was moved: nothing is asked, and Done keeps what the other window kept.
  open();
  expect(await slider()).toHaveProperty('value', '100');
  expect(screen.getByRole('slider', { name: 'Warmth' })).toHaveProperty('value', '50');
  keptElsewhere(0.7);
  pressEscape();
  expect(screen.queryByRole('slider', { name: 'Repair' })).toBeNull();
  open();
  await slider();
  keptElsewhere(0.9);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(props.onAdjust).not.toHaveBeenCalled();
  expect(screen.queryByRole('slider', { name: 'Repair' })).toBeNull();
});

test('what cannot be loaded for the sliders is told, and they close; Escape alone closes them, and not the viewer', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const loading = deferred<Response>();
  globalThis.fetch = jest.fn<typeof fetch>().mockReturnValue(loading.promise);
  const toasts: string[] = [];
  const stop = subscribeToasts(({ title }) => toasts.push(title));
  const { props } = show();
  const open = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Adjust' }));
    draw();
  };
  open();
  const slider = await screen.findByRole('slider', { name: 'Repair' });
  expect(document.activeElement).toBe(slider);
  fireEvent.keyDown(slider, { key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adjust' }));
  open();
  await screen.findByRole('slider', { name: 'Repair' });
  loading.reject(new Error('offline'));
  await waitFor(() => expect(toasts).toEqual(['Adjust Is Not Available']));
  expect(screen.queryByRole('slider', { name: 'Repair' })).toBeNull();
  expect(props.onClose).not.toHaveBeenCalled();
  expect(props.onAdjust).not.toHaveBeenCalled();
  stop();
});
