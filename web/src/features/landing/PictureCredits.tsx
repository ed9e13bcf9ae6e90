import { styled } from '@mui/material/styles';
import { copy } from '../../lib/copy';
import { TARGET_PX } from '../../theme/tokens';
import { demoCredits } from './demoPictures';

const Summary = styled('summary')({ minHeight: TARGET_PX, alignContent: 'center', cursor: 'pointer' });

const List = styled('ul')(({ theme }) => ({ display: 'grid', gap: theme.spacing(0.5), marginTop: theme.spacing(1) }));

/** Who made the photographs on the page, and why they may be shown. */
export function PictureCredits() {
  return (
    <details>
      <Summary>{copy.footer.credits}</Summary>
      <p>{copy.footer.creditsLead}</p>
      <List>
        {demoCredits.map((credit) => (
          <li key={credit}>{credit}</li>
        ))}
      </List>
    </details>
  );
}
