import { styled } from '@mui/material/styles';
import type { AboutPart } from '../copy/aboutCopy';
import { HAIRLINE, measure, RULE, TARGET_PX } from '../theme/tokens';

const Question = styled('details')(({ theme }) => ({
  borderTop: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  '&:last-of-type': { borderBottom: `${HAIRLINE} solid ${theme.vars.palette.divider}` },
}));

const Ask = styled('summary')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  minHeight: TARGET_PX,
  paddingBlock: theme.spacing(1.5),
  cursor: 'pointer',
  '&::-webkit-details-marker': { display: 'none' },
  '& > h3': { ...theme.typography.h3 },
  // Points down while it is closed, up while it is open.
  '&::after': {
    content: '""',
    flex: 'none',
    width: '0.5em',
    height: '0.5em',
    marginRight: '0.25em',
    border: 'solid currentColor',
    borderWidth: `0 ${RULE} ${RULE} 0`,
    transform: 'translateY(-25%) rotate(45deg)',
  },
  '[open] > &::after': { transform: 'translateY(25%) rotate(-135deg)' },
}));

const Answer = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  maxWidth: measure,
  paddingBlock: theme.spacing(0.5, 3),
  color: theme.vars.palette.text.secondary,
}));

/** Questions that open their answers by themselves: touch, keys and search in the page need no script. */
export function QuestionList({ questions }: { questions: readonly AboutPart[] }) {
  return questions.map(({ title, text }) => (
    <Question key={title}>
      <Ask>
        <h3>{title}</h3>
      </Ask>
      <Answer>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Answer>
    </Question>
  ));
}
