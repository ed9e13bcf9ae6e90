/** A binary min-heap of pixel indices ordered by a time, in flat arrays: one entry costs no object. */
import { at, numberAt } from '../image/picture';

export class PixelHeap {
  private times = new Float32Array(1024);
  private pixels = new Int32Array(1024);
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(pixel: number, time: number): void {
    if (this.count === this.pixels.length) this.grow();
    let slot = this.count++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (at(this.times, parent) <= time) break;
      this.move(parent, slot);
      slot = parent;
    }
    this.put(slot, pixel, time);
  }

  /** Removes and returns the pixel of the smallest time. The heap must not be empty. */
  pop(): number {
    const first = numberAt(this.pixels, 0);
    const last = --this.count;
    const pixel = numberAt(this.pixels, last);
    const time = at(this.times, last);
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= last) break;
      if (child + 1 < last && at(this.times, child + 1) < at(this.times, child)) child++;
      if (at(this.times, child) >= time) break;
      this.move(child, slot);
      slot = child;
    }
    this.put(slot, pixel, time);
    return first;
  }

  private put(slot: number, pixel: number, time: number): void {
    this.pixels[slot] = pixel;
    this.times[slot] = time;
  }

  private move(from: number, to: number): void {
    this.put(to, numberAt(this.pixels, from), at(this.times, from));
  }

  private grow(): void {
    const times = new Float32Array(this.times.length * 2);
    const pixels = new Int32Array(this.pixels.length * 2);
    times.set(this.times);
    pixels.set(this.pixels);
    this.times = times;
    this.pixels = pixels;
  }
}
