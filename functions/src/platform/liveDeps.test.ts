import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { START_RESTORE } from '../restore/queues';
import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN } from './config';
import { PROFILE, type RegisteredFunction } from './functionOptions';
import { createDeps } from './liveDeps';

const registered: RegisteredFunction = {
  name: 'start-restore',
  ...PROFILE.light,
  maxInstances: 1,
  rights: ['db', 'files', 'users.read', 'submit-restore'],
  secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
};

const before = { ...process.env };

beforeAll(() => {
  Object.assign(process.env, {
    APP_ORIGIN: 'https://example.com',
    FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo-heirlight', storageBucket: 'demo-heirlight.appspot.com' }),
    GCLOUD_PROJECT: 'demo-heirlight',
    REPLICATE_API_TOKEN: 'r8_token',
    ADDRESS_HASH_KEY: 'key',
  });
});
afterAll(() => {
  process.env = before;
});

test('a function reaches what it is registered with', () => {
  const { db, files, uploadToken } = createDeps(registered);
  expect(db.collection('photos').path).toBe('photos');
  expect(files.bucketName).toBe('demo-heirlight.appspot.com');
  expect(uploadToken('images/ada/1.jpg')).toHaveLength(32);
});

test('and nothing else, as its account could not either', async () => {
  const prices = createDeps({ ...registered, name: 'list-prices', rights: [], secrets: [] });
  expect(() => prices.db).toThrow('list-prices has no right to db');
  expect(() => prices.files).toThrow('list-prices has no right to files');
  await expect(prices.users.get('ada')).rejects.toThrow('list-prices has no right to users.read');
  await expect(createDeps(registered).users.remove('ada')).rejects.toThrow('no right to users.remove');
  const enqueued = prices.tasks.enqueue(START_RESTORE, { path: 'images/ada/1.jpg' }, { id: '1' });
  await expect(enqueued).rejects.toThrow('list-prices has no right to start-restore');
});

test('a secret that is not its own is blank, though another function in the process has it', () => {
  expect(() => createDeps({ ...registered, secrets: [ADDRESS_HASH_KEY] }).uploadToken('images/ada/1.jpg')).toThrow(
    'No secret',
  );
  expect(() => createDeps({ ...registered, secrets: [REPLICATE_API_TOKEN] }).hashAddress('ada@example.com')).toThrow(
    'No ADDRESS_HASH_KEY',
  );
});
