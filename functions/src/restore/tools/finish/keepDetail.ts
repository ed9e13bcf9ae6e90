import { fromRgb, type RawPicture } from '../../../platform/pictures';

/** Pixels by which a picture is extended before it is enlarged, so that its last ones are not mixed with nothing. */
const EDGE_PX = 3;

/**
 * Enlarges by bicubic interpolation with aligned pixel centres. libvips' resize is off by half a pixel of the result,
 * which ruins sums of pictures; its affine transformation takes offsets.
 */
export async function enlarged(
  source: RawPicture,
  { width, height }: { width: number; height: number },
): Promise<RawPicture> {
  const [scaleX, scaleY] = [width / source.width, height / source.height];
  const start = (scale: number) => 0.5 + (EDGE_PX - 0.5) * scale;
  const [left, top] = [Math.floor(start(scaleX)), Math.floor(start(scaleY))];
  const sides = { top: EDGE_PX, bottom: EDGE_PX, left: EDGE_PX, right: EDGE_PX };
  const extended = await (await fromRgb(source))
    .extend({ ...sides, extendWith: 'copy' })
    .raw()
    .toBuffer();
  const framed = { data: extended, width: source.width + 2 * EDGE_PX, height: source.height + 2 * EDGE_PX };
  const offset = { odx: left - start(scaleX), ody: top - start(scaleY) };
  const matrix: [number, number, number, number] = [scaleX, 0, 0, scaleY];
  const { data, info } = await (await fromRgb(framed))
    .affine(matrix, { interpolator: 'bicubic', ...offset })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const whole = await fromRgb({ data, width: info.width, height: info.height });
  return { data: await whole.extract({ left, top, width, height }).raw().toBuffer(), width, height };
}

/**
 * Adds the detail that the model never saw, because the photo had to be reduced for it. Without this a large sharp
 * photo comes back softer than it went in. The share of the model's picture is the share of the photo it has seen. One
 * half of the rest is the plainly enlarged photo, the other half the model's picture plus the photo's fine detail, so
 * that soft and noisy photos still gain from the model. Changes `result` in place and returns it.
 *
 * @param source the whole photo
 * @param seen the size at which the model saw it, in pixels
 */
export async function keepDetail(
  source: RawPicture,
  seen: { width: number; height: number },
  result: RawPicture,
): Promise<RawPicture> {
  const unseen = 1 - (seen.width * seen.height) / (source.width * source.height);
  const reduced = await (await fromRgb(source))
    .resize(seen.width, seen.height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const plain = (await enlarged(source, result)).data;
  const coarse = (await enlarged({ data: reduced, ...seen }, result)).data;
  for (let i = 0; i < result.data.length; i++) {
    const model = result.data[i] ?? 0;
    const change = (plain[i] ?? 0) - (model + (coarse[i] ?? 0)) / 2;
    result.data[i] = Math.min(255, Math.max(0, Math.round(model + unseen * change)));
  }
  return result;
}
