/** A picture in memory: four bytes a pixel (red, green, blue, opacity), rows from the top. `ImageData` is one. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}
