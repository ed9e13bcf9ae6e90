import { expect, test } from '@jest/globals';
import { ACCEPTED_FILES } from './acceptedFiles';

test('a picker offers by type and by extension whatever is taken or converted', () => {
  const accepted = ACCEPTED_FILES.split(',');
  const types = ['png', 'jpeg', 'heic', 'heif', 'tiff', 'webp'].map((name) => `image/${name}`);
  const extensions = ['png', 'jpg', 'jpeg', 'heic', 'heif', 'tif', 'tiff', 'webp'].map((name) => `.${name}`);
  expect(accepted).toEqual([...types, ...extensions]);
});
