import { testUploadedFiles } from './uploadedFiles';

testUploadedFiles({ isLong: false });
