import { TOOLS, type ToolId } from '@heirlight/contract/tools';
import { styled } from '@mui/material/styles';
import { HAIRLINE, radius, TARGET_PX } from '../../theme/tokens';
import { trayCopy } from './trayCopy';

const Select = styled('select')(({ theme }) => ({
  minWidth: 0,
  maxWidth: '100%',
  minHeight: TARGET_PX,
  paddingInline: theme.spacing(1.5),
  borderRadius: radius.pill,
  border: `${HAIRLINE} solid ${theme.vars.palette.own.edge}`,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  cursor: 'pointer',
}));

interface ToolChoiceProps {
  /** Null if it is one thing here and another there. */
  value: ToolId | null;
  label: string;
  onChoose: (toolId: ToolId) => void;
}

/** The device's own list of the tools: small enough for fifty rows. */
export function ToolChoice({ value, label, onChoose }: ToolChoiceProps) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => {
        const chosen = TOOLS.find(({ id }) => id === target.value);
        if (chosen) onChoose(chosen.id);
      }}
    >
      {value === null && (
        <option value="" disabled>
          {trayCopy.ownTools}
        </option>
      )}
      {TOOLS.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
