import UploadDialog from '../features/upload/UploadDialog';
import { MAIN_ID } from './SkipLink';

/** The new photo is the first of the gallery, wherever on the page the upload was started. */
function showPhotos(): void {
  document.getElementById(MAIN_ID)?.scrollIntoView();
}

export default function UploadToGallery() {
  return <UploadDialog onUploadSuccess={showPhotos} />;
}
