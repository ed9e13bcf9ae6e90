import { Suspense } from 'react';
import { CallToAction } from './CallToAction';
import { Demo } from './Demo';
import { Features } from './Features';
import { Steps } from './Steps';

/**
 * Shown while the reader has no photographs of their own. Each section hydrates by itself (App.tsx).
 */
export function Marketing() {
  return (
    <>
      <Suspense>
        <Demo />
      </Suspense>
      <Suspense>
        <Features />
      </Suspense>
      <Suspense>
        <Steps />
      </Suspense>
      <Suspense>
        <CallToAction />
      </Suspense>
    </>
  );
}
