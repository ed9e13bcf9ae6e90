import { Features } from './Features';
import { Questions } from './Questions';
import { Steps } from './Steps';
import { ToolGuide } from './ToolGuide';

/** The sections without a button: nothing changes them, and they need no script (Still.tsx). */
export default function StillSections() {
  return (
    <>
      <ToolGuide />
      <Features />
      <Steps />
      <Questions />
    </>
  );
}
