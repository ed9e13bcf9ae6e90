import type { ReactNode } from 'react';

export default function Gallery(): ReactNode {
  return null;
}
