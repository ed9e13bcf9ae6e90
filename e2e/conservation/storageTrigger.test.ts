import { beforeAll, expect, test } from '@jest/globals';
import { newPerson } from '../suite/people';
import { credits, ended, smallPicture, upload } from '../suite/restores';
import { balanceOf, calm } from '../suite/standIns';

beforeAll(calm);

// The other test asks for each restore too, and would not notice.
test('an upload alone starts its restore: Storage tells the functions host of it', async () => {
  const person = await newPerson();
  expect(await credits(person)).toBe(1);
  const { photoId } = await upload(person, { bytes: await smallPicture() });
  expect(await ended(photoId)).toMatchObject({ status: 'succeeded' });
  expect(await balanceOf(person)).toBe(0);
});
