import { CALLABLES } from '@heirlight/contract/callables';
import { implement } from '../platform/implement';
import { deletePhoto } from './deletePhoto';

export const photosEndpoints = [implement(CALLABLES.deletePhoto, deletePhoto)];
