import { Suspense } from 'react';
import { CallToAction } from './CallToAction';
import { Demo } from './Demo';
import { Features } from './Features';
import { Steps } from './Steps';

/**
 * What the page shows while there are no photographs of the reader's own to show. Each section is a boundary for
 * hydration: what is above the fold answers first, and no section holds up the main thread for all.
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
