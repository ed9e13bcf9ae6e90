/** Gives each commit its own microsecond. No read gets a time that a later commit could still get. */
export class Clock {
  private last = 0;

  /** @param now milliseconds since the epoch */
  constructor(readonly now: () => number) {}

  /** Returns microseconds since the epoch, later than every time returned before. */
  commitTime(): number {
    this.last = Math.max(Math.floor(this.now() * 1000), this.last + 1);
    return this.last;
  }

  /** Returns microseconds since the epoch, at or after the last commit. */
  readTime(): number {
    this.last = Math.max(Math.floor(this.now() * 1000), this.last);
    return this.last;
  }
}
