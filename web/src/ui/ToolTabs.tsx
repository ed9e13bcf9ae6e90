import { TOOLS, type ToolId, toolById } from '@heirlight/contract/tools';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useId } from 'react';
import { redrawnCopy } from '../copy/redrawnCopy';
import { toolCopy } from '../copy/toolCopy';
import { uploadCopy } from '../copy/uploadCopy';
import { HAIRLINE, radius, type } from '../theme/tokens';
import { Icon } from './Icon';
import { ToolPair } from './ToolPair';

/** How large the chosen tool's pair is: small in a low window, where the tools and the button come first. */
export const TOOL_PAIR = 'clamp(7rem, 100dvh - 44rem, 12rem)';
/** Height of a window that has room for a dialog with the tools when its parts stand closer together. */
export const TIGHT = '44rem';

const GAP = 0.75;
/** The least that holds the longest name, whose letters are smaller on a phone. Grows with the reader's text. */
const LEAST = { onPhone: '5rem', elsewhere: '6.5rem' };
/** The dot on the tool that is suggested. */
const MARK = '0.5rem';
/** As high as a finger needs. */
const SUGGESTION = '1.75rem';
/** Three names fit side by side on the smallest phones. */
const NARROW_TYPE = `clamp(0.75rem, 3.4vw, ${type.tiny})`;

const columns = (least: string, gap: string) =>
  `repeat(auto-fill, minmax(max(${least}, (100% - 2 * ${gap}) / 3), 1fr))`;

/** Shows the tools in three columns; in fewer where large text needs the room. */
const Grid = styled(Tabs)(({ theme }) => ({
  '& .MuiTabs-list': {
    display: 'grid',
    gridTemplateColumns: columns(LEAST.elsewhere, theme.spacing(GAP)),
    gap: theme.spacing(GAP),
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: columns(LEAST.onPhone, theme.spacing(GAP)) },
  },
}));

/**
 * One tool. MUI's list renders a second time before the paint, as its chosen tab has changed: with the same properties, and
 * so in vain.
 */
const Tool = memo(
  styled(Tab)(({ theme }) => ({
    gap: theme.spacing(0.5),
    paddingInline: theme.spacing(0.5),
    color: theme.vars.palette.text.secondary,
    border: `${HAIRLINE} solid ${theme.vars.palette.own.edge}`,
    borderRadius: theme.shape.borderRadius,
    // The longest names fill a third of a phone.
    whiteSpace: 'normal',
    [theme.breakpoints.down('sm')]: { paddingInline: theme.spacing(0.5), fontSize: NARROW_TYPE },
    '&[data-suggested]::after': {
      content: '""',
      position: 'absolute',
      insetBlockStart: theme.spacing(0.75),
      insetInlineEnd: theme.spacing(0.75),
      width: MARK,
      height: MARK,
      borderRadius: radius.pill,
      backgroundColor: theme.vars.palette.primary.main,
    },
    '&.Mui-selected': {
      color: theme.vars.palette.primary.main,
      borderColor: theme.vars.palette.primary.main,
      backgroundColor: theme.vars.palette.own.accentWash,
    },
  })),
);

/** Always the same elements, for `Tool`. */
const ICONS = Object.fromEntries(TOOLS.map(({ id, icon }) => [id, <Icon key={id} name={icon} />]));

/** Moves the focus one row up or down. The row is what stands beside the focused tool. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tools.indexOf(event.target as HTMLElement);
  const columns = tools.filter((tool) => tool.offsetTop === tools[0]?.offsetTop).length;
  event.preventDefault();
  tools[at + step * columns]?.focus();
}

/** A tool that fits the photo, and why. */
export interface SuggestedTool {
  toolId: ToolId;
  because: string;
}

export interface ToolTabsProps {
  value: ToolId;
  onChange: (toolId: ToolId) => void;
  disabled?: boolean;
  /** Tools that the photo has been through already; marked, and still to be chosen. */
  used?: readonly ToolId[];
  /** Stands above the tools and is not chosen by itself. Null: there may be one later, for which there is room. */
  suggested?: SuggestedTool | null;
}

