/** What the upload dialog says about preparing a photo. It comes with the dialog. */
export const prepareCopy = {
  failed: 'Could Not Prepare Your Photo',
  found: 'A print was found in your picture. Straighten it to keep only the print.',
  severalFound: (count: number) => `${count} prints were found in your picture.`,
  asSeveral: (count: number) => `Restore Them as ${count} Photos`,
  partMissing: 'A part of this file is missing. What you see is what is restored.',
  madeSmaller: ({ width, height }: { width: number; height: number }) =>
    `Your photo was made smaller, to ${width} x ${height} pixels. This device cannot send more.`,
  straighten: 'Straighten',
  asItIs: 'Use as it is',
  open: 'Straighten or turn',
  prepared: 'This is what will be restored.',
  adjust: 'Adjust',
  undo: 'Undo',
  working: 'Preparing your photo...',

  editor: 'Straighten your photo',
  hint: 'Drag the corners onto the corners of the print.',
  hintKeys: 'With a keyboard, choose a corner and press the arrow keys.',
  corners: ['Top left corner', 'Top right corner', 'Bottom right corner', 'Bottom left corner'],
  place: (x: number, y: number) => `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`,
  turnLeft: 'Turn left',
  turnRight: 'Turn right',
  /** Said of the quarters by which it is turned clockwise. */
  turned: [
    'Not turned',
    'Turned by 90 degrees to the right',
    'Turned by 180 degrees to the right',
    'Turned by 90 degrees to the left',
  ],
  whole: 'Whole picture',
  wasMadeWhole: 'The whole picture is kept',
  cancel: 'Cancel',
  done: 'Done',

  question: (format: string) => `This is a ${format} photo. Convert it to JPG on this device?`,
  stays: 'It is converted here, before anything is uploaded. Your own file stays as it is.',
  convert: 'Convert to JPG',
  converting: 'Converting your photo...',
  another: 'Choose another',
} as const;
