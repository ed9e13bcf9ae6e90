/** Who is calling, as the verified token and the connection say; nothing of it comes from the request body. */
export interface Caller {
  uid: string;
  email: string | null;
  emailVerified: boolean;
  /** Network address, for rate limits only. */
  address: string;
}
