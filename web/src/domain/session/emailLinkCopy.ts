/** What is said of a verification link. Apart from copy.ts, because few visits come by one. */
export const emailLinkCopy = {
  alreadyVerified: (email: string) => ({ title: 'Email Already Verified', description: `${email} is verified.` }),
  linkOver:
    'This link has been used, has expired or is incomplete. If your email is not verified yet, log in: Your Account sends a new link.',
} as const;

export type VerificationCopy = typeof emailLinkCopy;
