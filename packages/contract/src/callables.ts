import { array, boolean, fallback, literal, nullable, number, optional, picklist, string, unknown } from 'valibot';
import { adjustmentFields } from './adjustment';
import { type Callable, callable, fields, type RequestOf, type ResponseOf, text, uuid, uuids, words } from './callable';
import { CALLABLE } from './functionNames';
import { MAX_CAPTION_LENGTH, MAX_DATE_TEXT_LENGTH, MAX_NAME_LENGTH, MOST_SHARED_PHOTOS } from './limits';
import { perPack } from './packs';
import { PICTURE_TYPES, SOURCE_VERSIONS } from './photo';
import { TOOL_IDS } from './tools';

const toolId = picklist(TOOL_IDS, 'must be the id of a tool');
/** Sent because the spec has it in the body. The backend takes it from elsewhere, so any value passes. */
const ignored = () => fallback(string(), '');
const started = fields({ photoId: string() });

/** What goes into the functions that clients call, and what comes out. */
export const CALLABLES = {
  /** Returns the caller's restores. Refuses a `user_id_in` other than the caller's. */
  fetchCredits: callable(CALLABLE.fetchCredits, { request: fields({ user_id_in: text() }), response: number() }),

  /** Restores an upload. `imageUrl` is the download URL of the caller's own upload. */
  restore: callable(CALLABLE.restore, {
    request: fields({ imageUrl: text(), model: ignored(), modelId: toolId }),
    response: started,
  }),

  /**
   * Restores a photo of the caller again, without a new upload: its original, or its restored picture. `requestId`
   * becomes the id of the new photo. With a photo whose restore failed it costs nothing: the new one replaces it.
   */
  restoreAgain: callable(CALLABLE.restoreAgain, {
    request: fields({
      photoId: uuid(),
      modelId: toolId,
      requestId: uuid(),
      version: optional(picklist(SOURCE_VERSIONS, `must be one of ${SOURCE_VERSIONS.join(', ')}`), 'original'),
    }),
    response: fields({ photoId: string(), replaces: optional(string()) }),
  }),

  /** Makes a photo of the caller the only favourite of its group, or leaves the group without one. */
  chooseFavourite: callable(CALLABLE.chooseFavourite, {
    request: fields({ photoId: uuid(), isFavourite: boolean('must be true or false') }),
    response: fields({ photoId: string() }),
  }),

  /**
   * Stores what people call a photo of the caller, when they say it was taken, and their words about it, for its whole
   * group. An empty text takes the words away. Returns them as they are stored.
   */
  describePhoto: callable(CALLABLE.describePhoto, {
    request: fields({
      photoId: uuid(),
      name: words(MAX_NAME_LENGTH),
      dateText: words(MAX_DATE_TEXT_LENGTH),
      caption: words(MAX_CAPTION_LENGTH),
    }),
    response: fields({ name: nullable(string()), dateText: nullable(string()), caption: nullable(string()) }),
  }),

  /**
   * Stores how a photo of the caller is adjusted by hand; null gives the plain result again. `originalUrl` is the
   * original that the result is mixed with: the photo's own if left out, or that of another version of it.
   */
  adjustPhoto: callable(CALLABLE.adjustPhoto, {
    request: fields({ photoId: uuid(), adjustment: nullable(adjustmentFields), originalUrl: optional(text()) }),
    response: fields({ photoId: string() }),
  }),

  /**
   * Deletes a photo, or with `group` every version of it. `deletedFiles` are storage paths, `creditsRefunded` is how
   * many restores came back. `error` is set when nothing was deleted. With `setId`, a UUID that the deletions of several
   * photos share, the files stay for a day, and `undoDeletion` brings the photos back.
   */
  deletePhoto: callable(CALLABLE.deletePhoto, {
    request: fields({ photoId: uuid(), group: optional(boolean('must be true or false')), setId: optional(uuid()) }),
    response: fields({
      creditRefunded: optional(boolean()),
      creditsRefunded: optional(number()),
      deletedFiles: optional(array(string())),
      error: optional(string()),
    }),
  }),

  /** Brings back the photos that were deleted as one set. Returns how many, all versions of one counted once. */
  undoDeletion: callable(CALLABLE.undoDeletion, {
    request: fields({ setId: uuid() }),
    response: fields({ photos: number() }),
  }),

  /** Returns the sets of deleted photos that the caller can bring back, newest first, and until when (ISO 8601). */
  listDeletions: callable(CALLABLE.listDeletions, {
    request: unknown(),
    response: fields({ sets: array(fields({ setId: string(), photos: number(), until: string() })) }),
  }),

  /**
   * Makes a link that shows a restored photo to everybody who has it, or takes it back. Returns the link's token: the
   * same for as long as the photo is shared, null when it is not.
   */
  sharePhoto: callable(CALLABLE.sharePhoto, {
    request: fields({ photoId: uuid(), shared: boolean('must be true or false') }),
    response: fields({ token: nullable(string()) }),
  }),

  /**
   * Makes one link that shows several restored photos, or takes one back by its token. Returns the token of the link
   * for `photoIds`, the same for as long as it is there, and in `sets` every such link of the caller, newest first.
   */
  shareSet: callable(CALLABLE.shareSet, {
    request: fields({ photoIds: optional(uuids({ least: 2, most: MOST_SHARED_PHOTOS })), takeBack: optional(text()) }),
    response: fields({
      token: nullable(string()),
      /** `sharedAt` is ISO 8601. */
      sets: array(fields({ token: string(), photoIds: array(string()), sharedAt: string() })),
    }),
  }),

  /**
   * Returns the photos that a shared link shows, of a photo or of several. None when there is no such link, or none any
   * more. Anybody may call it.
   */
  sharedPhotos: callable(CALLABLE.sharedPhotos, {
    request: fields({ token: text() }),
    response: fields({
      photos: array(
        fields({
          /** What its owner calls it, and says about it. */
          name: nullable(string()),
          dateText: nullable(string()),
          caption: nullable(string()),
          /** The tool's id. */
          tool: string(),
          beforeUrl: string(),
          afterUrl: string(),
          /** Of the restored picture, in pixels. */
          width: number(),
          height: number(),
          /** How the restored picture is shown, mixed with the one before; null shows it as it is. Faces in 0..1 of it. */
          adjusted: nullable(
            fields({
              adjustment: adjustmentFields,
              faces: array(fields({ x: number(), y: number(), width: number(), height: number() })),
            }),
          ),
        }),
      ),
    }),
  }),

  /**
   * Makes a file of a restored photo that carries signed Content Credentials (C2PA), and returns its URL, which holds for
   * a day. Null where the operator has no certificate.
   */
  signPhoto: callable(CALLABLE.signPhoto, {
    request: fields({
      photoId: uuid(),
      type: picklist(PICTURE_TYPES, `must be one of ${PICTURE_TYPES.join(', ')}`),
    }),
    response: fields({ url: nullable(string()) }),
  }),

  /** Opens a checkout at Stripe. Refuses a `userId` other than the caller's. `error` is set when Stripe refused. */
  createCheckoutSession: callable(CALLABLE.createCheckoutSession, {
    request: fields({ priceId: text(), userId: text(), email: ignored() }),
    response: fields({
      sessionId: optional(string()),
      url: optional(string()),
      error: optional(fields({ message: string() })),
    }),
  }),

  /** Returns the Stripe price of each pack; null means "Payments Not Configured" on its card. */
  listPrices: callable(CALLABLE.listPrices, {
    request: unknown(),
    response: fields({ prices: fields(perPack(() => nullable(string()))) }),
  }),

  /**
   * Withdraws from a purchase of the caller's: what is unused of its pack is taken back and refunded. Without a session
   * it only says in `offers` from what one can withdraw now. `withdrawn` is null when nothing could be withdrawn from.
   */
  requestWithdrawal: callable(CALLABLE.requestWithdrawal, {
    request: fields({ sessionId: optional(text()) }),
    response: fields({
      offers: array(
        fields({
          sessionId: string(),
          /** Restores of the pack, and how many of them the refund is for. */
          photos: number(),
          unused: number(),
          amountCents: number(),
          currency: string(),
          /** ISO 8601. */
          boughtAt: string(),
          until: string(),
        }),
      ),
      withdrawn: nullable(
        // Without the refund, the money follows: Stripe could not be asked yet.
        fields({ restores: number(), amountCents: number(), currency: string(), isRefunded: boolean() }),
      ),
    }),
  }),

  /**
   * Returns the newest purchases of the caller, newest first. `receiptUrl` is Stripe's page for it, which it changes every
   * month; null when there is none, or Stripe could not be asked, which `hasReceipts` says.
   */
  listPurchases: callable(CALLABLE.listPurchases, {
    request: unknown(),
    response: fields({
      purchases: array(
        fields({
          sessionId: string(),
          photos: number(),
          /** After discounts, in the smallest unit of the currency (cents); what of it went back. */
          amountCents: number(),
          returnedCents: number(),
          currency: string(),
          /** `pending` or `failed`: the money of a bank transfer has not come yet, or does not come. */
          status: picklist(['paid', 'partially_reversed', 'reversed', 'pending', 'failed']),
          /** ISO 8601. */
          boughtAt: string(),
          receiptUrl: nullable(string()),
        }),
      ),
      hasReceipts: boolean(),
    }),
  }),

  /** Deletes the account with everything it owns. */
  deleteAccount: callable(CALLABLE.deleteAccount, {
    request: fields({ confirm: literal('DELETE', 'must be the word DELETE') }),
    response: fields({ deletedPhotos: number() }),
  }),
} as const satisfies Record<keyof typeof CALLABLE, Callable>;

