/** The entry point for a browser that fills marks: only the arithmetic. Knows no Node. */
export { inpaintThinPlate } from './core/inpaint/thinPlate';
