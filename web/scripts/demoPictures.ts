/** The photographs of the landing page, all in the public domain, and which tool is shown on each. */

import type { EngineTool } from '@heirlight/restore-engine';
import type { Region } from 'sharp';

export interface DemoPicture {
  /** File name in `web/public/demo`, before `-before.jpg` and `-after.jpg`. */
  name: 'hero' | 'portrait' | 'damaged' | 'colorization';
  tool: EngineTool;
  original: string;
  /** Part of the original that is shown, in pixels, four by five. */
  crop: Region;
  title: string;
  year: string;
  author: string;
  source: string;
  licence: string;
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