type Callables = typeof CALLABLES;

export type FetchCreditsRequest = RequestOf<Callables['fetchCredits']>;
export type FetchCreditsResponse = ResponseOf<Callables['fetchCredits']>;
export type RestoreRequest = RequestOf<Callables['restore']>;
export type RestoreResponse = ResponseOf<Callables['restore']>;
export type RestoreAgainRequest = RequestOf<Callables['restoreAgain']>;
export type RestoreAgainResponse = ResponseOf<Callables['restoreAgain']>;
export type ChooseFavouriteRequest = RequestOf<Callables['chooseFavourite']>;
export type ChooseFavouriteResponse = ResponseOf<Callables['chooseFavourite']>;
export type DescribePhotoRequest = RequestOf<Callables['describePhoto']>;
export type DescribePhotoResponse = ResponseOf<Callables['describePhoto']>;
export type AdjustPhotoRequest = RequestOf<Callables['adjustPhoto']>;
export type AdjustPhotoResponse = ResponseOf<Callables['adjustPhoto']>;
export type DeletePhotoRequest = RequestOf<Callables['deletePhoto']>;
export type DeletePhotoResponse = ResponseOf<Callables['deletePhoto']>;
export type UndoDeletionRequest = RequestOf<Callables['undoDeletion']>;
export type UndoDeletionResponse = ResponseOf<Callables['undoDeletion']>;
export type ListDeletionsResponse = ResponseOf<Callables['listDeletions']>;
export type SharePhotoRequest = RequestOf<Callables['sharePhoto']>;
export type SharePhotoResponse = ResponseOf<Callables['sharePhoto']>;
export type ShareSetRequest = RequestOf<Callables['shareSet']>;
export type ShareSetResponse = ResponseOf<Callables['shareSet']>;
export type SharedPhotosRequest = RequestOf<Callables['sharedPhotos']>;
export type SharedPhotosResponse = ResponseOf<Callables['sharedPhotos']>;
export type SignPhotoRequest = RequestOf<Callables['signPhoto']>;
export type SignPhotoResponse = ResponseOf<Callables['signPhoto']>;
export type CreateCheckoutSessionRequest = RequestOf<Callables['createCheckoutSession']>;
export type CreateCheckoutSessionResponse = ResponseOf<Callables['createCheckoutSession']>;
export type RequestWithdrawalRequest = RequestOf<Callables['requestWithdrawal']>;
export type RequestWithdrawalResponse = ResponseOf<Callables['requestWithdrawal']>;
export type ListPurchasesResponse = ResponseOf<Callables['listPurchases']>;
export type ListPricesResponse = ResponseOf<Callables['listPrices']>;
export type DeleteAccountRequest = RequestOf<Callables['deleteAccount']>;
export type DeleteAccountResponse = ResponseOf<Callables['deleteAccount']>;
