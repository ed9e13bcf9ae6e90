import type { OobCode } from './authEmulator';
import { type Message, messageOf } from './message';

export interface MailboxOptions {
  /** Reads the Auth emulator's list, oldest first. */
  fetchCodes(): Promise<OobCode[]>;
  appOrigin: string;
  now(): Date;
}

/** The e-mails the Auth emulator holds, with the time each was first seen. */
export class Mailbox {
  readonly #options: MailboxOptions;
  #firstSeen = new Map<string, Date>();

  constructor(options: MailboxOptions) {
    this.#options = options;
  }

  /**
   * Newest first; only those to addresses that contain `to`, ignoring case. An e-mail leaves the list when its link was
   * used, because the Auth emulator forgets it then.
   * @throws AuthEmulatorError
   */
  async list(to = ''): Promise<Message[]> {
    const { fetchCodes, appOrigin, now } = this.#options;
    const codes = await fetchCodes();
    this.#firstSeen = new Map(codes.map(({ oobCode }) => [oobCode, this.#firstSeen.get(oobCode) ?? now()]));
    const wanted = to.trim().toLowerCase();
    return codes
      .map((code) => messageOf(code, { appOrigin, receivedAt: this.#firstSeen.get(code.oobCode) ?? now() }))
      .filter((message) => message?.to.toLowerCase().includes(wanted) === true)
      .filter((message) => message !== null)
      .reverse();
  }
}
