import { expect, test } from '@jest/globals';
import { auth, db } from '../src/admin';
import { endSignIn, newPerson, type Person } from '../src/people';
import { smallPicture } from '../src/pictures';
import { credits, ended, filesOf, photoOf, upload } from '../src/restores';
import { until } from '../src/until';

const WAYS: Record<string, (person: Person) => Promise<unknown>> = {
  'Firebase’s own call': endSignIn,
  'an administrator': ({ uid }) => auth.deleteUser(uid),
};

test.each(Object.entries(WAYS))('photos and files go with a sign-in ended by %s [spec 10.2]', async (_who, end) => {
  const person = await newPerson();
  expect(await credits(person)).toBe(1);
  const { photoId } = await upload(person, { bytes: await smallPicture() });
  await ended(photoId);
  expect(await filesOf(person, photoId)).not.toEqual([]);
  await end(person);
  await until('the account is removed', async () => {
    const account = (await db.doc(`users/${person.uid}`).get()).data();
    return account?.deletion_pending === false ? true : undefined;
  });
  expect(await photoOf(photoId)).toBeUndefined();
  expect(await filesOf(person, photoId)).toEqual([]);
});
