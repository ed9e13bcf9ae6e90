import { describe, expect, it } from '@jest/globals';
import { predictionFromRequest } from './createRequest';
import { modelByName } from './models';
import { type Prediction, type PredictionStatus, predictionJson } from './prediction';
import { PredictionStore } from './predictionStore';

const LIFETIME_MS = 60_000;
const ENDED = new Date('2026-01-01T12:00:00Z');
const after = (ms: number) => new Date(ENDED.getTime() + ms);

function prediction(status: PredictionStatus, completedAt: Date | null): Prediction {
  const input = { image: 'data:image/png;base64,AAAA' };
  const model = modelByName({ owner: 'nightmareai', name: 'real-esrgan' }) ?? null;
  const output = status === 'succeeded' ? 'http://here/files/a/out-0.png' : null;
  return Object.assign(predictionFromRequest({ input }, model), { status, completedAt, output, logs: '100%' });
}

function stored(status: PredictionStatus, completedAt: Date | null) {
  const store = new PredictionStore({ keep: 10, dataLifetimeMs: LIFETIME_MS });
  const kept = prediction(status, completedAt);
  store.add(kept);
  return { store, shown: () => predictionJson(kept, 'http://here') };
}

describe('the data of a prediction', () => {
  it('stays until its time is over', () => {
    const { store, shown } = stored('succeeded', ENDED);
    const before = shown();
    store.removeOldData(after(LIFETIME_MS - 1));
    expect(shown()).toEqual(before);
    expect(before).toMatchObject({ data_removed: false, logs: '100%', input: { image: expect.any(String) } });
  });

  it('is then removed: input, output and logs; how it ended stays', () => {
    const { store, shown } = stored('succeeded', ENDED);
    store.removeOldData(after(LIFETIME_MS));
    expect(shown()).toMatchObject({ data_removed: true, input: {}, output: null, logs: '', status: 'succeeded' });
    expect(shown()).toMatchObject({ completed_at: ENDED.toISOString() });
  });

  it('is counted from the end: what still runs keeps it', () => {
    const { store, shown } = stored('processing', null);
    store.removeOldData(after(100 * LIFETIME_MS));
    expect(shown()).toMatchObject({ data_removed: false, logs: '100%' });
  });
});
