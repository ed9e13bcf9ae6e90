import type { ReactNode } from 'react';

export default function UploadDialog(): ReactNode {
  return null;
}
