import { describe, expect, test } from '@jest/globals';
import { NO_EDIT } from '../prepare/edit';
import { EMPTY, type UploadEvent, type UploadState, uploadReducer } from './uploadState';

const file = new File(['x'], 'a.png', { type: 'image/png' });
const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
const taken: UploadEvent = { type: 'taken', file, previewUrl: 'blob:1', madeSmaller: null, scale: 1 };
const after = (...events: UploadEvent[]): UploadState => events.reduce(uploadReducer, EMPTY);

describe('the upload dialog’s state', () => {
  test('the tool stays through a file, a conversion and an edit, and goes with a reset', () => {
    const chosen: UploadEvent = { type: 'toolChosen', toolId: 'colorize' };
    expect(after(chosen, { type: 'foreignTaken', file, format: 'TIFF' }).toolId).toBe('colorize');
    const prepared = { edit: NO_EDIT, jpeg, scale: 1 };
    const edited = after(chosen, taken, { type: 'editStarted' }, { type: 'edited', previewUrl: 'blob:2', prepared });
    expect(edited).toMatchObject({ phase: 'preview', toolId: 'colorize', previewUrl: 'blob:2', prepared });
    expect(uploadReducer(edited, { type: 'reset' })).toEqual(EMPTY);
  });

  test('what stops on the way leads back to the preview, without the progress', () => {
    const sending = after(taken, { type: 'sendStarted' }, { type: 'progressed', percent: 40, isUnanswered: false });
    expect(sending).toMatchObject({ phase: 'uploading', percent: 40 });
    expect(uploadReducer(sending, { type: 'stopped' })).toEqual(after(taken));
    expect(uploadReducer(sending, { type: 'sent' })).toEqual({ ...after(taken), phase: 'finishing' });
  });

  test.each<[UploadEvent, UploadState]>([
    [{ type: 'stopped' }, EMPTY],
    [{ type: 'sent' }, EMPTY],
    [{ type: 'progressed', percent: 1, isUnanswered: false }, EMPTY],
    [{ type: 'conversionStarted' }, after(taken)],
    [{ type: 'lookedAt', seen: { isPartMissing: true } }, after(taken, { type: 'sendStarted' })],
    [{ type: 'toolChosen', toolId: 'colorize' }, after(taken, { type: 'sendStarted' })],
    [{ type: 'editStarted' }, after(taken, { type: 'sendStarted' })],
    [{ type: 'sendStarted' }, after(taken, { type: 'editStarted' })],
  ])('%j, too late, changes nothing', (event, state) => {
    expect(uploadReducer(state, event)).toBe(state);
  });
});
