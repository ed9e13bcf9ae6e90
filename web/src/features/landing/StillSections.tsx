import { Features } from './Features';
import { Questions } from './Questions';
import { Steps } from './Steps';

/** The sections without a button: nothing changes them, and they need no script (Still.tsx). */
export default function StillSections() {
  return (
    <>
      <Features />
      <Steps />
      <Questions />
    </>
  );
}
