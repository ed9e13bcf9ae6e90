import { CallToAction } from './CallToAction';
import { Demo } from './Demo';
import { Features } from './Features';
import { Steps } from './Steps';

/** What the page shows while there are no photographs of the reader's own to show. */
export function Marketing() {
  return (
    <>
      <Demo />
      <Features />
      <Steps />
      <CallToAction />
    </>
  );
}
