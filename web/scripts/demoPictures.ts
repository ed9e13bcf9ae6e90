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
    original: 'sojourner_truth_cdv_1864.jpg',
    crop: { left: 44, top: 44, width: 760, height: 950 },
    title: 'Sojourner Truth, carte de visite',
    year: '1864',
    author: 'Unknown photographer',
    source: 'github.com/dpla/black-womens-suffrage',
    licence: 'Public domain (published 1864)',
  },
  {
    name: 'portrait',
    tool: 'deeprestore',
    original: 'edith_cowan_c1900.jpg',
    crop: { left: 0, top: 40, width: 960, height: 1200 },
    title: 'Edith Cowan',
    year: 'c. 1900',
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
    original: 'marie_curie_c1920.jpg',
    crop: { left: 28, top: 80, width: 1120, height: 1400 },
    title: 'Marie Curie',
    year: 'c. 1920',
    author: 'Henri Manuel',
    source: 'github.com/DynamicDevices/female-stem-pioneers',
    licence: 'Public domain (before 1930; the author died in 1947)',
  },
];
