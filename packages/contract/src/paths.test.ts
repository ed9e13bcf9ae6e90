import { describe, expect, test } from '@jest/globals';
import { isUuid, parseUploadPath, resultFiles, resultFolder, sanitizeFileName, uploadPath } from './paths';

const PHOTO_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('file names', () => {
  test.each([
    ['Grandma 1921.png', 'Grandma_1921'],
    ['archive.tar.gz', 'archive.tar'],
    ['a-b.c_d.jpg', 'a-b.c_d'],
    ['Café & Söhne (2).JPG', 'Caf____S_hne__2_'],
    ['../../etc/passwd', '.._.'],
    ['no extension', 'no_extension'],
    ['.jpg', 'photo'],
    ['', 'photo'],
  ])('%s becomes %s [spec 5.6]', (name, expected) => {
    expect(sanitizeFileName(name)).toBe(expected);
  });

  test('long names are cut to 100 characters', () => {
    expect(sanitizeFileName(`${'x'.repeat(300)}.jpg`)).toBe('x'.repeat(100));
  });
});

test('a uuid is lower case and stands alone', () => {
  expect(isUuid(PHOTO_ID)).toBe(true);
  const others = [`${PHOTO_ID}0`, `x${PHOTO_ID}`, `${PHOTO_ID}\n`, `a/${PHOTO_ID}`, PHOTO_ID.toUpperCase(), ''];
  expect(others.filter(isUuid)).toEqual([]);
});

describe('upload paths', () => {
  test('images/{userId}/{uuid}-{sanitizedName}.jpg, and back [spec 3.22, 7.4]', () => {
    const path = uploadPath({ userId: 'ada', photoId: PHOTO_ID, fileName: 'Aunt Ida.png' });
    expect(path).toBe(`images/ada/${PHOTO_ID}-Aunt_Ida.jpg`);
    expect(parseUploadPath(path)).toEqual({ userId: 'ada', photoId: PHOTO_ID, name: 'Aunt_Ida' });
  });

  test.each([
    `images/ada/${PHOTO_ID}.jpg`,
    `images/ada/${PHOTO_ID}-Aunt_Ida.png`,
    `images/ada/x/${PHOTO_ID}-a.jpg`,
    `images//${PHOTO_ID}-a.jpg`,
    `images/ada/${PHOTO_ID.toUpperCase()}-a.jpg`,
    `results/ada/${PHOTO_ID}-a.jpg`,
    `images/ada/not-a-uuid-a.jpg`,
  ])('%s is none', (path) => {
    expect(parseUploadPath(path)).toBeNull();
  });

  test('everything the server makes of a photo lies below one folder of its owner', () => {
    const photo = { userId: 'ada', photoId: PHOTO_ID };
    expect(resultFolder(photo)).toBe(`results/ada/${PHOTO_ID}/`);
    const files = [
      resultFiles.restored({ ...photo, extension: 'png' }),
      resultFiles.originalThumbnail(photo),
      resultFiles.restoredThumbnail(photo),
      resultFiles.originalScreen(photo),
      resultFiles.restoredScreen(photo),
      resultFiles.restoredTiles(photo),
      resultFiles.providerInput(photo),
    ];
    expect(new Set(files).size).toBe(7);
    for (const file of files) expect(file.startsWith(resultFolder(photo))).toBe(true);
  });
});
