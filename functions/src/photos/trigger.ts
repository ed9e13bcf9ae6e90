import { CALLABLES } from '@heirlight/contract/callables';
import { PROFILE } from '../platform/functionOptions';
import { implement, implementPublic } from '../platform/implement';
import { adjustPhoto } from './adjustPhoto';
import { chooseFavourite } from './chooseFavourite';
import { deletePhoto } from './deletePhoto';
import { describePhoto } from './describePhoto';
import { sharedPhotos } from './sharedPhotos';
import { sharePhoto } from './sharePhoto';
import { shareSet } from './shareSet';
import { listDeletions, undoDeletion } from './undoDeletion';

export const photosEndpoints = [
  // These three write photos of one group; each account has a rate limit.
  implement(
    CALLABLES.chooseFavourite,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'users.read'], secrets: [] },
    chooseFavourite,
  ),
  implement(
    CALLABLES.describePhoto,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'users.read'], secrets: [] },
    describePhoto,
  ),
  implement(
    CALLABLES.adjustPhoto,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'users.read'], secrets: [] },
    adjustPhoto,
  ),
  implement(
    CALLABLES.deletePhoto,
    { ...PROFILE.light, maxInstances: 3, rights: ['db', 'files', 'users.read'], secrets: [] },
    deletePhoto,
  ),
  implement(
    CALLABLES.undoDeletion,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'files', 'users.read'], secrets: [] },
    undoDeletion,
  ),
  implement(
    CALLABLES.listDeletions,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'users.read'], secrets: [] },
    listDeletions,
  ),
  // Copies two pictures of a few hundred kB; each account has a rate limit.
  implement(
    CALLABLES.sharePhoto,
    { ...PROFILE.light, maxInstances: 1, rights: ['db', 'files', 'users.read'], secrets: [] },
    sharePhoto,
  ),
  // Copies two pictures of each of up to 50 photos, three photos at once.
  implement(
    CALLABLES.shareSet,
    { ...PROFILE.light, memory: '512MiB', maxInstances: 1, rights: ['db', 'files', 'users.read'], secrets: [] },
    shareSet,
  ),
  // Anybody may call it. It reads two documents for each photo, so its instances bound what a flood costs.
  implementPublic(
    CALLABLES.sharedPhotos,
    { ...PROFILE.light, maxInstances: 2, rights: ['db'], secrets: [] },
    sharedPhotos,
  ),
];
