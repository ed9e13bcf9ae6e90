import { CALLABLES } from '@heirlight/contract/callables';
import { implement } from '../platform/implement';
import { signPhoto } from './signPhoto';

export const savingEndpoints = [implement(CALLABLES.signPhoto, signPhoto)];
