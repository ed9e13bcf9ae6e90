import { CALLABLES } from '@heirlight/contract/callables';
import { implement } from '../platform/implement';
import { chooseFavourite } from './chooseFavourite';
import { deletePhoto } from './deletePhoto';
import { describePhoto } from './describePhoto';
import { restoreAgain } from './restoreAgain';

export const photosEndpoints = [
  implement(CALLABLES.restoreAgain, restoreAgain),
  implement(CALLABLES.chooseFavourite, chooseFavourite),
  implement(CALLABLES.describePhoto, describePhoto),
  implement(CALLABLES.deletePhoto, deletePhoto),
];
