/** What the page says to those who come from an e-mail to choose a new password. Apart from `copy`, which the first page downloads. */
export const recoveryCopy = {
  title: 'Reset Your Password',
  newPassword: 'New Password',
  confirmPassword: 'Confirm Password',
  submit: 'Update Password',
  cancel: 'Cancel',
  /** `here` is who is logged in. */
  forAccount: (email: string, here: string | null) =>
    `Choose a new password for ${email}.${here !== null && here !== email ? ` You stay logged in as ${here}.` : ''}`,
  checking: 'Checking your link...',
  linkMissing: 'This link is incomplete. Please request a new one.',
  requestNew: 'Request a New Email',
  tryAgain: 'Try Again',
} as const;
