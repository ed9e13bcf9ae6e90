/** The photographs of the landing page and of the tools, all in the public domain, and which tool is shown on each. */

import type { EngineTool } from '@heirlight/restore-engine';
import type { Region } from 'sharp';

interface Photograph {
  tool: EngineTool;
  original: string;
  /** Part of the original that is shown, in pixels. */
  crop: Region;
  title: string;
  year: string;
  author: string;
  source: string;
  licence: string;
}

/** Shown in four by five. */
export interface DemoPicture extends Photograph {
  /** File name in `web/public/demo`, before `-before.jpg` and `-after.jpg`. */
  name: 'hero' | 'portrait' | 'damaged' | 'colorization';
}

/** Shows what one tool does, in a square. What is done to a photograph that is too good for it, its title says. */
export interface ToolPicture extends Photograph {
  /** Width at which the tool gets it, in pixels. */
  widthPx: number;
  /** Standard deviation of the blur laid on it, in pixels of `widthPx`. */
  blurPx?: number;
  /** A date drawn on it as a camera would. */
  stamp?: string;
}

const HISTORICAL_FIGURES = 'github.com/LachlanBridges/historical-figures-worksheets';

export const DEMO_PICTURES: readonly DemoPicture[] = [
  {
    name: 'hero',
    tool: 'deeprestore',
    original: 'edith_cowan_c1900.jpg',
    // Her face lies to the right of the middle, where the page shows what came back.
    crop: { left: 0, top: 60, width: 700, height: 875 },
    title: 'Edith Cowan',
    year: 'c. 1900',
    author: 'Unknown photographer',
    source: HISTORICAL_FIGURES,
    licence: 'Public domain by age (Australia, before 1955)',
  },
  {
    name: 'portrait',
    tool: 'deeprestore',
    original: 'banjo_paterson_c1890.jpg',
    crop: { left: 0, top: 60, width: 960, height: 1200 },
    title: 'A. B. Paterson',
    year: 'c. 1890',
    author: 'Unknown photographer',
    source: HISTORICAL_FIGURES,
    licence: 'Public domain by age (Australia, before 1955)',
  },
  {
    name: 'damaged',
    tool: 'deeprestore',
    original: 'emily_dickinson_1847.jpg',
    crop: { left: 168, top: 112, width: 640, height: 800 },
    title: 'Emily Dickinson, daguerreotype',
    year: '1846-47',
    author: 'Unknown photographer (attributed to William C. North)',
    source: HISTORICAL_FIGURES,
    licence: 'Public domain by age',
  },
  {
    name: 'colorization',
    tool: 'colorize',
    original: 'bedouin_woman_jerusalem_c1905.jpg',
    crop: { left: 150, top: 50, width: 1000, height: 1250 },
    title: 'Bedouin woman, Jerusalem',
    year: '1898-1914',
    author: 'American Colony Photo Department',
    source: 'Library of Congress, Matson collection; github.com/mbartelsman-rug/pfvc_halftone',
    licence: 'No known restrictions',
  },
];

const FEMALE_STEM_PIONEERS = 'github.com/DynamicDevices/female-stem-pioneers';

export const TOOL_PICTURES: readonly ToolPicture[] = [
  {
    tool: 'deeprestore',
    original: 'sojourner_truth_cdv_1864.jpg',
    crop: { left: 240, top: 150, width: 360, height: 360 },
    widthPx: 360,
    title: 'Sojourner Truth, carte de visite',
    year: '1864',
    author: 'Unknown photographer',
    source: 'github.com/dpla/black-womens-suffrage',
    licence: 'Public domain, published in 1864',
  },
  {
    tool: 'colorize',
    original: 'marie_curie_c1920.jpg',
    crop: { left: 150, top: 150, width: 850, height: 850 },
    widthPx: 560,
    title: 'Marie Curie',
    year: 'c. 1920',
    author: 'Henri Manuel',
    source: FEMALE_STEM_PIONEERS,
    licence: 'Public domain, published before 1930',
  },
  {
    tool: 'photoscaler',
    original: 'cat_chelsea.jpg',
    crop: { left: 110, top: 0, width: 300, height: 300 },
    widthPx: 64,
    title: 'Chelsea the cat (made small for this page)',
    year: '2013',
    author: 'Stefan van der Walt',
    source: 'github.com/scikit-image/scikit-image',
    licence: 'CC0, given to the public domain',
  },
  {
    tool: 'pureface',
    original: 'sally_ride_1984.jpg',
    crop: { left: 120, top: 100, width: 420, height: 420 },
    widthPx: 400,
    blurPx: 4.5,
    title: 'Sally Ride (blurred for this page)',
    year: '1984',
    author: 'NASA',
    source: FEMALE_STEM_PIONEERS,
    licence: 'Public domain, work of the US government',
  },
  {
    tool: 'lowrezfix',
    original: 'mae_jemison_1992.jpg',
    crop: { left: 450, top: 120, width: 560, height: 560 },
    widthPx: 64,
    title: 'Mae Jemison (made small for this page)',
    year: '1992',
    author: 'NASA',
    source: FEMALE_STEM_PIONEERS,
    licence: 'Public domain, work of the US government',
  },
  {
    tool: 'textremove',
    original: 'moraine_lake.jpg',
    crop: { left: 200, top: 0, width: 1200, height: 1200 },
    widthPx: 640,
    stamp: "'98 7 14",
    title: 'Moraine Lake (the date was drawn on it for this page)',
    year: 'undated',
    author: 'Gorgo',
    source: 'Wikimedia Commons; github.com/bloopletech/akc',
    licence: 'Public domain',
  },
];