/** As high as the longest texts need on a phone, so that what is below does not jump from tool to tool. */
const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  // Below the pair where large text needs the room.
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
  alignItems: 'center',
  marginTop: theme.spacing(1.5),
  // All of it is seen above the buttons of a phone of 390 x 664 px.
  [`@media (max-height: ${TIGHT})`]: { marginTop: theme.spacing(0.5) },
  '& > :nth-of-type(1)': { flex: `0 0 ${TOOL_PAIR}` },
  '& > :nth-of-type(2)': { flex: '1 1 8rem', minWidth: 0 },
}));

/** The room of one line stays free, so that nothing moves when a suggestion arrives. The gap above it gives most of it. */
const Suggestion = styled('div')(({ theme }) => ({
  marginTop: theme.spacing(-1.5),
  // No more than the gap: above it are buttons.
  [`@media (max-height: ${TIGHT})`]: { marginTop: theme.spacing(-0.5) },
  display: 'grid',
  placeItems: 'center',
  minHeight: SUGGESTION,
  '& button': {
    minHeight: SUGGESTION,
    padding: `0 ${theme.spacing(1)}`,
    color: theme.vars.palette.text.primary,
    fontSize: NARROW_TYPE,
    lineHeight: 1.3,
  },
}));

const When = styled(Typography)(({ theme }) => ({ marginTop: theme.spacing(0.5) }));

/** The room of its line stays free where it has nothing to say. */
const Redrawn = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  flex: '0 0 100%',
  minHeight: `${theme.typography.caption.lineHeight}em`,
  marginTop: theme.spacing(-1),
  color: theme.vars.palette.text.secondary,
}));

const Used = styled('small')({ display: 'block', fontSize: type.tiny, fontStyle: 'italic' });

interface ToolPanelProps {
  /** Of the whole list of tools. */
  id: string;
  toolId: ToolId;
}

/**
 * What the chosen tool does. The press is answered before its pictures are drawn, which takes a phone as long again; nothing
 * else is drawn with them.
 */
const ToolPanel = memo(function ToolPanel({ id, toolId }: ToolPanelProps) {
  const shown = useDeferredValue(toolId);
  return (
    <Panel id={panelId(id)} role="tabpanel" aria-labelledby={tabId(id, shown)}>
      <ToolPair key={shown} toolId={shown} wipes />
      <div>
        <Typography variant="body2" color="textSecondary">
          {toolById(shown).description}
        </Typography>
        <When variant="body2">{toolCopy.when[shown]}</When>
      </div>
      <Redrawn>{redrawnCopy[toolById(shown).sourceType]}</Redrawn>
    </Panel>
  );
});

const tabId = (id: string, toolId: ToolId) => `${id}-${toolId}`;
const panelId = (id: string) => `${id}-panel`;

export function ToolTabs({ value, onChange, disabled = false, used = [], suggested }: ToolTabsProps) {
  const id = useId();
  const chosen = useCallback((_: unknown, next: ToolId) => onChange(next), [onChange]);
  /** The focus goes on from the tool, whose panel is shown then. */
  const choose = (toolId: ToolId) => {
    onChange(toolId);
    document.getElementById(tabId(id, toolId))?.focus();
  };
  return (
    <div>
      {suggested !== undefined && (
        <Suggestion role="status">
          {suggested && (
            <Button variant="text" disabled={disabled} onClick={() => choose(suggested.toolId)}>
              {toolCopy.suggested(toolById(suggested.toolId).name, suggested.because)}
            </Button>
          )}
        </Suggestion>
      )}
      <Grid
        value={value}
        onChange={chosen}
        aria-label={uploadCopy.tools}
        onKeyDown={moveBetweenRows}
        selectionFollowsFocus
        slotProps={{ indicator: { hidden: true } }}
      >
        {TOOLS.map((tool) => (
          <Tool
            key={tool.id}
            value={tool.id}
            id={tabId(id, tool.id)}
            data-suggested={suggested?.toolId === tool.id || undefined}
            aria-controls={panelId(id)}
            aria-describedby={`${id}-${tool.id}-what`}
            icon={ICONS[tool.id]}
            label={
              used.includes(tool.id) ? (
                <span>
                  {tool.name} <Used>({uploadCopy.used})</Used>
                </span>
              ) : (
                tool.name
              )
            }
            disabled={disabled}
          />
        ))}
      </Grid>
      {TOOLS.map((tool) => (
        <span key={tool.id} id={`${id}-${tool.id}-what`} hidden>
          {tool.description}
        </span>
      ))}
      <ToolPanel id={id} toolId={value} />
    </div>
  );
}
