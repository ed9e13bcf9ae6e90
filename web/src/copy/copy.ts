import { APP_VERSION, BRAND } from '@heirlight/contract/brand';
import {
  MAX_DECODE_PX,
  MIN_IMAGE_SIDE_PX,
  MIN_PASSWORD_LENGTH,
  PROMOTION_CODE,
  PROMOTION_PERCENT_OFF,
  WELCOME_RESTORES,
} from '@heirlight/contract/limits';
import { PACKS } from '@heirlight/contract/packs';
import { compareValue } from './compareCopy';
import { authErrorCopy, errorCopy } from './errorCopy';

const promotion = {
  text: `Use code ${PROMOTION_CODE} for ${PROMOTION_PERCENT_OFF}% off all plans at checkout.`,
  firstOrders: 'It is good for your first order.',
  copy: 'Copy Code',
  copied: 'Copied',
  copiedAloud: `The code ${PROMOTION_CODE} is copied. Paste it at checkout.`,
};
const packPrices = PACKS.map(({ photos, price }) => `${photos} for $${price}`);
/** Empty if none is. */
const freePhotos =
  ['', 'Your first photo is free.'][WELCOME_RESTORES] ?? `Your first ${WELCOME_RESTORES} photos are free.`;
const uploadFailed = 'Upload Failed';
const loadFailed = 'Failed to load image';

