import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { echoEngine } from './echoEngine';

const picture = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer();

it.each([
  ['photoscaler', 4, { width: 120, height: 80 }],
  ['photoscaler', undefined, { width: 60, height: 40 }],
  ['colorize', undefined, { width: 30, height: 20 }],
] as const)('%s at scale %p gives a whole picture of the promised size', async (tool, scale, size) => {
  const { output, ...given } = await echoEngine().restore({
    tool,
    input: await picture(),
    format: 'png',
    signal: new AbortController().signal,
    onProgress: () => {},
    ...(scale ? { scale } : {}),
  });
  expect(given).toEqual(size);
  expect(await sharp(output).metadata()).toMatchObject({ format: 'png', ...size });
});
