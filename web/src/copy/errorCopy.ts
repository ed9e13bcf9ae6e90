import type { ErrorCode } from '@heirlight/contract/errors';
import { MIN_PASSWORD_LENGTH } from '@heirlight/contract/limits';

/** Each server code in plain words: what happened, and what the person in front of the screen can do about it. */
export const errorCopy: Record<ErrorCode, string> = {
  signed_out: 'Your session has ended. Please log in again.',
  sign_in_too_old: 'You logged in a while ago. Please log out and log back in, then try again.',
  wrong_user: 'This belongs to another account. Please log out and log back in, then try again.',
  email_not_verified: 'Please confirm your email address first: open the link we sent you, then try again.',
  rate_limited: 'That was a lot at once. Please try again in an hour.',
  too_many_failures: 'Too many restores have failed today. Please try again tomorrow, or contact us.',
  app_check_failed: 'This browser could not be verified. Please reload the page and try again.',
  invalid_request: 'Something was not right. Please reload the page and try again.',
  not_your_upload: 'This photo was not uploaded from your account. Please upload it again.',
  invalid_image: 'This file could not be read as a photo. Please try a fresh PNG or JPG copy.',
  image_too_large: 'This photo is too large for the chosen tool. Try another tool or a smaller copy.',
  no_restores_left: 'You have no restores left. Please purchase a credit pack to continue.',
  photo_not_found: 'This photo is no longer there. It may have been deleted in another window.',
  photo_processing: 'This photo is still being restored. Please wait until it is finished.',
  provider_busy:
    'The restore service is very busy right now. Try again in a few minutes, or delete the photo and get your restore back.',
  provider_unavailable:
    'The restore service could not be reached. Try again later, or delete the photo and get your restore back.',
  provider_rejected:
    'This tool could not work with this photo. Try another tool, or delete the photo and get your restore back.',
  provider_failed: 'The restore did not finish. Try another tool, or delete the photo and get your restore back.',
  provider_timeout:
    'The restore took too long and was stopped. Try again, or delete the photo and get your restore back.',
  bad_output: 'The restored picture was not usable. Try another tool, or delete the photo and get your restore back.',
  not_this_photo:
    'The AI drew another picture, twice. Try another tool, or delete the photo and get your restore back.',
  cancelled: 'The restore was stopped. Try again, or delete the photo and get your restore back.',
  unknown_price: 'This pack is no longer on sale at this price. Please reload the page and choose again.',
  checkout_failed: 'The payment page could not be opened. Please try again.',
  internal: 'Something went wrong on our side. Please try again.',
};

/** Firebase Auth's codes (https://firebase.google.com/docs/auth/admin/errors) in plain words. */
export const authErrorCopy: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': 'This email address already has an account. Please log in instead.',
  'auth/invalid-credential': 'The email address or password is not right.',
  'auth/wrong-password': 'The email address or password is not right.',
  'auth/user-not-found': 'No account uses this email address.',
  'auth/invalid-email': 'This is not a valid email address.',
  'auth/missing-email': 'Please enter your email address.',
  'auth/missing-password': 'Please enter your password.',
  'auth/weak-password': `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.`,
  'auth/password-does-not-meet-requirements': 'This password is too simple. Please choose a longer one.',
  'auth/user-disabled': 'This account has been disabled. Please contact us.',
  'auth/user-token-expired': 'Your session has ended. Please log in again.',
  'auth/requires-recent-login': 'Please log out and log back in, then try again.',
  'auth/too-many-requests': 'Too many attempts. Please wait a few minutes, then try again.',
  'auth/network-request-failed': 'The network could not be reached. Please check your connection and try again.',
  'auth/expired-action-code': 'This link has expired. Please request a new one.',
  'auth/invalid-action-code': 'This link has already been used or is incomplete. Please request a new one.',
  'auth/operation-not-allowed': 'Logging in with email and password is switched off.',
};
