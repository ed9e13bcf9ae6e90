/** Who is calling, as the verified token says; nothing of it comes from the request body. */
export interface Caller {
  uid: string;
  email: string | null;
  emailVerified: boolean;
  /** When the password was last typed, or the like; a token that does not tell makes it an invalid date. */
  signedInAt: Date;
}
