import { styled } from '@mui/material/styles';
import { Features } from './Features';
import { Questions } from './Questions';
import { Steps } from './Steps';
import { ToolGuide } from './ToolGuide';

/** Below the first screen: a phone lays it out when it comes near. Until then it has about the height of a section. */
const Below = styled('div')(({ theme }) => ({
  [theme.breakpoints.down('md')]: { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 60rem' },
}));

/** The sections without a button: nothing changes them, and they need no script (Still.tsx). */
export default function StillSections() {
  return (
    <>
      <Below>
        <ToolGuide />
      </Below>
      <Below>
        <Features />
      </Below>
      <Below>
        <Steps />
      </Below>
      <Below>
        <Questions />
      </Below>
    </>
  );
}
