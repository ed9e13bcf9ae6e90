import { expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { MAIN_ID } from './SkipLink';

const mockUpload = { succeed: (): void => undefined };
jest.mock('../features/upload/UploadDialog', () => ({
  __esModule: true,
  default: ({ onUploadSuccess }: { onUploadSuccess: () => void }) => {
    mockUpload.succeed = onUploadSuccess;
    return null;
  },
}));

test('after a successful upload the gallery is brought into view', async () => {
  // Imported here: static imports come before the mock.
  const { default: UploadToGallery } = await import('./UploadToGallery');
  const scrollIntoView = jest.fn();
  const main = document.createElement('main');
  main.id = MAIN_ID;
  main.scrollIntoView = scrollIntoView;
  document.body.append(main);
  render(<UploadToGallery />);
  expect(scrollIntoView).not.toHaveBeenCalled();
  act(() => mockUpload.succeed());
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
});
