import { expect, test } from '@jest/globals';
import { beginRestores, deliver, report, started, succeeded, world } from '../../test/support/reports';

beginRestores();

test('late, repeated and reordered reports after the end change nothing [spec 4.1, 4.2]', async () => {
  const photoId = await started();
  await report({ photoId, body: succeeded });
  const before = await world.photo(photoId);
  const files = world.files.paths();
  for (const body of [
    succeeded,
    { ...succeeded, status: 'failed', error: 'late' },
    { ...succeeded, status: 'processing', logs: '50%|' },
    { ...succeeded, status: 'canceled' },
  ]) {
    expect((await report({ photoId, body })).status).toBe(200);
  }
  expect(await world.photo(photoId)).toEqual(before);
  expect(world.files.paths()).toEqual(files);
});

test('a report that could not be handed on is asked for again', async () => {
  const photoId = await started();
  world.tasks.trouble = 'refuse';
  expect((await report({ photoId, body: succeeded })).status).toBe(500);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect((await report({ photoId, body: succeeded })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('an end that the provider has reported and does not show yet is asked about again', async () => {
  const photoId = await started();
  await deliver({ photoId, body: succeeded });
  for (const shown of [null, { status: 'processing' as const }]) {
    const { get } = world.provider;
    world.provider.get = async (id) => shown && world.provider.end(shown, id);
    expect(await world.tasks.run()).toEqual([expect.stringContaining('does not show the end of job1')]);
    world.provider.get = get;
    expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  }
  world.provider.end({ status: 'succeeded' });
  expect(await world.tasks.run()).toEqual([]);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test.each([
  ['no signature', { signature: '' }],
  ['another signature', { signature: `v1,${Buffer.alloc(32).toString('base64')}` }],
  ['a shortened signature', { signature: 'v1,AAAA' }],
  ['a blank secret', { secret: '' }],
  ['a secret of the prefix alone', { secret: 'whsec_' }],
  ['a replay after the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 11, 54)) }],
])('a report with %s is refused and changes nothing', async (_name, change) => {
  const photoId = await started();
  expect((await report({ photoId, body: succeeded, ...change })).status).toBe(400);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

test.each([
  ['among others, while a secret is being changed', { signature: 'v1,AAAA v2,GENUINE v1,GENUINE' }, 200],
  ['of another version of the scheme', { signature: 'v2,GENUINE' }, 400],
  ['as old as the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 11, 55)) }, 200],
  ['a second older than the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 11, 54, 59)) }, 400],
  ['as far in the future as the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 12, 5)) }, 200],
  ['further in the future than the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 12, 5, 1)) }, 400],
])('a signature %s', async (_name, change, status) => {
  const photoId = await started();
  expect((await report({ photoId, body: succeeded, ...change })).status).toBe(status);
  expect((await world.photo(photoId))?.status).toBe(status === 200 ? 'succeeded' : 'processing');
});

test.each(['not JSON', '{"status":"succeeded"}'])('a signed body of %s is refused', async (text) => {
  const photoId = await started();
  const answer = await report({ photoId, body: {}, rawBody: Buffer.from(text) });
  expect(answer).toEqual({ status: 400, body: 'Not a prediction' });
});

test('a report whose URL names no photo id is left alone', async () => {
  const photoId = await started();
  for (const id of ['', 'not-a-uuid', `${photoId}/x/y`]) {
    expect((await report({ photoId: id, body: succeeded })).status).toBe(200);
  }
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

test('a report about somebody else’s job changes nothing', async () => {
  const photoId = await started();
  expect((await report({ photoId, body: { ...succeeded, id: 'another' } })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
});

test('a job without a noted id is recognised by its input; a second job is cancelled', async () => {
  const photoId = await started();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  const input = { input_image: `https://x/${photoId}` };
  await report({ photoId, body: { ...succeeded, status: 'starting', output: null, input } });
  expect(await world.photo(photoId)).toMatchObject({ prediction_id: 'job1' });
  await report({ photoId, body: { ...succeeded, id: 'job2', status: 'starting', output: null, input } });
  expect(world.provider.cancelled).toEqual(['job2']);
  expect((await report({ photoId, body: succeeded })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('a photo without a job does not take one whose input shows another photo', async () => {
  const photoId = await started();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  const input = { input_image: 'https://x/0f8fad5b-d9cb-469f-a165-70867728950e' };
  await report({ photoId, body: { ...succeeded, input } });
  await report({ photoId, body: { ...succeeded, status: 'starting', output: null, input } });
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: null });
  expect(world.provider.cancelled).toEqual([]);
});

test('a second job that has ended is neither cancelled nor stored', async () => {
  const photoId = await started();
  const input = { input_image: `https://x/${photoId}` };
  await report({ photoId, body: { ...succeeded, id: 'job2', input } });
  expect(world.provider.cancelled).toEqual([]);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
});

test('progress is written in steps, only forwards', async () => {
  const photoId = await started();
  const percentAfter = async (logs: string) => {
    await report({ photoId, body: { ...succeeded, status: 'processing', output: null, logs } });
    return (await world.photo(photoId))?.progress_percent;
  };
  expect(await percentAfter('loading weights')).toBeNull();
  expect(await percentAfter('tile 1/8\n12%|█ | 1/8')).toBe(12);
  expect(await percentAfter('12%|█\n14%|█')).toBe(12);
  expect(await percentAfter('14%|█\n37.5%|███')).toBe(37);
  expect(await percentAfter('20%|██')).toBe(37);
  expect(await percentAfter('41%|████')).toBe(37);
  expect(await percentAfter('42%|████')).toBe(42);
  await report({ photoId, body: succeeded });
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', progress_percent: null });
});

test('progress of an older report does not go back behind a newer one', async () => {
  const photoId = await started();
  const tell = (logs: string) => deliver({ photoId, body: { ...succeeded, status: 'processing', output: null, logs } });
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const older = tell('20%|');
  await reached;
  await tell('60%|');
  release();
  await older;
  expect((await world.photo(photoId))?.progress_percent).toBe(60);
});

test('progress that arrives while the photo ends is not written', async () => {
  const photoId = await started();
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const late = report({ photoId, body: { ...succeeded, status: 'processing', output: null, logs: '50%|' } });
  await reached;
  await report({ photoId, body: succeeded });
  release();
  expect((await late).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', progress_percent: null });
});
