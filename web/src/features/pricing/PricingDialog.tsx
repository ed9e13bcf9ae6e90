import type { ReactNode } from 'react';

export default function PricingDialog(): ReactNode {
  return null;
}
