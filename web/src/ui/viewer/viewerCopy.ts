const pixels = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`;

/** What the viewer says. Apart from `copy`, which the first page downloads. */
export const viewerCopy = {
  dialog: (name: string) => `${name}, Full Screen`,
  picture: (name: string) => `Before and after: ${name}`,
  close: 'Close',
  previous: 'Previous photo',
  next: 'Next photo',
  position: (at: number, of: number) => `${at} of ${of}`,
  sizes: (before: { width: number; height: number }, after: { width: number; height: number }) =>
    pixels(before) === pixels(after) ? pixels(after) : `${pixels(before)} to ${pixels(after)}`,
  tools: 'View',
  sideBySide: 'Side by side',
  hold: 'Hold to see the original',
  /** What the buttons show. */
  holdWord: 'Original',
  tryAnotherWord: 'Another Tool',
  sharingWord: 'Sharing',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  percent: (percent: number) => `${percent}%`,
  toActual: (percent: number) => `${percent}%, show at 100%`,
  toFit: (percent: number) => `${percent}%, show the whole photo`,
  zoomed: (percent: number) => `Zoom ${percent}%`,
  fitted: 'The whole photo',
  original: 'The original',
  restored: 'The restored photo',
  byHand: 'The photo as you adjusted it',
  adjust: 'Adjust',
  notAdjusted: {
    title: 'Adjust Is Not Available',
    description: 'The photo could not be loaded for it. Please try again.',
    destructive: true,
  },
  faces: 'Faces, before and after',
  face: (at: number, of: number) => `Go to face ${at} of ${of}`,
  /** What the comparison of a face with the original has shown. */
  verdicts: {
    same: 'Same face, checked',
    closer: 'Made closer to the original',
    unsure: 'Too small to check: compare closely',
  },
  /** What is stored of that comparison. */
  comparisonKept: 'We keep this verdict and where each face is. Nothing else.',
};
