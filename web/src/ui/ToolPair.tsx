import type { ToolId } from '@heirlight/contract/tools';
import { styled } from '@mui/material/styles';
import { toolCopy } from '../copy/toolCopy';
import { motion, RULE, radius } from '../theme/tokens';
import { After, Before, sweep } from './compare/compareStyles';

/** Width and height of a pair's files, px (web/scripts/pictures.mjs). */
const TOOL_PICTURE_PX = 360;

const SIDES = ['before', 'after'] as const;

/** What a tool made of a photo, by its own address (web/scripts/demoPictures.ts). */
const toolPicture = (toolId: ToolId, side: (typeof SIDES)[number]): string =>
  `/demo/sizes/tool-${toolId}-${side}-${TOOL_PICTURE_PX}.avif`;

export const toolPictures = (toolId: ToolId): string[] => SIDES.map((side) => toolPicture(toolId, side));

/** Half before, half after, with a line between them. */
const Frame = styled('div')(({ theme }) => ({
  '--split': '50%',
  position: 'relative',
  overflow: 'hidden',
  aspectRatio: 1,
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.own.sunken,
  forcedColorAdjust: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    left: `calc(var(--split) - ${RULE} / 2)`,
    width: RULE,
    backgroundColor: theme.vars.palette.own.handle,
  },
  '@media (prefers-reduced-motion: no-preference)': {
    '&[data-wipes]': { animation: `${sweep} ${motion.sweepMs}ms ease-in-out ${motion.arriveMs}ms 1 backwards` },
  },
}));

export interface ToolPairProps {
  toolId: ToolId;
  /** Wipes from before to after when it appears, once, and stays half and half. */
  wipes?: boolean;
}

/** One photograph before and after a tool. A picture, with nothing to drag: `CompareSlider` is for the user's own. */
export function ToolPair({ toolId, wipes = false }: ToolPairProps) {
  const size = { width: TOOL_PICTURE_PX, height: TOOL_PICTURE_PX, decoding: 'async', draggable: false } as const;
  const loading = wipes ? 'eager' : 'lazy';
  return (
    <Frame role="img" aria-label={toolCopy.shows[toolId]} data-wipes={wipes || undefined}>
      <Before {...size} loading={loading} src={toolPicture(toolId, 'before')} alt="" />
      <After {...size} loading={loading} src={toolPicture(toolId, 'after')} alt="" />
    </Frame>
  );
}
