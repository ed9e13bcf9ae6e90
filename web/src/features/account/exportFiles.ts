import { isToolId, toolById } from '@heirlight/contract/tools';
import { pictureType } from '@heirlight/imaging/metadata';
import type { Purchase } from '../../domain/account/billingHistory';
import { adjustmentOf } from '../../domain/photos/adjustments';
import { fileStem, loadPicture } from '../../domain/photos/photoFiles';
import type { Photo } from '../../domain/photos/photosStore';
import { describedPicture } from '../../domain/saving/describedPicture';
import { signedOrMade } from '../../domain/saving/fileForSaving';
import type { ShareDeps } from '../../domain/saving/shareLink';
import { signedPicture } from '../../domain/saving/signedPicture';
import { safeName } from '../../lib/safeName';
import { distinctStems } from '../../lib/zip/fileNames';
import type { ZippedFile } from '../../lib/zip/writeZip';
import { accountCopy } from './accountCopy';
import { lineText } from './lineText';

const { exporting, ledger, purchases: purchaseCopy } = accountCopy;
type Entries = Awaited<ReturnType<typeof import('../../domain/account/billingHistory')['readAllEntries']>>;

export interface Everything {
  email: string;
  now: Date;
  /** Newest first. */
  photos: readonly Photo[];
  /** Oldest first. */
  entries: Entries;
  purchases: readonly Purchase[];
}

const textFile = (stem: string, extension: string, text: () => string, date: Date): ZippedFile => ({
  stem,
  date,
  // The mark at the beginning tells spreadsheets that this is UTF-8.
  load: async () => ({ bytes: new TextEncoder().encode(`\uFEFF${text()}`), extension }),
});

/** Quotes a field of a CSV file. A spreadsheet would run what begins so as a formula. */
function quoted(field: string | number): string {
  const text = typeof field === 'string' && /^[=+\-@\t\r]/.test(field) ? `'${field}` : String(field);
  return `"${text.replaceAll('"', '""')}"`;
}

function ledgerFile({ entries, photos }: Everything): string {
  const known = new Map(photos.map((photo) => [photo.id, photo]));
  const rows = entries.map((entry) => [
    entry.created_at.toISOString(),
    lineText({ entry, photo: known.get(entry.ref) ?? null }),
    entry.delta,
    entry.balance_after,
  ]);
  return [exporting.ledgerColumns, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** The picture's own lines: its name, when it was taken and uploaded, what was done with it, and its caption. */
function photoLines(photo: Photo, stem: string): string[] {
  const tool = isToolId(photo.tool) ? toolById(photo.tool).name : photo.tool;
  const { uploaded, states } = exporting.lines;
  // The number that tells it from others of its name.
  const named = fileStem(photo) + stem.slice(safeName(fileStem(photo)).length);
  return [
    `${named}${photo.date_text ? `, ${photo.date_text}` : ''}`,
    uploaded(ledger.when(photo.created_at), states[photo.status](tool)),
    ...(photo.caption ? [`  ${photo.caption.replace(/\s+/g, ' ')}`] : []),
  ];
}

function index(
  { email, now, photos, purchases, entries }: Everything,
  { stems, missing }: { stems: readonly string[]; missing: readonly string[] },
): string {
  const { lines } = exporting;
  return [
    lines.about(email, ledger.when(now)),
    '',
    lines.folders,
    lines.ledger,
    lines.balance(entries.at(-1)?.balance_after ?? 0),
    '',
    lines.photos(photos.length),
    ...photos.flatMap((photo, at) => photoLines(photo, stems[at] ?? '')),
    '',
    lines.purchases(purchases.length),
    ...purchases.map((purchase) => {
      const { photos: count, returnedCents, currency } = purchase;
      const refunded = returnedCents > 0 ? `, ${purchaseCopy.refunded(returnedCents, currency)}` : '';
      const unpaid = purchaseCopy.whyUnpaid(purchase);
      return `${purchaseCopy.pack(count)}: ${purchaseCopy.paid(purchase)}${refunded}${unpaid ? `. ${unpaid}` : ''}`;
    }),
    ...(missing.length > 0 ? ['', lines.missing, ...missing] : []),
    '',
  ].join('\r\n');
}

/**
 * The files of the zip: pictures, the ledger, and last an index in plain words, which names what is missing. Results are
 * as they are stored, signed by the server where it has a certificate; one that is adjusted by hand is there a second
 * time, as it is saved alone.
 */
export function exportFiles(all: Everything, missing: () => readonly string[], deps: ShareDeps): ZippedFile[] {
  const { folders, index: indexName, ledgerFile: ledgerName } = exporting;
  const stems = distinctStems(all.photos.map(fileStem));
  const stemOf = new Map(all.photos.map((photo, at) => [photo, stems[at] ?? '']));
  const picture = (photo: Photo, folder: string, load: ZippedFile['load']): ZippedFile => ({
    ...{ folder, load, stem: stemOf.get(photo) ?? '', date: photo.created_at },
  });
  const before = (photo: Photo) => picture(photo, folders.before, (signal) => loadPicture(photo.original_url, signal));
  const after = (photo: Photo) => {
    const { restored_url } = photo;
    if (restored_url === null) return [];
    const load = async (signal: AbortSignal) => {
      const { bytes, extension } = await loadPicture(restored_url, signal);
      const type = pictureType(bytes);
      const signed = type && (await signedPicture(photo, type, deps));
      if (signed) return { bytes: new Uint8Array(await signed.arrayBuffer()), extension };
      return { bytes: describedPicture(bytes, photo), extension };
    };
    return [picture(photo, folders.after, load)];
  };
  const byHand = (photo: Photo) => {
    const { restored_url } = photo;
    if (restored_url === null || !adjustmentOf(photo)) return [];
    const load = async (signal: AbortSignal) => {
      const { bytes, extension } = await loadPicture(restored_url, signal);
      const stored = async () => new Blob([bytes]);
      const { blob } = await signedOrMade(photo, pictureType(bytes) ?? 'image/jpeg', { deps, load: stored });
      return { bytes: new Uint8Array(await blob.arrayBuffer()), extension };
    };
    return [picture(photo, folders.adjusted, load)];
  };
  return [
    ...all.photos.flatMap((photo) => [before(photo), ...after(photo), ...byHand(photo)]),
    textFile(ledgerName, 'csv', () => ledgerFile(all), all.now),
    textFile(indexName, 'txt', () => index(all, { stems, missing: missing() }), all.now),
  ];
}
