/** The account as Firebase Auth knows it, whatever an old token may still say. */
export interface AuthUser {
  uid: string;
  email: string | null;
  emailVerified: boolean;
  disabled: boolean;
  /** Tokens from sign-ins before this moment were revoked. */
  tokensValidAfter: Date;
}

export interface UserDirectory {
  get(uid: string): Promise<AuthUser | null>;
  /** The account that signs in with this address. */
  find(email: string): Promise<AuthUser | null>;
  /** Removes the sign-in; removing one that is gone is no error. */
  remove(uid: string): Promise<void>;
}
