import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';

type Body = Buffer & { uploadOffset?: number };

interface RequestModule {
  reqBodyToBuffer(request: IncomingMessage): Promise<Body>;
}

interface Upload {
  /** Bytes that have arrived. */
  size: number;
}

interface UploadService {
  getResumableUpload(id: string): Upload;
  continueResumableUpload(id: string, body: Body): Upload;
}

interface UploadModule {
  UploadService: { prototype: UploadService };
  UploadNotActiveError: new () => Error;
}

/**
 * Makes the Storage emulator take a chunk for the place that it is sent for, and ignore bytes that have arrived already.
 *
 * Replaces: appending every chunk, wherever it belongs.
 * Why: where only the answer to a chunk was lost, the SDK sends the chunk again, and the stored picture would have it
 * twice. Cloud Storage ignores bytes at an offset that it has persisted, and refuses a gap:
 * https://cloud.google.com/storage/docs/performing-resumable-uploads#resume-upload
 */
export function uploadOffsets(): void {
  const load = createRequire(__filename);
  const requests = load('firebase-tools/lib/emulator/shared/request') as RequestModule;
  const { UploadService, UploadNotActiveError } = load('firebase-tools/lib/emulator/storage/upload') as UploadModule;

  const { reqBodyToBuffer } = requests;
  requests.reqBodyToBuffer = async (request) => {
    const body = await reqBodyToBuffer(request);
    const sentFor = request.headers['x-goog-upload-offset'];
    return sentFor === undefined ? body : Object.assign(body, { uploadOffset: Number(sentFor) });
  };

  const { continueResumableUpload } = UploadService.prototype;
  UploadService.prototype.continueResumableUpload = function (id, body) {
    const { size } = this.getResumableUpload(id);
    const { uploadOffset = size } = body;
    if (uploadOffset > size) throw new UploadNotActiveError();
    return continueResumableUpload.call(this, id, body.subarray(size - uploadOffset));
  };
}
