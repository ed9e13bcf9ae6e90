import type { ReactNode } from 'react';

export default function AccountDialog(): ReactNode {
  return null;
}
