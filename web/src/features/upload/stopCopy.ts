/** Asked before an upload is stopped by closing its dialog. */
export const stopCopy = {
  title: 'Stop Sending?',
  text: 'Your photo is still on its way. If you stop now, it may not arrive, and you would have to choose it again.',
  yes: 'Stop Sending',
  no: 'Keep Sending',
  close: 'Close',
};
