import { expect, test } from '@jest/globals';
import {
  beginRestores,
  deliver,
  OF_ORIGINAL,
  RESULTS,
  report,
  resultsOf,
  runAgain,
  started,
  succeeded,
  world,
} from '../../test/support/reports';
import { OUTPUT_URL, untilCrash, type World } from '../../test/support/world';
import { failPhoto } from './failPhoto';
import { finishRestore } from './finishRestore';

beginRestores();

test('two reports at once store the result once', async () => {
  const photoId = await started();
  let fetches = 0;
  const deps: World = {
    ...world,
    fetch: (...request) => {
      fetches++;
      return world.fetch(...request);
    },
  };
  await Promise.all([1, 2, 3].map(() => deliver({ photoId, body: succeeded })));
  await world.tasks.run(deps);
  expect(fetches).toBe(1);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
  expect((await report({ photoId, body: succeeded }, deps)).status).toBe(200);
  expect(fetches).toBe(1);
});

test('a task that runs twice at once stores one result', async () => {
  const photoId = await started();
  world.tasks.trouble = 'duplicate';
  await report({ photoId, body: succeeded });
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'succeeded' });
  expect(await resultsOf(photoId)).toEqual(RESULTS);
  expect(photo?.restored_url).toContain(`token=${(await world.files.stat(photo?.restored_path ?? ''))?.token}`);
});

test('the files of a result are removed if the photo has failed meanwhile', async () => {
  const photoId = await started();
  const deps: World = {
    ...world,
    faultPoint: async (name) => {
      if (name === 'finish.afterFiles') await world.db.collection('photos').doc(photoId).update({ status: 'failed' });
    },
  };
  await report({ photoId, body: succeeded }, deps);
  expect(await resultsOf(photoId)).toEqual(OF_ORIGINAL);
});

test('a photo deleted before its result arrives stays deleted', async () => {
  const photoId = await started();
  const photo = await world.photo(photoId);
  await world.db.collection('photos').doc(photoId).delete();
  const prediction = world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  if (photo) await finishRestore(photo, prediction, world);
  expect(await world.photo(photoId)).toBeNull();
  expect(await resultsOf(photoId)).toEqual([]);
});

test('a job recognised just as its photo fails is cancelled, and the photo stays failed', async () => {
  const photoId = await started();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  const body = { ...succeeded, status: 'starting', output: null, input: { input_image: `https://x/${photoId}` } };
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const delivery = report({ photoId, body });
  await reached;
  await failPhoto({ photoId, code: 'provider_timeout' }, world);
  release();
  expect((await delivery).status).toBe(200);
  expect(world.provider.cancelled).toEqual(['job1']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', prediction_id: null });
});

test('the result of a job is not stored if its photo takes another job meanwhile', async () => {
  const photoId = await started();
  const photo = world.db.collection('photos').doc(photoId);
  await photo.update({ prediction_id: null });
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const delivery = report({ photoId, body: { ...succeeded, input: { input_image: `https://x/${photoId}` } } });
  await reached;
  await photo.update({ prediction_id: 'job2' });
  release();
  expect((await delivery).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job2' });
  expect(world.provider.cancelled).toEqual(['job1']);
});

test('a slow run that another one overtook leaves the stored result alone', async () => {
  const photoId = await started();
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    () => runAgain(photoId),
  );
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'succeeded' });
  expect(await resultsOf(photoId)).toEqual(RESULTS);
  expect(photo?.restored_url).toContain(`token=${(await world.files.stat(photo?.restored_path ?? ''))?.token}`);
});

test('a slow run with a bad output fails nothing once another one has stored the result', async () => {
  const photoId = await started();
  world.output.body = '<html>';
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    async () => {
      world.output.body = '';
      await runAgain(photoId);
    },
  );
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', error: null });
  expect(await resultsOf(photoId)).toEqual(RESULTS);
});

test('a slow run that gets no output changes nothing once another one has stored the result', async () => {
  const photoId = await started();
  let stored: unknown;
  world.output.status = 429;
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    async () => {
      world.output.status = 200;
      await runAgain(photoId);
      stored = await world.photo(photoId);
    },
  );
  expect(stored).toMatchObject({ status: 'succeeded' });
  await world.tasks.run();
  expect(await world.photo(photoId)).toEqual(stored);
});

test('what a killed run had stored goes when the job is reported as failed', async () => {
  const photoId = await started();
  world.crashAt = 'finish.afterFirstFile';
  expect(await untilCrash(world, (deps) => report({ photoId, body: succeeded }, deps))).toBe(true);
  expect(await resultsOf(photoId)).toEqual([...OF_ORIGINAL, 'restored.png']);
  await report({ photoId, body: { ...succeeded, status: 'failed', output: null } });
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
  expect(await resultsOf(photoId)).toEqual(OF_ORIGINAL);
});

test('a photo removed while its result is fetched leaves no file', async () => {
  const photoId = await started();
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    () => world.db.collection('photos').doc(photoId).delete(),
  );
  expect(await world.photo(photoId)).toBeNull();
  expect(await resultsOf(photoId)).toEqual([]);
});

test('a photo that ends before its task runs stays as it ended, and nothing is fetched', async () => {
  const photoId = await started();
  await deliver({ photoId, body: succeeded });
  await failPhoto({ photoId, code: 'provider_timeout' }, world);
  const ended = await world.photo(photoId);
  world.fetch = () => Promise.reject(new Error('Nobody asks for it'));
  expect(await world.tasks.run()).toEqual([]);
  expect(await world.photo(photoId)).toEqual(ended);
});
