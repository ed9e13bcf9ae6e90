import { ORPHAN_AFTER_MS, RATE_LIMITS } from '@heirlight/contract/limits';
import { PICTURE_TYPES, type PictureType } from '@heirlight/contract/photo';
import type { ToolId } from '@heirlight/contract/tools';
import { expect, test } from '@jest/globals';
import { issueCertificate } from '../../test/support/certificates';
import { eachInNewWorld, OUTPUT_URL, type World } from '../../test/support/world';
import type { Caller } from '../platform/caller';
import { credentialsOf } from '../platform/credentials/credentials';
import { pathOfDownloadUrl } from '../platform/fileStore';
import { finishRestore } from '../restore/finishRestore';
import { sweepFiles } from '../restore/sweepFiles';
import { signPhoto } from './signPhoto';

const root = issueCertificate('Root', { isAuthority: true });
const signer = issueCertificate('Signer', { issuer: root });

const credentials = (certificate: string, key: string) =>
  credentialsOf({ certificate, key, timeStampUrl: 'none', fetch: world.fetch, log: world.log });

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  world.credentials = credentials(signer.pem, signer.keyPem);
  caller = world.caller();
});

async function restored(tool: ToolId = 'photoscaler'): Promise<string> {
  const { path, photoId } = await world.upload(caller, { tool });
  await world.start({ uid: caller.uid, path });
  const photo = await world.photo(photoId);
  const prediction = world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  if (photo) await finishRestore(photo, prediction, world);
  return photoId;
}

const sign = async (photoId: string, type: PictureType = 'image/png', by = caller) =>
  (await signPhoto({ photoId, type }, by, world)).url ?? '';
const bytesAt = (url: string) => world.files.read(pathOfDownloadUrl(world.files, url) ?? '');
const signedFiles = () => world.files.paths().filter((path) => path.includes('/signed.'));

interface Report {
  validation_state: string;
  validation_status?: { code: string }[];
  active_manifest: string;
  manifests: Record<
    string,
    {
      claim_generator_info: { name: string }[];
      ingredients: { title: string; relationship: string; description?: string; active_manifest?: string }[];
      assertions: { label: string; data: { actions?: Record<string, unknown>[] } }[];
      signature_info: { alg: string; common_name: string };
    }
  >;
}

/** What the official reader says, to whom our root is one of the known ones. */
async function read(bytes: Buffer, type: PictureType): Promise<Report> {
  const { WasmReader } = await import('@contentauth/c2pa-wasm');
  const settings = { trust: { trust_anchors: root.pem }, verify: { verify_trust: true } };
  const reader = await WasmReader.fromBytes(type, bytes, JSON.stringify(settings));
  return JSON.parse(reader.json());
}
const activeOf = (report: Report) => report.manifests[report.active_manifest];

test('each type is signed, and the official reader says by whom and what was done', async () => {
  const photoId = await restored('deeprestore');
  for (const type of PICTURE_TYPES) {
    const bytes = await bytesAt(await sign(photoId, type));
    const report = await read(bytes, type);
    expect([type, report.validation_state, report.validation_status]).toEqual([type, 'Trusted', undefined]);
    const manifest = activeOf(report);
    expect(manifest?.claim_generator_info[0]?.name).toBe('Heirlight');
    expect(manifest?.signature_info).toMatchObject({ alg: 'Es256', common_name: 'Signer' });
    expect(manifest?.ingredients).toMatchObject([{ title: 'The uploaded photo', relationship: 'parentOf' }]);
    expect(manifest?.assertions.find(({ data }) => data.actions)?.data.actions).toMatchObject([
      { action: 'c2pa.opened' },
      {
        action: 'c2pa.edited',
        softwareAgent: { name: 'Heirlight DeepRestore' },
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
      },
    ]);
    // What older readers know is there as well.
    expect(bytes.includes('Iptc4xmpExt:AISystemUsed="Heirlight DeepRestore"')).toBe(true);
  }
});

test('the reader notices one changed byte of the picture', async () => {
  const bytes = Buffer.from(await bytesAt(await sign(await restored(), 'image/jpeg')));
  const at = bytes.length - 40;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const report = await read(bytes, 'image/jpeg');
  expect(report.validation_state).toBe('Invalid');
  expect(report.validation_status).toMatchObject([{ code: 'assertion.dataHash.mismatch' }]);
});

test('marks of the upload are told of it, and none is made weaker', async () => {
  const photoId = await restored();
  const ai = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
  const embedded = { date: null, title: null, caption: null, source_type: ai, has_credentials: true };
  await world.db.doc(`photos/${photoId}`).update({ embedded });
  const manifest = activeOf(await read(await bytesAt(await sign(photoId)), 'image/png'));
  expect(manifest?.ingredients[0]?.description).toMatch(/carried: .*trainedAlgorithmicMedia; Content Credentials/);
  expect(JSON.stringify(manifest?.assertions)).toContain(`"digitalSourceType":"${ai}"`);
});

test('the owner’s words are in the file and not in the claim; new words make a new file', async () => {
  const photoId = await restored();
  const plain = await sign(photoId);
  expect(await sign(photoId)).toBe(plain);
  await world.db.doc(`photos/${photoId}`).update({ name: 'Mary', date_text: '1943' });
  const named = await sign(photoId);
  expect(named).not.toBe(plain);
  expect(signedFiles()).toHaveLength(1);
  const bytes = await bytesAt(named);
  expect(bytes.includes('Mary')).toBe(true);
  expect(JSON.stringify(await read(bytes, 'image/png'))).not.toContain('Mary');
});

test('without a certificate nothing is signed, and nothing is stored', async () => {
  world.credentials = credentials('none', 'none');
  expect(await signPhoto({ photoId: await restored(), type: 'image/png' }, caller, world)).toEqual({ url: null });
  expect(signedFiles()).toEqual([]);
});

test('nobody has another’s photo signed, or one without a result; each account has a limit', async () => {
  const photoId = await restored();
  await expect(sign(photoId, 'image/png', world.caller())).rejects.toMatchObject({ code: 'photo_not_found' });
  await world.setBalance(caller.uid, 1);
  const { path, photoId: processing } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await expect(sign(processing)).rejects.toMatchObject({ code: 'invalid_request' });
  await world.use('signPerUser', caller.uid, RATE_LIMITS.signPerUser.limit);
  await expect(sign(photoId)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(signedFiles()).toEqual([]);
});

test('a key of another certificate signs nothing', async () => {
  world.credentials = credentials(signer.pem, root.keyPem);
  await expect(sign(await restored())).rejects.toThrow('is not the key of CONTENT_CREDENTIALS_CERTIFICATE');
  expect(signedFiles()).toEqual([]);
});

test('a photo that is deleted while it is signed leaves no file; a signed file goes after a day', async () => {
  const photoId = await restored();
  const slow = world.during(
    'files.write',
    () => sign(photoId),
    () => world.db.doc(`photos/${photoId}`).delete(),
  );
  await expect(slow).rejects.toMatchObject({ code: 'photo_not_found' });
  expect(signedFiles()).toEqual([]);
  await world.setBalance(caller.uid, 1);
  await sign(await restored());
  await sweepFiles(world);
  expect(signedFiles()).toHaveLength(1);
  world.pass(ORPHAN_AFTER_MS + 1);
  await sweepFiles(world);
  expect(signedFiles()).toEqual([]);
});
