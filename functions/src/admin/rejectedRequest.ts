/** Why a request cannot be carried out, in words for the owner. Nothing was moved, and trying again would not help. */
export class RejectedRequest extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RejectedRequest';
  }
}
