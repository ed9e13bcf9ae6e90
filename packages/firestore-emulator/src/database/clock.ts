/** Gives every commit its own microsecond, and no read a time that a later commit could still claim. */
export class Clock {
  private last = 0;

  /** @param now milliseconds since the epoch */
  constructor(readonly now: () => number) {}

  /** Microseconds since the epoch, later than every earlier answer. */
  commitTime(): number {
    this.last = Math.max(Math.floor(this.now() * 1000), this.last + 1);
    return this.last;
  }

  /** Microseconds since the epoch, at or after the last commit. */
  readTime(): number {
    this.last = Math.max(Math.floor(this.now() * 1000), this.last);
    return this.last;
  }
}
