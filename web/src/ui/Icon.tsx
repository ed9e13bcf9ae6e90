import { styled } from '@mui/material/styles';
import { ICON_PX } from '../theme/tokens';

/** Line drawings on a 24 by 24 grid, drawn for this page. */
const drawings = {
  palette:
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.3 0 2-.9 2-1.9 0-1.6-1.2-1.9-1.2-3 0-.9.7-1.6 1.7-1.6h2.2a3.8 3.8 0 0 0 3.8-3.8C20.5 6.5 16.7 3.5 12 3.5ZM7.5 12h.01M9.2 8.2h.01M13.5 7.2h.01M17 9.6h.01',
  scratch: 'M4 5.5h16v13H4zM8 5.5l2 4-2.5 3 2.5 6M14.5 15.5l1 1 2.5-3',
  face: 'M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16M9.5 10v.01M14.5 10v.01M9 14.5c1.6 1.5 4.4 1.5 6 0',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13zM12 14.5v2',
  account: 'M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.3 3.8-5 7.5-5s6.7 1.7 7.5 5',
  close: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  upload: 'M12 16V4.5M7.5 9 12 4.5 16.5 9M4.5 16v3.5h15V16',
  photo: 'M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 5M15.5 9v.01',
  camera: 'M4 7.5h4L9.5 5h5L16 7.5h4v12H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6Z',
  restore: 'M4 4.5h16v15H4zM8 15l3-3.5 2.5 2.5L15 12l3 3.5M16.5 7.2v2.6M15.2 8.5h2.6',
  enlarge: 'M14 4.5h5.5V10M19.5 4.5 13 11M10 19.5H4.5V14M4.5 19.5 11 13',
  sharpen: 'M12 4 4.5 19h15zM12 4v15',
  eraser: 'm9 19-5-5L13.5 4.5 20 11l-8 8zM9 9l6.5 6.5M8 19h12',
  trash: 'M5 7h14M10 7V4.5h4V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  download: 'M12 4v11.5M7.5 11l4.5 4.5 4.5-4.5M4.5 16v3.5h15V16',
  expand: 'M4.5 9.5v-5h5M19.5 9.5v-5h-5M4.5 14.5v5h5M19.5 14.5v5h-5',
  more: 'M5.5 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6ZM12 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6ZM18.5 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6Z',
  star: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7L12 17l-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  edit: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM14 6.5l3.5 3.5',
  forward: 'M4.5 12h14M13 6l6 6-6 6',
  again: 'M19 12a7 7 0 1 1-2.2-5.1M19 4.5V9h-4.5',
  share: 'M12 14.5v-11M8 7l4-3.5L16 7M7 11H5.5v9h13v-9H17',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  previous: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  sideBySide: 'M4 5h16v14H4zM12 5v14',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12ZM12 14.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5',
} as const;

export type IconName = keyof typeof drawings;

/** A line drawing on that grid. */
export const Drawing = styled('svg')({
  width: ICON_PX,
  height: ICON_PX,
  flex: 'none',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});

/** Decoration only: words beside it say what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <Drawing viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </Drawing>
  );
}
