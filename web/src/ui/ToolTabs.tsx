import { TOOLS, type ToolId, toolById } from '@heirlight/contract/tools';
import { styled } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { copy } from '../lib/copy';
import { HAIRLINE, SMALL_PHONE_PX, type } from '../theme/tokens';
import { Icon } from './Icon';

/** Shows all six tools in three columns and two rows. */
const Grid = styled(Tabs)(({ theme }) => ({
  '& .MuiTabs-list': {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: theme.spacing(1),
    [theme.breakpoints.down(SMALL_PHONE_PX)]: { gap: theme.spacing(0.5) },
  },
}));

const Tool = styled(Tab)(({ theme }) => ({
  gap: theme.spacing(0.5),
  paddingInline: theme.spacing(0.5),
  color: theme.vars.palette.text.secondary,
  border: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  // The longest names fill a third of a small phone.
  [theme.breakpoints.down('sm')]: { paddingInline: 0, fontSize: theme.typography.body2.fontSize },
  [theme.breakpoints.down(SMALL_PHONE_PX)]: { fontSize: type.tiny, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '&.Mui-selected': {
    color: theme.vars.palette.primary.main,
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.own.accentWash,
  },
}));

export interface ToolTabsProps {
  value: ToolId;
  onChange: (toolId: ToolId) => void;
  disabled?: boolean;
  /** Tools that the photo has been through already; marked, and still to be chosen. */
  used?: readonly ToolId[];
}

const Used = styled('small')({ display: 'block', fontSize: type.tiny, fontStyle: 'italic' });

export function ToolTabs({ value, onChange, disabled = false, used = [] }: ToolTabsProps) {
  const id = useId();
  return (
    <div>
      <Grid
        value={value}
        onChange={(_, next: ToolId) => onChange(next)}
        aria-label={copy.upload.tools}
        slotProps={{ indicator: { hidden: true } }}
      >
        {TOOLS.map((tool) => (
          <Tool
            key={tool.id}
            value={tool.id}
            id={`${id}-${tool.id}`}
            aria-controls={`${id}-panel`}
            icon={<Icon name={tool.icon} />}
            label={
              used.includes(tool.id) ? (
                <span>
                  {tool.name} <Used>({copy.upload.used})</Used>
                </span>
              ) : (
                tool.name
              )
            }
            disabled={disabled}
          />
        ))}
      </Grid>
      <Typography
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        variant="body2"
        color="textSecondary"
        sx={{ pt: 1.5 }}
      >
        {toolById(value).description}
      </Typography>
    </div>
  );
}
