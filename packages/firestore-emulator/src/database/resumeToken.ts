/** Tokens carry the moment a listener has seen and which life of the database it belonged to. */
export class ResumeTokens {
  /** @param life tells this database from another of the same name, whose history is not known here */
  constructor(private readonly life: string) {}

  /** @param time microseconds */
  encode(time: number): string {
    return Buffer.from(`${this.life}.${time}`).toString('base64');
  }

  /** The moment in microseconds, or undefined for a token that is not of this database's life. */
  decode(token: string): number | undefined {
    const [life, time, ...rest] = Buffer.from(token, 'base64').toString().split('.');
    if (life !== this.life || rest.length > 0 || !time || !/^\d+$/.test(time)) return undefined;
    return Number(time);
  }
}