/** All texts of the product. Toasts, labels and dialogs that the specification quotes are literal. */
export const copy = {
  brand: BRAND,
  document: {
    title: `${BRAND}: AI photo restoration with face preservation`,
    description:
      'Restore old family photos with AI: repair scratches and damage, colorize, enhance and upscale, while every face is preserved. Upload a photo and compare before and after.',
  },
  errors: errorCopy,
  authErrors: authErrorCopy,
  fallbackError: 'Something went wrong',

  toasts: {
    loginFirstUpload: {
      title: 'Please log in first! 🔐',
      description: 'You need to be logged in to upload and restore images.',
    },
    noneLeft: { title: 'No Restores Left!', description: 'Please purchase a credit pack to continue.' },

    loggedIn: { title: 'Login Successful! 🎉' },
    loggedOut: { title: 'Logged Out Successfully!' },
    signedUp: { title: 'Sign Up Successful!', description: 'Please check your email to verify your account.' },
    passwordsEmpty: { title: 'Error', description: 'Please fill in all fields.', destructive: true },
    passwordsDiffer: { title: 'Error', description: 'Passwords do not match.', destructive: true },
    passwordTooShort: {
      title: 'Error',
      description: `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.`,
      destructive: true,
    },
    signUpEmpty: { title: 'Error', description: 'Please fill in all fields.', destructive: true },
    resetEmpty: { title: 'Error', description: 'Please enter your email address.', destructive: true },
    resetSent: {
      title: 'Reset Password Email Sent',
      description: 'Please check your email for password reset instructions.',
    },
    passwordUpdated: { title: 'Password Updated Successfully!', description: 'Your password has been updated.' },
    emailVerified: { title: 'Email Verified! 🎉', description: 'Thank you. Your account is ready.' },
    sessionEnded: {
      title: 'You have been logged out',
      description: 'Your session has ended. Please log in again.',
      destructive: true,
    },
    signedOutElsewhere: { title: 'You have been logged out', description: 'This was done in another window.' },
    serviceUnreachable: {
      title: 'Could not connect',
      description: 'The service could not be reached. Please check your connection and reload the page.',
      destructive: true,
    },

    shareLost: {
      title: 'Photo not received',
      description: 'This device could not keep what you shared. Please choose it here.',
      destructive: true,
    },
    uploading: { title: 'Uploading your photo...', description: 'Getting your image ready for AI magic.' },
    unreadable: { title: uploadFailed, description: loadFailed, destructive: true },
    tooLarge: {
      title: 'File too large',
      description: 'Please upload an image smaller than 25MB.',
      destructive: true,
    },
    wrongType: {
      title: 'Unsupported file',
      description: 'Please choose a PNG or JPG photo.',
      destructive: true,
    },
    noPicture: {
      title: 'Unsupported file',
      description: 'There is no picture in this file. It may be damaged: please try another copy.',
      destructive: true,
    },
    applePng: {
      title: 'Unsupported file',
      description: 'This PNG is made for an iPhone app and cannot be read here. Save it as JPG first.',
      destructive: true,
    },
    rawPhoto: {
      title: 'Unsupported file',
      description: 'This is a raw file from a camera. Save it as JPG or TIFF first.',
      destructive: true,
    },
    unknownTiff: {
      title: 'Unsupported file',
      description: 'This TIFF is saved in a way that cannot be read here. Save it as JPG first.',
      destructive: true,
    },
    folder: {
      title: 'This is a folder',
      description: 'Please open it and choose the photos in it.',
      destructive: true,
    },
    noFile: {
      title: 'No photo arrived',
      description: 'Please save the photo on your device first, then choose it here.',
      destructive: true,
    },
    closeFirst: {
      title: 'Your photo was not taken',
      description: 'Please close this window first, then add your photo again.',
      destructive: true,
    },
    tooManyPixels: {
      title: 'Photo too large',
      description: `Please upload a photo with at most ${MAX_DECODE_PX / 1_000_000} megapixels.`,
      destructive: true,
    },
    tooSmall: {
      title: 'Photo too small',
      description: `Please upload a photo that is at least ${MIN_IMAGE_SIDE_PX} pixels wide and high.`,
      destructive: true,
    },

    restoreDone: { title: 'Restoration Complete! ✅', description: 'Your photo has been successfully enhanced.' },
    restoreFailed: {
      title: 'Restoration Failed ❌',
      description: 'Something went wrong. The photo has been marked as failed.',
      destructive: true,
    },
    restoreAgainStarted: {
      title: 'Restoring again...',
      description: 'Your photo is being restored again.',
    },
    photosFailed: { title: 'Error', description: 'Failed to fetch photos', destructive: true },
    deletedRefunded: {
      title: 'Photo Deleted & Credit Refunded!',
      description: 'Failed photo deleted and 1 credit has been refunded to your account.',
    },
    downloadFailed: { title: 'Download Failed', description: 'Could not download the image.', destructive: true },
    downloadStarted: { title: 'Download Started', description: 'Your restored photo is downloading.' },
    allowPopups: {
      title: 'Please Allow Pop-ups',
      description: 'Enable pop-ups for this site to save images on mobile devices.',
      destructive: true,
    },
    shareFailed: {
      title: 'Could Not Share',
      description: 'The link could not be copied. Please copy it by hand.',
      destructive: true,
    },

    verificationSent: {
      title: 'Verification Email Sent',
      description: 'Please check your email to verify your account.',
    },
    offlineDelete: { title: 'You are offline', description: 'Deleting needs a connection. Your photo is still here.' },
    offlineRestore: { title: 'You are offline', description: 'A restore needs a connection. None was used.' },
    offlinePart: {
      title: 'You are offline',
      description: 'This part of the page has not been loaded yet. Please try again when the connection is back.',
    },
    checkoutCancelled: {
      title: 'Checkout Cancelled',
      description: 'Nothing was charged. The packs are here whenever you want one.',
    },
    codeNotCopied: {
      title: 'Not Copied',
      description: `Please type the code at checkout: ${PROMOTION_CODE}`,
    },
    accountDeleted: { title: 'Account Deleted', description: 'Your account and all your photos have been removed.' },
  },

  /** Titles of toasts whose text is the provider's or the server's. */
  failed: {
    signUp: 'Sign up Failed',
    signIn: 'Sign in Failed',
    signOut: 'Sign out Failed',
    reset: 'Reset Password Failed',
    passwordUpdate: 'Password Update Failed',
    verification: 'Verification Failed',
    emailChange: 'Email Address Not Changed',
    upload: uploadFailed,
    photos: 'Error fetching photos',
    restoreAgain: 'Restore Failed',
    delete: 'Delete Failed',
    deleteFallback: 'An unexpected error occurred.',
    account: 'Account Not Deleted',
  },
  emailChanged: (email: string) => ({
    title: 'Email Address Changed',
    description: `From now on you log in with ${email}.`,
  }),
  emailRestored: (email: string) => ({
    title: 'Email Address Restored',
    description: `You log in with ${email} again. If you did not ask for the change, please reset your password.`,
  }),
  photoDeleted: (files: number) => ({
    title: 'Photo Deleted',
    description: `Photo and ${files} associated files have been removed.`,
  }),
  imageOpened: {
    title: 'Image Opened',
    ios: 'Touch and hold the image, then choose "Save to Photos".',
    android: 'Touch and hold the image, then choose "Download Image" or "Save Image".',
    other: 'Touch and hold the image, then choose "Save Image".',
  },

  connectivity: {
    offline:
      'You are offline. Your photos are safe. Buying and deleting wait for the connection; an upload goes on by itself.',
    back: 'You are back online.',
  },

  crash: {
    title: 'Something went wrong',
    text: 'Your photos are safe. Reloading the page usually helps.',
    reload: 'Reload',
  },

  header: { login: 'Login / Sign Up', logout: 'Logout', account: 'Your Account', skip: 'Skip to content' },

  hero: {
    title: 'Restore old photos with AI. Keep every face.',
    lead: 'Scratches lifted, color brought back, and the people in it still the people you know.',
    upload: 'Upload Your Photo',
    pricing: 'Pricing',
    available: (count: number) => (count === 1 ? 'Restore Available' : 'Restores Available'),
    adding: 'What you bought is being added...',
    loading: 'Counting your restores',
    loginRequired: 'Login required to upload images',
    offer: { byHand: 'Or drop it here, paste it, or', choose: 'Choose a file', photograph: 'Take a photo' },
    free: freePhotos,
    prices: `${freePhotos ? 'Then' : 'Photos:'} ${packPrices.slice(0, -1).join(', ')} or ${packPrices.at(-1)}.`,
    pictureAlt: 'the same portrait, as found and restored',
  },

  promotion: {
    ...promotion,
    title: 'Out of restores? Your next ones cost less.',
    action: 'See Plans',
  },

  landing: {
    /** What the pictures show. */
    shows: {
      hero: {
        before: 'A woman with her hair up and a high lace collar, faded to yellow and spotted with age.',
        after:
          'The yellow and most of the spots are gone. Her eyes, her hair and the lace are clear, and her skin has color.',
      },
      portrait: {
        before: 'A young man in a bow tie, so pale and yellow that his face is hardly there.',
        after: 'Light and dark are back: his eyes and mouth stand out, and his skin has color.',
      },
      damaged: {
        before: 'A young woman at a table, dark, with a long white scratch across her dress.',
        after: 'Lighter, and the scratch across her dress is gone.',
      },
      colorization: {
        before: 'A woman with long braids and a patterned headband, in black and white.',
        after: 'Her skin, her embroidered robe and the stones behind her have calm, natural colors.',
      },
    },
    demo: {
      title: 'See what comes back',
      lead: 'Three old photographs, restored with the tools offered here. Drag the handle.',
      keys: 'The arrow keys move it, too.',
      pairs: {
        portrait: { title: 'Portrait Restoration', text: 'Soft, faded faces regain their detail and stay themselves.' },
        damaged: {
          title: 'Repair Damaged',
          text: 'Long scratches are filled from what surrounds them, and faded tones come back.',
        },
        colorization: { title: 'Photo Colorization', text: 'Black and white takes on natural, restrained color.' },
      },
    },
    callToAction: {
      title: 'Ready to Restore Your Memories',
      text: 'The shoebox has waited long enough. Start with the photo you would miss the most.',
      action: 'Start Restoring',
    },
  },

  footer: {
    contact: 'Contact Us',
    about: { questions: 'Questions', privacy: 'Privacy', terms: 'Terms' },
    copyright: `© ${BRAND}. All rights reserved.`,
    version: `App Version ${APP_VERSION}`,
    credits: 'Picture credits',
    creditsLead:
      'The photographs on this page are in the public domain. Each was restored with the tools offered here.',
  },

  notifications: { region: 'Notifications (F8)', dismiss: 'Dismiss' },

  compare: {
    before: 'Before',
    after: 'After',
    beforeAlt: (what: string) => `Before: ${what}`,
    afterAlt: (what: string) => `After: ${what}`,
    label: (what: string) => `Compare before and after: ${what}`,
    value: compareValue,
  },

  auth: {
    title: 'Welcome!',
    tabs: { login: 'Login', signup: 'Sign Up', reset: 'Reset' },
    email: 'Email',
    password: 'Password',
    login: 'Login',
    signup: 'Sign Up',
    sendReset: 'Send Reset Email',
    resetHint: 'We will send you a link to choose a new password.',
    passwordHint: `At least ${MIN_PASSWORD_LENGTH} characters.`,
    emailMissing: 'Enter your email address.',
    emailWrong: 'An email address looks like name@example.com.',
    passwordMissing: 'Enter a password.',
    show: 'Show',
    shown: 'password',
    working: 'One moment...',
    close: 'Close',
    photoAlt: 'The photo you chose',
    photoWaits:
      'Your photo waits on this device and opens when you are in. If you close this window, the photo is forgotten.',
  },

  /** Photos that were chosen at once. */
  moreWait: (name: string, count: number) =>
    `${name} is here. ${count} more ${count === 1 ? 'photo waits for its' : 'photos wait for their'} turn.`,

  gallery: {
    title: 'My Photos',
    processing: 'Processing...',
    failedDelete: 'Failed - Click to Delete',
    delete: 'Delete',
    deleting: 'Deleting...',
    saving: 'Saving...',
    save: 'Save',
    saveMobile: 'Save to Photos',
    fullScreen: 'Full Screen',
    view: 'View',
    close: 'Close',
    share: 'Share',
    saveAs: 'Other Formats',
    shareTitle: `Restored with ${BRAND}`,
    tryAnother: 'Try Another Tool',
    uploaded: (when: string) => `Uploaded: ${when}`,
    photoAlt: (when: string) => `Photo uploaded ${when}`,
    restoredAlt: (when: string) => `Restored photo uploaded ${when}`,
    loading: 'Loading your photos',
    errorTitle: 'Your photos could not be loaded',
    errorText: 'They are safe. Please check your connection, then try again.',
    retry: 'Try Again',
    loadMore: 'Show More Photos',
  },
} as const;
