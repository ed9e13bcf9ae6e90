/**
 * Every number both sides agree on. Names carry their unit: `_BYTES`, `_MS`, `_PX`, `_PERCENT`, or a plain count.
 * Values marked (spec) are promises of the product specification, sections 4 and 9.
 */

// Upload
/** Largest file a user may pick (spec: 25MB). */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
/** Media types a user may pick (spec: PNG or JPG). */
export const ACCEPTED_UPLOAD_TYPES = ['image/png', 'image/jpeg'] as const;
/** Quality of the JPEG the browser uploads, 0..1 (spec). */
export const JPEG_QUALITY = 0.8;
/**
 * Largest canvas iOS Safari can encode, in pixels; a larger one silently gives a blank picture.
 * Larger pictures are scaled down to it on a device that holds no more.
 */
export const MAX_CANVAS_PX = 16_777_216;
/** Largest picture a browser tab is asked to decode, in pixels (480 MB as RGBA); larger ones end phones' tabs. */
export const MAX_DECODE_PX = 120_000_000;
/** Largest picture the server decodes, in pixels: refuses decompression bombs by their header. */
export const MAX_IMAGE_PX = 40_000_000;
/** What a file may say of its pixels per inch. No scanner makes fewer or more. */
export const DPI = { least: 50, most: 65_535 } as const;
/** Smallest side a picture can have, in pixels. */
export const MIN_IMAGE_SIDE_PX = 16;
/** Longest side a picture can have, in pixels. */
export const MAX_IMAGE_SIDE_PX = 16_384;
/** Long side of the server-made gallery thumbnails, in pixels. */
export const THUMBNAIL_SIDE_PX = 960;
/** Long side of the server-made pictures that fill a window, in pixels. */
export const SCREEN_SIDE_PX = 2_048;
/** A file of at most so many bytes, and no larger than a window, is shown itself. */
export const SCREEN_AS_IS_BYTES = 512 * 1024;
/** Most faces noted for a picture. */
export const MAX_FACES = 12;
/** Pause between the upload and the upload-success callback (spec). */
export const UPLOAD_SUCCESS_DELAY_MS = 5_000;

// Words about a photo, in characters
export const MAX_NAME_LENGTH = 200;
export const MAX_DATE_TEXT_LENGTH = 60;
export const MAX_CAPTION_LENGTH = 1_000;

// Many at once
/** Most photos that are taken at once. */
export const MAX_TRAY_PHOTOS = 50;

// Sharing
/** Most photos that one shared link shows: a shoebox. */
export const MOST_SHARED_PHOTOS = 50;

// Credits
/** Restores that every new account is given once. The pages say so, so the backend's parameter must agree with it. */
export const WELCOME_RESTORES: number = 1;
/** What one upload costs, in restores (spec). */
export const RESTORE_COST = 1;
/** What deleting a failed photo gives back, in restores (spec). */
export const FAILED_PHOTO_REFUND = 1;
/** Pause between a refund and the credits refetch (spec). */
export const REFUND_REFETCH_DELAY_MS = 500;

// Polling, used only while the live listener is not delivering (spec)
export const POLL_START_MS = 1_000;
export const POLL_STEP_MS = 1_000;
export const POLL_MAX_MS = 10_000;
export const POLL_WINDOW_MS = 180_000;
/** From this age on, a poll that finds nothing processing ends the polling. */
export const POLL_IDLE_CHECK_AFTER_MS = 10_000;

// Return from checkout (spec)
export const PAYMENT_FIRST_FETCH_DELAY_MS = 2_000;
export const PAYMENT_CONFIRM_DELAY_MS = 1_000;
export const PAYMENT_MAX_ATTEMPTS = 10;
export const PAYMENT_BACKOFF_START_MS = 1_000;
export const PAYMENT_BACKOFF_MAX_MS = 10_000;

// Account
/** Shortest password, in characters (spec). */
export const MIN_PASSWORD_LENGTH = 6;

/** Deleting an account needs a sign-in at most this long ago: a phone left on a table must not be enough. */
export const RECENT_SIGN_IN_MS = 15 * 60_000;

// Toasts (spec)
export const TOAST_DURATION_MS = 5_000;
export const TOAST_LIMIT = 1;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

// Compare slider (spec)
export const COMPARE_START_PERCENT = 50;
export const COMPARE_STEP_PERCENT = 5;

// Promotion (spec)
export const PROMOTION_CODE = 'FirstOrder';
export const PROMOTION_PERCENT_OFF = 25;

