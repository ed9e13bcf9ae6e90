import { testUploadedFiles } from './uploadedFiles';

testUploadedFiles({ isLong: true });
