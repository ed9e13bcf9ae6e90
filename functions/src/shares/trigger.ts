import { CALLABLES } from '@heirlight/contract/callables';
import { implement, implementPublic } from '../platform/implement';
import { sharedPhoto } from './sharedPhoto';
import { sharePhoto } from './sharePhoto';

export const shareEndpoints = [
  implement(CALLABLES.sharePhoto, sharePhoto),
  implementPublic(CALLABLES.sharedPhoto, sharedPhoto),
];
