import { styled } from '@mui/material/styles';
import { copy } from '../../copy/copy';
import { TARGET_PX } from '../../theme/tokens';
import { credits } from './demoPictures.json';
import { credits as toolCredits } from './toolPictures.json';

const Summary = styled('summary')({ minHeight: TARGET_PX, alignContent: 'center', cursor: 'pointer' });

const List = styled('ul')(({ theme }) => ({ display: 'grid', gap: theme.spacing(0.5), marginTop: theme.spacing(1) }));

/** One line per photograph: what it shows, who made it, why it may be shown. */
const LINES = [...credits, ...toolCredits].map(({ title, author, licence }) => `${title}. ${author}. ${licence}.`);

/** Who made the photographs on the page, and why they may be shown. */
export default function PictureCredits() {
  return (
    <details>
      <Summary>{copy.footer.credits}</Summary>
      <p>{copy.footer.creditsLead}</p>
      <List>
        {LINES.map((credit) => (
          <li key={credit}>{credit}</li>
        ))}
      </List>
    </details>
  );
}
