/** A part of a picture: left, top, width and height as shares of the picture's. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Both pictures' pixels of one part, RGBA, in one size. */
export interface Block {
  original: Uint8ClampedArray;
  result: Uint8ClampedArray;
  width: number;
  height: number;
  part: Part;
}
