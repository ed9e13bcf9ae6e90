import { copy } from '../../copy/copy';
import type { CompareSliderProps, Picture } from '../../ui/compare/CompareSlider';
import { pictures } from './demoPictures.json';

export const DEMO_SLOTS = ['hero', 'portrait', 'damaged', 'colorization'] as const;
export type DemoSlot = (typeof DEMO_SLOTS)[number];

/**
 * A photograph's width on the page; on phones three quarters of it. Their screens are so dense that nobody sees the
 * rest, and a visitor on a mobile network waits for the first picture.
 */
const HERO_SIZES = '(min-width: 1200px) 480px, (min-width: 900px) 40vw, calc((100vw - 60px) * 0.75)';
const PAIR_SIZES = '(min-width: 1200px) 357px, (min-width: 900px) 29vw, calc((100vw - 40px) * 0.75)';

function picture(slot: DemoSlot, side: 'before' | 'after'): Picture {
  const url = (width: number) => `/demo/sizes/${slot}-${side}-${width}.avif`;
  const { widths } = pictures[slot][side];
  return {
    src: url(Math.max(...widths)),
    srcSet: widths.map((width) => `${url(width)} ${width}w`).join(', '),
    sizes: slot === 'hero' ? HERO_SIZES : PAIR_SIZES,
    shows: copy.landing.shows[slot][side],
  };
}

function pair(slot: DemoSlot): Pick<CompareSliderProps, 'before' | 'after' | 'ratio'> {
  const { width, height } = pictures[slot].before;
  return { before: picture(slot, 'before'), after: picture(slot, 'after'), ratio: width / height };
}

/** The page's real before and after pairs, made by the local restore engine (see public/demo/credits.json). */
export const demoPictures = {
  hero: pair('hero'),
  portrait: pair('portrait'),
  damaged: pair('damaged'),
  colorization: pair('colorization'),
};
