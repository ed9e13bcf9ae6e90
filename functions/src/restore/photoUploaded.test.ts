import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, type World } from '../../test/support/world';
import { photoUploaded } from './photoUploaded';
import { startRestore } from './startRestore';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('an upload whose tab was closed is started after half a minute', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await photoUploaded({ path, generation: '1' }, world);
  world.pass(29_000);
  await world.tasks.run();
  expect(await world.photo(photoId)).toBeNull();
  world.pass(1_000);
  await world.tasks.run();
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('an upload that its own call has started is not read again', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await photoUploaded({ path, generation: '1' }, world);
  await startRestore({ uid: caller.uid, path }, world);
  world.files.failNext('read');
  world.pass(30_000);
  expect(await world.tasks.run()).toEqual([]);
  expect(await world.photo(photoId)).toMatchObject({ prediction_id: 'job1' });
  expect(world.provider.requests).toHaveLength(1);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('an event that is repeated is one task; a file that is sent again under its id is another', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  for (const generation of ['1', '1', '2']) await photoUploaded({ path, generation }, world);
  expect(world.tasks.waiting()).toEqual([`start-restore/${photoId}-1`, `start-restore/${photoId}-2`]);
});

test('a file that is no upload is left alone, and a refused upload is removed without another attempt', async () => {
  const caller = world.caller();
  await photoUploaded({ path: `results/${caller.uid}/x/restored.png`, generation: '1' }, world);
  expect(world.tasks.waiting()).toEqual([]);
  const { path, photoId } = await world.upload(caller, { bytes: Buffer.from('<html>') });
  await photoUploaded({ path, generation: '1' }, world);
  world.pass(30_000);
  expect(await world.tasks.run()).toEqual([]);
  expect(world.tasks.waiting()).toEqual([]);
  expect(await world.photo(photoId)).toBeNull();
  expect(world.files.paths()).toEqual([]);
});

test('a failure that passes is tried again', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await photoUploaded({ path, generation: '1' }, world);
  world.pass(30_000);
  world.files.failNext('read');
  expect(await world.tasks.run()).toEqual(['Storage refused to read']);
  expect(await world.tasks.run()).toEqual([]);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});
