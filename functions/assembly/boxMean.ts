/**
 * The mean over squares of a plane: see boxMean in src/restore/tools/finish/planes.ts. This is AssemblyScript:
 * `npm run build:wasm` makes src/restore/tools/finish/boxMeanWasm.ts of it.
 *
 * Addresses are bytes of the memory, which the caller lays out. Values are 32-bit floats, sums 64-bit.
 */

const VALUE: usize = 4;
const SUM: usize = 8;

// Each row is a chain of sums that wait for each other: four of them advance side by side.
function meanFourRows(from: usize, to: usize, row: usize, width: i32, radius: i32): void {
  let a: f64 = 0;
  let b: f64 = 0;
  let c: f64 = 0;
  let d: f64 = 0;
  const whole: f64 = 1.0 / ((2 * radius + 1) as f64);
  for (let x = -radius; x < width; x++) {
    const comes = x + radius;
    const goes = x - radius - 1;
    if (comes < width) {
      const at = from + (comes as usize) * VALUE;
      a += load<f32>(at) as f64;
      b += load<f32>(at + row) as f64;
      c += load<f32>(at + 2 * row) as f64;
      d += load<f32>(at + 3 * row) as f64;
    }
    if (goes >= 0) {
      const at = from + (goes as usize) * VALUE;
      a -= load<f32>(at) as f64;
      b -= load<f32>(at + row) as f64;
      c -= load<f32>(at + 2 * row) as f64;
      d -= load<f32>(at + 3 * row) as f64;
    }
    if (x < 0) continue;
    const isWhole = comes < width && goes >= -1;
    const share = isWhole ? whole : 1.0 / ((min(width - 1, comes) - max(0, x - radius) + 1) as f64);
    const at = to + (x as usize) * VALUE;
    store<f32>(at, (a * share) as f32);
    store<f32>(at + row, (b * share) as f32);
    store<f32>(at + 2 * row, (c * share) as f32);
    store<f32>(at + 3 * row, (d * share) as f32);
  }
}

/** Down all columns, which advance side by side: memory is read in the order in which it lies. */
function meanColumns(from: usize, to: usize, sums: usize, width: i32, height: i32, radius: i32): void {
  const row = (width as usize) * VALUE;
  const pairs = width & ~1;
  memory.fill(sums, 0, ((width + 1) as usize) * SUM);
  for (let y = -radius; y < height; y++) {
    const hasNext = y + radius < height;
    const hasLast = y - radius - 1 >= 0;
    const comes = from + ((y + radius) as usize) * row;
    const goes = from + ((y - radius - 1) as usize) * row;
    const share: f64 = 1.0 / ((min(height - 1, y + radius) - max(0, y - radius) + 1) as f64);
    const line = to + (y as usize) * row;
    for (let x = 0; x < pairs; x += 2) {
      const at = (x as usize) * VALUE;
      const place = sums + (x as usize) * SUM;
      let sum = v128.load(place);
      if (hasNext) sum = f64x2.add(sum, f64x2.promote_low_f32x4(v128.load64_zero(comes + at)));
      if (hasLast) sum = f64x2.sub(sum, f64x2.promote_low_f32x4(v128.load64_zero(goes + at)));
      v128.store(place, sum);
      if (y >= 0) v128.store64_lane(line + at, f32x4.demote_f64x2_zero(f64x2.mul(sum, f64x2.splat(share))), 0);
    }
    if (pairs === width) continue;
    const at = (pairs as usize) * VALUE;
    const place = sums + (pairs as usize) * SUM;
    let sum = load<f64>(place);
    if (hasNext) sum += load<f32>(comes + at) as f64;
    if (hasLast) sum -= load<f32>(goes + at) as f64;
    store<f64>(place, sum);
    if (y >= 0) store<f32>(line + at, (sum * share) as f32);
  }
}

/**
 * Replaces each value by the mean over 2 * radius + 1 pixels across and down, fewer at the borders.
 *
 * @param plane in whole groups of four rows, of which `height` count
 * @param scratch of the same size
 * @param sums room for one 64-bit float more than a row has values
 */
export function boxMean(plane: usize, scratch: usize, sums: usize, width: i32, height: i32, radius: i32): void {
  const row = (width as usize) * VALUE;
  for (let y = 0; y < height; y += 4) {
    const at = (y as usize) * row;
    meanFourRows(plane + at, scratch + at, row, width, radius);
  }
  meanColumns(scratch, plane, sums, width, height, radius);
}
