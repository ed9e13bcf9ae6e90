import type { ReactNode } from 'react';

export default function LoginDialog(): ReactNode {
  return null;
}
