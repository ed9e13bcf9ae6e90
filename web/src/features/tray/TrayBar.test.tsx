import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { dispatchTray } from '../../domain/tray/trayStore';
import { renderThemed } from '../../test/renderThemed';
import { TrayBar } from './TrayBar';

test('the bar is drawn again when what it says changes, not as bytes go out', () => {
  const rows = ['a', 'b'].map((photoId) => ({
    ...{ photoId, file: new File(['x'], `${photoId}.jpg`), format: null },
    state: { phase: 'waiting' } as const,
  }));
  dispatchTray({ type: 'added', rows });
  let drawn = 0;
  const bar = (
    <Profiler id="bar" onRender={() => (drawn += 1)}>
      <TrayBar onPause={() => undefined} />
    </Profiler>
  );
  renderThemed(bar);
  const words = () => screen.getByRole('status').textContent;
  const upload = (percent: number) =>
    act(() =>
      dispatchTray({ type: 'changed', photoId: 'a', state: { phase: 'uploading', percent, isUnanswered: false } }),
    );
  const first = words();
  const before = drawn;
  for (const percent of [1, 20, 80, 100]) upload(percent);
  expect(drawn).toBe(before);
  act(() => dispatchTray({ type: 'changed', photoId: 'a', state: { phase: 'sent' } }));
  expect(words()).not.toBe(first);
  expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBe(50);
});
