import { beforeAll, expect, test } from '@jest/globals';
import { balanceOf } from '../src/admin';
import { calm } from '../src/emulators';
import { newPerson } from '../src/people';
import { smallPicture } from '../src/pictures';
import { credits, ended, upload } from '../src/restores';

beforeAll(calm);

// The other test also asks for each restore, and would not notice that Storage's event is lost.
test('an upload alone starts its restore: Storage tells the functions host of it', async () => {
  const person = await newPerson();
  expect(await credits(person)).toBe(1);
  const { photoId } = await upload(person, { bytes: await smallPicture() });
  expect(await ended(photoId)).toMatchObject({ status: 'succeeded' });
  expect(await balanceOf(person.uid)).toBe(0);
});
