import { CALLABLES } from '@heirlight/contract/callables';
import { implement, implementPublic } from '../platform/implement';
import { chooseFavourite } from './chooseFavourite';
import { deletePhoto } from './deletePhoto';
import { describePhoto } from './describePhoto';
import { sharedPhoto } from './sharedPhoto';
import { sharePhoto } from './sharePhoto';

export const photosEndpoints = [
  implement(CALLABLES.chooseFavourite, chooseFavourite),
  implement(CALLABLES.describePhoto, describePhoto),
  implement(CALLABLES.deletePhoto, deletePhoto),
  implement(CALLABLES.sharePhoto, sharePhoto),
  implementPublic(CALLABLES.sharedPhoto, sharedPhoto),
];
