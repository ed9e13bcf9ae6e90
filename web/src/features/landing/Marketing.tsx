import { Suspense } from 'react';
import { CallToAction } from './CallToAction';
import { Demo } from './Demo';
import { Still } from './Still';

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
        <Still part="sections" />
      </Suspense>
      <Suspense>
        <CallToAction />
      </Suspense>
    </>
  );
}
