import type { ReactNode } from 'react';

export default function RecoveryOverlay(): ReactNode {
  return null;
}
