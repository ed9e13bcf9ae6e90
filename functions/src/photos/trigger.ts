import { userCallable } from '../platform/callable';
import { deletePhoto } from './deletePhoto';

export const deletePhotoFunction = userCallable({}, deletePhoto);
