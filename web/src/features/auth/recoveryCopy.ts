/** What the page says to those who come from an e-mail to choose a new password. Apart from `copy`, which the first page downloads. */
export const recoveryCopy = {
  title: 'Reset Your Password',
  newPassword: 'New Password',
  confirmPassword: 'Confirm Password',
  submit: 'Update Password',
  cancel: 'Cancel',
  forAccount: (email: string) => `Choose a new password for ${email}.`,
  checking: 'Checking your link...',
  linkMissing: 'This link is incomplete. Please request a new one.',
  requestNew: 'Request a New Email',
} as const;
