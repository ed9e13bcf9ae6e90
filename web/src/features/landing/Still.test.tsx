import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { Still, still } from './Still';

test('React takes over what the build drew as it is: what was opened or translated stays', async () => {
  const broken = jest.fn();
  still.sections = '<details><summary>Who sees it?</summary>Only you.</details>';
  document.body.innerHTML = `<div id="root"><div data-still="sections">${still.sections}</div></div>`;
  const question = document.querySelector('details')!;
  question.open = true;
  question.append('Nur Sie.');
  const root = document.getElementById('root')!;
  const page = await act(async () => hydrateRoot(root, <Still part="sections" />, { onRecoverableError: broken }));
  expect(document.querySelector('details')).toBe(question);
  expect([question.open, question.textContent]).toEqual([true, 'Who sees it?Only you.Nur Sie.']);
  expect(broken).not.toHaveBeenCalled();
  act(() => page.unmount());
});

test('where the page is drawn anew, it is the same', () => {
  still.sections = '<p>Only you.</p>';
  render(<Still part="sections" />);
  expect(screen.getByText('Only you.')).toBeTruthy();
});
