import { MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { resultFiles, resultFolder } from '@heirlight/contract/paths';
import { NO_FILES } from '@heirlight/contract/photoFiles';
import type { PhotoRecord } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { downloadUrl, type StoredFile } from '../platform/fileStore';
import { fromRgb, type RawPicture } from '../platform/pictures';
import { inspectUpload } from './inspectUpload';
import { shownPictures } from './shownPictures';
import { type ChosenModels, modelInput } from './tools/tools';

/** What a photo's document says about its original, and about what was made of it. */
export type Original = Pick<
  PhotoRecord,
  'original_path' | 'original_url' | 'original_size' | 'files' | 'input_url' | 'result_token'
>;

interface Upload {
  photoId: string;
  uid: string;
  tool: string;
  file: StoredFile;
}

/** The picture that a tool's model sees, if that must be another one than the original. */
async function inputPicture(picture: RawPicture, tool: string, models: ChosenModels): Promise<Buffer | null> {
  const input = modelInput(tool, picture, models);
  if (!input) return null;
  const { size, margin } = input;
  return (await fromRgb(picture))
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
    .extend({ left: margin.x, right: margin.x, top: margin.y, bottom: margin.y, background: '#ffffff' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/**
 * Checks an upload, replaces one with metadata by a clean copy, and stores the pictures that show it and the one that
 * the model sees: all from one decode. How the file is served and by which token is set here: the uploader could choose
 * a name to save it by, or a token that is easy to guess. Two calls at once store the same files under the same tokens.
 *
 * @throws AppError `invalid_image` or `image_too_large`
 */
export async function receiveUpload(
  { photoId, uid, tool, file }: Upload,
  { files, uploadToken, config: { models } }: Pick<Deps, 'files' | 'uploadToken' | 'config'>,
): Promise<Original> {
  if (file.bytes > MAX_UPLOAD_BYTES) throw new AppError('image_too_large', `${file.bytes} bytes`);
  if (file.encoded) throw new AppError('invalid_image', 'The upload is not stored as it is');
  const { path, custom } = file;
  const needsWhole = (size: { width: number; height: number }) => modelInput(tool, size, models) !== null;
  const { size, cleaned, picture } = await inspectUpload(await files.read(path), needsWhole);

  const owner = { userId: uid, photoId };
  const [token, resultToken] = [uploadToken(path), uploadToken(resultFolder(owner))];
  const store = async (made: Buffer | null, to: string, contentType: string) => {
    if (made) await files.write({ path: to, bytes: made, contentType, token: resultToken });
    return made && { path: to, url: downloadUrl(files, to, resultToken) };
  };
  // The original first: where another call has removed it, nothing is made of it.
  const [shown, input] = await Promise.all([
    shownPictures(picture, size),
    inputPicture(picture, tool, models),
    cleaned ? files.write({ path, bytes: cleaned, contentType: 'image/jpeg', token, custom }) : files.seal(path, token),
  ]);
  const [thumbnail, screen, seen] = await Promise.all([
    store(shown.thumbnail, resultFiles.originalThumbnail(owner), 'image/webp'),
    store(shown.screen, resultFiles.originalScreen(owner), 'image/webp'),
    store(input, resultFiles.providerInput(owner), 'image/jpeg'),
  ]);
  const original = { path, url: downloadUrl(files, path, token) };
  return {
    original_path: path,
    original_url: original.url,
    original_size: size,
    files: { original: { thumbnail, screen: screen ?? original, tiles: null }, restored: NO_FILES },
    input_url: (seen ?? original).url,
    result_token: resultToken,
  };
}
