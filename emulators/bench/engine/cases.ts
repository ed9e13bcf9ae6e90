/** What is measured: a damage, the tool that answers it, and the simple remedy it must beat. Targets are those of the project's issue. */
import type { EngineTool } from '../../src/engine/api';
import type { Picture } from '../../src/engine/image/picture';
import { bicubic, median } from './baselines';
import { blurred, caption, dateStamp, grain, jpeg, lowResolution, neglected, scratch, watermark } from './degrade';

export interface Case {
  name: string;
  tool: EngineTool;
  scale?: 2 | 4;
  degrade(truth: Picture, seed: number): Promise<Picture>;
  simple(damaged: Picture): Promise<Picture>;
  /** Doing nothing, brought to the truth's size where the tool enlarges. */
  atTruthSize(damaged: Picture): Picture;
  target: string;
}

const same = (picture: Picture): Picture => picture;
const untouched = async (picture: Picture): Promise<Picture> => picture;

export const CASES: readonly Case[] = [
  {
    name: 'scratches',
    tool: 'deeprestore',
    degrade: scratch,
    simple: (damaged) => median(damaged, 5),
    atTruthSize: same,
    target: '>= 31 dB, .96',
  },
  {
    name: 'undamaged',
    tool: 'deeprestore',
    degrade: untouched,
    simple: untouched,
    atTruthSize: same,
    target: '>= 45 dB',
  },
  {
    name: 'noise and grain',
    tool: 'deeprestore',
    degrade: grain,
    simple: (damaged) => median(damaged, 3),
    atTruthSize: same,
    target: '>= +3 dB',
  },
  {
    name: 'neglected print',
    tool: 'deeprestore',
    degrade: neglected,
    simple: (damaged) => median(damaged, 5),
    atTruthSize: same,
    target: '>= +4.5 dB, +.08',
  },
  ...([2, 4] as const).map(
    (scale): Case => ({
      name: `upscaling x${scale}`,
      tool: 'photoscaler',
      scale,
      degrade: (truth, seed) => lowResolution(truth, scale, seed),
      simple: async (damaged) => bicubic(damaged, scale),
      atTruthSize: (damaged) => bicubic(damaged, scale),
      target: scale === 2 ? '>= +1.1 dB' : '>= +1.0 dB',
    }),
  ),
  {
    name: 'soft faces',
    tool: 'pureface',
    degrade: async (truth) => await jpeg(blurred(truth, 1.8), 85),
    simple: untouched,
    atTruthSize: same,
    target: '> 0 dB',
  },
  {
    name: 'date stamps',
    tool: 'textremove',
    degrade: dateStamp,
    simple: (damaged) => median(damaged, 9),
    atTruthSize: same,
    target: '>= +8.5 dB',
  },
  {
    name: 'captions',
    tool: 'textremove',
    degrade: caption,
    simple: (damaged) => median(damaged, 9),
    atTruthSize: same,
    target: '>= +7.5 dB',
  },
  {
    name: 'diagonal watermarks',
    tool: 'textremove',
    degrade: (truth) => watermark(truth),
    simple: (damaged) => median(damaged, 9),
    atTruthSize: same,
    target: '>= +3 dB',
  },
];
