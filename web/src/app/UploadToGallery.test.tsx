import { expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { MAIN_ID } from './SkipLink';
import UploadToGallery from './UploadToGallery';

let succeed: () => void = () => undefined;
jest.mock('../features/upload/UploadDialog', () => ({
  __esModule: true,
  default: ({ onUploadSuccess }: { onUploadSuccess: () => void }) => {
    succeed = onUploadSuccess;
    return null;
  },
}));

test('after a successful upload the gallery is brought into view', () => {
  const scrollIntoView = jest.fn();
  const main = document.createElement('main');
  main.id = MAIN_ID;
  main.scrollIntoView = scrollIntoView;
  document.body.append(main);
  render(<UploadToGallery />);
  expect(scrollIntoView).not.toHaveBeenCalled();
  act(() => succeed());
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
});