// Restores on the server
/** A photo processing for longer than this is reconciled with the provider by the sweeper. */
export const STUCK_AFTER_MS = 10 * 60_000;
/** A photo processing for longer than this is cancelled and failed, whatever the provider says. */
export const GIVE_UP_AFTER_MS = 60 * 60_000;
/** The sweeper starts an upload that is no photo after this time: callable and trigger take minutes at most. */
export const UNSTARTED_AFTER_MS = 10 * 60_000;
/** A file in storage without a photo for longer than this is removed by the sweeper. */
export const ORPHAN_AFTER_MS = 24 * 60 * 60_000;
/** Photos that were deleted together can be brought back for so long; then their files go. */
export const UNDO_DELETION_MS = 24 * 60 * 60_000;
/** Largest restored picture accepted from the provider, in bytes: 33 Mpx of grain as PNG measured 102 MB. */
export const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;
/** Largest restored picture stored, in bytes: as large as an upload, so a result costs no more to keep and fetch. */
export const MAX_RESULT_BYTES = 25 * 1024 * 1024;
/** Longest that a save waits for a signed file; then it goes on without a signature. */
export const SIGNING_WAIT_MS = 30_000;
/** Longest that a signature waits for its time stamp; then it goes without. */
export const TIME_STAMP_WAIT_MS = 4_000;
/** Largest answer of a time stamping service, in bytes. Each file that may have a stamp keeps as much free. */
export const MAX_TIME_STAMP_BYTES = 16 * 1024;
/** How far a time stamping service's clock may be from ours. */
export const TIME_STAMP_TOLERANCE_MS = 5 * 60_000;
/** Longest wait for the provider's output file. */
export const OUTPUT_FETCH_TIMEOUT_MS = 60_000;
/** Oldest webhook signature accepted, in seconds (Stripe's and Replicate's own recommendation). */
export const WEBHOOK_TOLERANCE_S = 300;
/** A photo without a job for longer than this is enqueued by the sweeper: its submission was interrupted. */
export const UNSUBMITTED_AFTER_MS = 2 * 60_000;
/** Photos of one account that are at the provider at once; the others wait for their turn, oldest first. */
export const MOST_JOBS_PER_ACCOUNT = 10;
/** Steps in which a restore's progress is written, in per cent: each one is a database write. */
export const PROGRESS_STEP_PERCENT = 5;

// Rate limits: most calls per window and account
export const RATE_LIMITS = {
  /** Six shoeboxes of fifty. */
  restorePerUser: { limit: 300, windowMs: 60 * 60_000 },
  /** Refused uploads; callable and Storage trigger may each refuse one. Beyond it none of this user's is read. */
  refusedPerUser: { limit: 120, windowMs: 60 * 60_000 },
  /** Refunds of restores that the provider worked on: each cost us money. Beyond it no restore is started. A shoebox
   * that fails whole does not reach it. */
  freeTriesPerUser: { limit: 60, windowMs: 24 * 60 * 60_000 },
  /** Favourites chosen, and names, dates and captions stored: each writes every photo of a group. */
  describePerUser: { limit: 300, windowMs: 60 * 60_000 },
  /** Adjustments by hand stored or taken away: each writes one photo, and reads those of its group. */
  adjustPerUser: { limit: 300, windowMs: 60 * 60_000 },
  /** Photos that links were made for: two pictures of each are copied. Six shoeboxes of fifty. */
  sharePerUser: { limit: 300, windowMs: 60 * 60_000 },
  /** Files signed: each takes a picture apart and makes it anew. Six shoeboxes, as restores; beyond it files are unsigned. */
  signPerUser: { limit: 300, windowMs: 60 * 60_000 },
  checkoutPerUser: { limit: 20, windowMs: 60 * 60_000 },
  withdrawalPerUser: { limit: 20, windowMs: 60 * 60_000 },
  /** Each asks Stripe once. */
  purchaseListPerUser: { limit: 60, windowMs: 60 * 60_000 },
} as const;
export type RateLimitName = keyof typeof RATE_LIMITS;
/** Clicks on Buy within this time after each other lead to one Checkout Session. */
export const CHECKOUT_REUSE_MS = 60_000;

// Payments on the server
/** Most purchases that their buyer is shown. */
export const MOST_PURCHASES_SHOWN = 100;
/** Stripe's Checkout Sessions end by themselves after this time, paid or not. */
export const CHECKOUT_LIFETIME_MS = 24 * 60 * 60_000;
/** A payment that is still open after this time is asked about at Stripe by the sweeper: its report may be lost. */
export const PAYMENT_CHECK_AFTER_MS = 10 * 60_000;
/** Longest pause between two looks at one open payment. */
export const PAYMENT_CHECK_MAX_PAUSE_MS = 6 * 60 * 60_000;
/** A payment open for longer than this is not asked about any more; the slowest bank debits take two weeks. */
export const PAYMENT_GIVE_UP_AFTER_MS = 30 * 24 * 60 * 60_000;
/** Youngest age at which the sweeper looks whether a paid payment was refunded or disputed without a report. */
export const PAYMENT_REVIEW_AFTER_MS = 24 * 60 * 60_000;
/** A paid payment is not looked at after this age: nearly all disputes come, and end, within eight months. */
export const PAYMENT_REVIEW_UNTIL_MS = 250 * 24 * 60 * 60_000;
