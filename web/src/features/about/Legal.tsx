import type { Operator } from '@heirlight/contract/operator';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { aboutCopy } from '../../copy/aboutCopy';
import { measure, TARGET_PX } from '../../theme/tokens';

const Parts = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(4), maxWidth: measure }));

const Part = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  '& > p, & > ul': { color: theme.vars.palette.text.secondary },
}));

const List = styled('ul')(({ theme }) => ({ display: 'grid', gap: theme.spacing(1.5) }));

const Link = styled('a')({ display: 'inline-block', minHeight: TARGET_PX, alignContent: 'center', color: 'inherit' });

function OperatorPart({ operator: { name, address, email } }: { operator: Operator }) {
  return (
    <Part>
      <Typography variant="h3">{aboutCopy.operator}</Typography>
      <p>
        {[name, ...address].map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
        <Link href={`mailto:${email}`}>{email}</Link>
      </p>
    </Part>
  );
}

function ProcessorsPart({ operator }: { operator: Operator }) {
  return (
    <Part>
      <Typography variant="h3">{aboutCopy.processors}</Typography>
      <List>
        {operator.processors.map(({ name, does, terms }) => (
          <li key={name}>
            <b>{name}</b>. {does}{' '}
            <Link href={terms} target="_blank" rel="noreferrer">
              {aboutCopy.processorTerms(name)}
            </Link>
          </li>
        ))}
      </List>
      <p>{aboutCopy.read(operator)}</p>
    </Part>
  );
}

/** Privacy or terms, whole: who runs the shop first. */
export function Legal({ page, operator }: { page: 'privacy' | 'terms'; operator: Operator }) {
  return (
    <Parts>
      <OperatorPart operator={operator} />
      {aboutCopy[page].parts(operator).map(({ title, text }) => (
        <Part key={title}>
          <Typography variant="h3">{title}</Typography>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Part>
      ))}
      {page === 'privacy' && <ProcessorsPart operator={operator} />}
    </Parts>
  );
}
