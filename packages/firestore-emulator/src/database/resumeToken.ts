/** Resume tokens hold the time up to which a listener has seen changes, and an id of this database instance. */
export class ResumeTokens {
  /** @param life id of this instance; another database of the same name has another history */
  constructor(private readonly life: string) {}

  /** @param time microseconds */
  encode(time: number): string {
    return Buffer.from(`${this.life}.${time}`).toString('base64');
  }

  /** Returns the time in microseconds, or undefined for a token of another instance. */
  decode(token: string): number | undefined {
    const [life, time, ...rest] = Buffer.from(token, 'base64').toString().split('.');
    if (life !== this.life || rest.length > 0 || !time || !/^\d+$/.test(time)) return undefined;
    return Number(time);
  }
}
