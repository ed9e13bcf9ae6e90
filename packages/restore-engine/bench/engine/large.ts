/** Measures the largest photographs: 40 megapixels, and a file of 25 MB. They work, or the error says why not. */
import sharp from 'sharp';
import { EngineError } from '../../src/core/errors';
import { MAX_IMAGE_PX } from '../../src/core/limits';
import type { Engine, EngineTool } from '../../src/node/api';
import { randomOf } from '../../src/testing/photos';
import { watch } from './memory';

/** The largest file a visitor may upload. */
const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
const TOOLS: readonly EngineTool[] = ['photoscaler', 'textremove', 'deeprestore'];
/** A job still running after this long is cancelled, and the row says how far it came. */
const LIMIT_S = 240;

interface Outcome {
  text: string;
  percent: number;
}

export async function printLarge(engine: Engine, photo: Buffer): Promise<void> {
  console.log(`\n${'large photographs'.padEnd(44)}${'seconds'.padEnd(10)}${'peak MiB'.padEnd(10)}outcome`);
  const inputs = [
    { name: '40 megapixels', input: await fortyMegapixels(photo) },
    { name: '25 MB file', input: await fullFile(photo) },
  ];
  for (const { name, input } of inputs) {
    const { width, height } = await sharp(input).metadata();
    for (const tool of TOOLS) {
      const { result, seconds, peakMb } = await watch(() => attempt(engine, tool, input));
      const title = `${name}, ${width} x ${height}: ${tool}`;
      console.log(`${title.padEnd(44)}${seconds.toFixed(0).padEnd(10)}${peakMb.toFixed(0).padEnd(10)}${result.text}`);
    }
  }
}

async function attempt(engine: Engine, tool: EngineTool, input: Buffer): Promise<Outcome> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LIMIT_S * 1000);
  let percent = 0;
  const onProgress = (progress: { percent: number }) => {
    percent = progress.percent;
  };
  try {
    const { width, height } = await engine.restore({ tool, input, format: 'jpg', signal: stop.signal, onProgress });
    return { text: `works, ${width} x ${height}`, percent };
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown;
    if (thrown.code === 'cancelled') return { text: `stopped after ${LIMIT_S} s at ${percent} %`, percent };
    return { text: `refused: ${thrown.message}`, percent };
  } finally {
    clearTimeout(timer);
  }
}

const fortyMegapixels = (photo: Buffer): Promise<Buffer> => {
  const [width, height] = [8000, MAX_IMAGE_PX / 8000];
  return sharp(photo).resize(width, height, { fit: 'fill' }).jpeg({ quality: 85 }).toBuffer();
};

/** A grainy scan whose PNG just fits the upload limit. */
async function fullFile(photo: Buffer): Promise<Buffer> {
  const [width, height] = [3400, 2550];
  const data = await sharp(photo).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const random = randomOf(1);
  for (let i = 0; i < data.length; i++) data[i] = Math.min(255, Math.max(0, (data[i] ?? 0) + (random() - 0.5) * 40));
  for (let size = 1; ; size *= 0.97) {
    const scan = sharp(data, { raw: { width, height, channels: 3 } }).resize(Math.round(width * size));
    const file = await scan.png({ compressionLevel: 6 }).toBuffer();
    if (file.length <= MAX_UPLOAD_BYTES) return file;
  }
}
