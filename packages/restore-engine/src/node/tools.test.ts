import { Worker } from 'node:worker_threads';
import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import type { Picture } from '../core/image/picture';
import { letters } from '../testing/letters';
import {
  blurred,
  changedOutside,
  colourDrift,
  cut,
  loadPhoto,
  overlay,
  photoFile,
  psnr,
  resized,
  SALLY_FACE,
} from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';

/** Far beyond what a quiet machine needs. */
jest.setTimeout(240_000);

const { current, restore } = startTestEngine('test-worker');

const shrunk = (picture: Picture, factor: number) => resized(picture, 1 / factor, 'area');

describe('PhotoScaler', () => {
  test.each([2, 4] as const)('gives %i times the size', async (scale) => {
    const source = shrunk(await loadPhoto('moraine_lake'), 4);
    const out = await restore('photoscaler', source, { scale });
    expect([out.width, out.height]).toEqual([source.width * scale, source.height * scale]);
  });

  test('repairs nothing: a scratch stays [spec 3.10]', async () => {
    const truth = shrunk(await loadPhoto('moraine_lake'), 2);
    const damaged = await overlay(truth, '<path d="M10 5 L110 90" stroke="#fff" stroke-width="3"/>');
    const out = await restore('photoscaler', damaged);
    const middle = (48 * 2 * out.width + 60 * 2) * 3;
    expect(out.data[middle]).toBeGreaterThan(200);
  });
});

describe('PureFace', () => {
  test('sharpens a soft face and keeps every byte elsewhere [spec 1.1, 3.11]', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const soft = blurred(truth, 2);
    const out = await restore('pureface', soft);
    expect(changedOutside(soft, out, [SALLY_FACE])).toBe(0);
    expect(psnr(out, truth)).toBeGreaterThan(psnr(soft, truth) + 0.15);
  });

  test('leaves a picture without a human face alone', async () => {
    const photo = await loadPhoto('moraine_lake');
    expect(psnr(await restore('pureface', photo), photo)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('LowRez-Fix', () => {
  test('enlarges, keeps the colours, and otherwise changes only the face [spec 3.12]', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const small = shrunk(blurred(truth, 2), 2);
    const out = await restore('lowrezfix', small);
    expect([out.width, out.height]).toEqual([small.width * 2, small.height * 2]);
    const plain = await restore('photoscaler', small);
    expect(await colourDrift(out, plain)).toBeLessThan(2);
    expect(changedOutside(out, plain, [SALLY_FACE])).toBe(0);
    expect(changedOutside(out, plain, [])).toBeGreaterThan(500);
  });
});

describe('Text-Remove', () => {
  test('removes a date stamp and leaves the rest unchanged [spec 1.1, 3.13]', async () => {
    const truth = await loadPhoto('london_street_rain');
    const stamp = letters('’94 7 23', { x: 170, y: 200, size: 20, face: 'mono', paint: 'fill="#ff8c1a"' });
    const stamped = await overlay(truth, stamp);
    const out = await restore('textremove', stamped);
    expect(psnr(out, truth)).toBeGreaterThan(psnr(stamped, truth) + 4);
    expect(changedOutside(stamped, out, [{ left: 160, top: 174, width: 128, height: 40 }])).toBe(0);
  });

  // Eyes, beards and mouths look like lines of text to the detector; portraits once lost their faces.
  test('leaves a picture without text alone, byte for byte [spec 3.13]', async () => {
    const portrait = await loadPhoto('karl_marx_1875');
    expect(psnr(await restore('textremove', portrait), portrait)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('every tool', () => {
  test('reports its progress from 0 to 100, never backwards', async () => {
    const seen: number[] = [];
    await restore('deeprestore', cut(await loadPhoto('karl_marx_1875'), { left: 0, top: 0, width: 96, height: 96 }), {
      onProgress: ({ percent }) => seen.push(percent),
    });
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(100);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(5);
  });

  // A thread that goes on is ended after some seconds: that it was not says that the job stopped by itself.
  test('stops when asked, and the same thread takes the next job', async () => {
    const ending = jest.spyOn(Worker.prototype, 'terminate');
    const stop = new AbortController();
    const large = await sharp(photoFile('london_street_rain')).resize(1600).png().toBuffer();
    const running = current().restore({
      tool: 'photoscaler',
      input: large,
      format: 'png',
      signal: stop.signal,
      onProgress: ({ percent }) => percent > 2 && stop.abort(),
    });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await restore('textremove', cut(await loadPhoto('karl_marx_1875'), { left: 0, top: 0, width: 64, height: 64 }));
    expect(ending).not.toHaveBeenCalled();
    ending.mockRestore();
  });

  test('fails in plain words on a file that is no photo', async () => {
    const job = {
      tool: 'colorize',
      input: Buffer.from('no photo'),
      format: 'png',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    } as const;
    await expect(current().restore(job)).rejects.toMatchObject({ code: 'unreadable_image' });
  });

  test.each(['jpg', 'webp'] as const)('writes %s without metadata', async (format) => {
    const input = await sharp(photoFile('karl_marx_1875'))
      .withExif({ IFD0: { Artist: 'someone' } })
      .jpeg()
      .toBuffer();
    const { output } = await current().restore({
      tool: 'textremove',
      input,
      format,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const metadata = await sharp(output).metadata();
    expect(metadata.format).toBe(format === 'jpg' ? 'jpeg' : format);
    expect(metadata.exif).toBeUndefined();
  });
});
