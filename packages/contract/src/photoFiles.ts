import { type InferOutput, nullish, object, string } from 'valibot';

/** Where a file is: its path in the default bucket, and its download URL. */
const storedFile = object({ path: string(), url: string() });
export type PhotoFile = InferOutput<typeof storedFile>;

const fileOrNull = () => nullish(storedFile, null);

/** The files that the server makes of a picture, to show it. A new kind is added here and nowhere else in the schema. */
const shownFiles = object({
  /** For cards; the original's from the start, the result's once the restore ends. */
  thumbnail: fileOrNull(),
  /** Fills a window. A picture that is small enough is its own. Null for photos restored before there were any. */
  screen: fileOrNull(),
  /** Shows a large result in tiles (tiles.ts); null for smaller ones. */
  tiles: fileOrNull(),
});
type ShownFiles = InferOutput<typeof shownFiles>;

/**
 * What the server makes of a photo's two pictures. The pictures themselves are not among it: the specification names
 * their fields (`original_url`, `restored_url`).
 */
export const photoFiles = object({ original: nullish(shownFiles, {}), restored: nullish(shownFiles, {}) });
export type PhotoFiles = InferOutput<typeof photoFiles>;

export const NO_FILES: ShownFiles = { thumbnail: null, screen: null, tiles: null };

/** Returns the stored document of a photo with `files`, also if it was written before there was that field. */
export function withFiles(stored: unknown): Record<string, unknown> {
  const document = stored as Record<string, unknown>;
  /** Each file had two fields: `restored_screen_path`, `restored_screen_url`. */
  const earlier = (picture: string) => {
    const fileOf = (kind: string) => {
      const [path, url] = [document[`${picture}${kind}_path`], document[`${picture}${kind}_url`]];
      return path && url ? { path, url } : null;
    };
    return { thumbnail: fileOf('thumbnail'), screen: fileOf('screen'), tiles: fileOf('tiles') };
  };
  return { files: { original: earlier(''), restored: earlier('restored_') }, ...document };
}

/** Returns the URLs of what a photo's card shows: the original's thumbnail and the result's, if there are any. */
export const thumbnailsOf = ({ files }: { files: PhotoFiles }): string[] =>
  Object.values(files).flatMap(({ thumbnail }) => thumbnail?.url ?? []);

/** Returns all files that a photo's document names, the two pictures first. */
export function filesOf({
  original_path,
  original_url,
  restored_path,
  restored_url,
  files,
}: {
  original_path: string;
  original_url: string;
  restored_path: string | null;
  restored_url: string | null;
  files: PhotoFiles;
}): PhotoFile[] {
  const restored = restored_path && restored_url ? [{ path: restored_path, url: restored_url }] : [];
  const made = Object.values(files).flatMap((shown) => Object.values(shown));
  return [{ path: original_path, url: original_url }, ...restored, ...made.filter((file) => file !== null)];
}
