import { styled } from '@mui/material/styles';
import type { Quad } from '../../domain/prepare/quad';

const Drawing = styled('svg')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  pointerEvents: 'none',
  '& .outside': { fill: theme.vars.palette.own.veilSoft },
  // A light line with a dark one around it shows on every photograph.
  '& polygon': { fill: 'none', vectorEffect: 'non-scaling-stroke' },
  '& .around': { stroke: theme.vars.palette.own.veil, strokeWidth: 5 },
  '& .line': { stroke: theme.vars.palette.own.onPhoto, strokeWidth: 2 },
}));

/** Draws a quad over a picture, and dims what lies outside it. */
export function Outline({ corners }: { corners: Quad }) {
  const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    <Drawing viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <path className="outside" fillRule="evenodd" d={`M0 0H1V1H0Z M${points}Z`} />
      <polygon className="around" points={points} />
      <polygon className="line" points={points} />
    </Drawing>
  );
}
