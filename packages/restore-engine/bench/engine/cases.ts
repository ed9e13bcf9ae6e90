/**
 * What is measured: a kind of damage, the tool for it, and the simple remedy it must beat. Targets are the project's.
 */

import type { Picture } from '../../src/core/image/picture';
import type { EngineTool } from '../../src/node/api';
import { bicubic, median } from './baselines';
import {
  caption,
  dateStamp,
  grain,
  lowResolution,
  neglected,
  scratch,
  scratchLightly,
  tornCorner,
  watermark,
} from './degrade';

export interface Case {
  name: string;
  tool: EngineTool;
  scale?: 2 | 4;
  /** Longest side of the truth, in pixels: damage is as wide on a small scan as on a large one. */
  longSide: number;
  degrade(truth: Picture, seed: number): Promise<Picture>;
  simple(damaged: Picture): Promise<Picture>;
  /** Doing nothing, brought to the truth's size where the tool enlarges. */
  atTruthSize(damaged: Picture): Picture;
  /** Whether the engine is to leave what it is given; otherwise it is to come near the truth. */
  keepsInput?: boolean;
  target: string;
}

const same = (picture: Picture): Picture => picture;
/** What fits a screen, and what is left of it once it was sent around. */
const SCAN_PX = 896;
const SMALL_PX = 448;
const untouched = async (picture: Picture): Promise<Picture> => picture;

export const CASES: readonly Case[] = [
  {
    name: 'scratches',
    longSide: SCAN_PX,
    tool: 'deeprestore',
    degrade: scratch,
    simple: (damaged) => median(damaged, 5),
    atTruthSize: same,
    target: '>= 31 dB, .96',
  },
  {
    name: 'few scratches',
    longSide: SCAN_PX,
    tool: 'deeprestore',
    degrade: scratchLightly,
    simple: (damaged) => median(damaged, 3),
    atTruthSize: same,
    target: '> 0 dB',
  },
  {
    name: 'torn corners',
    longSide: SCAN_PX,
    tool: 'deeprestore',
    degrade: tornCorner,
    simple: untouched,
    atTruthSize: same,
    target: '> 0 dB',
  },
  {
    name: 'undamaged',
    longSide: SCAN_PX,
    tool: 'deeprestore',
    degrade: untouched,
    simple: untouched,
    atTruthSize: same,
    keepsInput: true,
    target: '>= 45 dB',
  },
  {
    name: 'noise and grain',
    longSide: SCAN_PX,
    tool: 'deeprestore',
    degrade: grain,
    simple: (damaged) => median(damaged, 3),
    atTruthSize: same,
    target: '>= +3 dB',
  },
  {
    name: 'neglected print',
    longSide: SCAN_PX,
    tool: 'deeprestore',
    degrade: neglected,
    simple: (damaged) => median(damaged, 5),
    atTruthSize: same,
    target: '>= +4.5 dB, +.08',
  },
  ...([2, 4] as const).map(
    (scale): Case => ({
      name: `upscaling x${scale}`,
      longSide: SMALL_PX,
      tool: 'photoscaler',
      scale,
      degrade: (truth, seed) => lowResolution(truth, scale, seed),
      simple: async (damaged) => bicubic(damaged, scale),
      atTruthSize: (damaged) => bicubic(damaged, scale),
      target: scale === 2 ? '>= +1.1 dB' : '>= +1.0 dB',
    }),
  ),
  {
    name: 'date stamps',
    longSide: SMALL_PX,
    tool: 'textremove',
    degrade: dateStamp,
    simple: (damaged) => median(damaged, 9),
    atTruthSize: same,
    target: '>= +8.5 dB',
  },
  {
    name: 'captions',
    longSide: SMALL_PX,
    tool: 'textremove',
    degrade: caption,
    simple: (damaged) => median(damaged, 9),
    atTruthSize: same,
    target: '>= +7.5 dB',
  },
  {
    name: 'diagonal watermarks',
    longSide: SMALL_PX,
    tool: 'textremove',
    degrade: (truth) => watermark(truth),
    simple: (damaged) => median(damaged, 9),
    atTruthSize: same,
    target: '>= +3 dB',
  },
];
