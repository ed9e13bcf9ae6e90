/** The part of a file's handle that is used; some browsers can also remove what it stands for. */
export type ChosenFile = Pick<FileSystemFileHandle, 'createWritable'> & { remove?: () => Promise<void> };

/** Where a file goes: a place on the disk that the user chose, or wherever the browser puts its downloads. */
export type SaveTarget = ChosenFile | 'downloads';

interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<ChosenFile>;
}

/**
 * Asks where a zip file goes, in browsers that can write to the disk as they go. Call it in the click's own handler: it
 * needs a fresh press. Returns null if the user changed their mind.
 */
export async function chooseTarget(suggestedName: string): Promise<SaveTarget | null> {
  const { showSaveFilePicker } = window as Window & Picker;
  if (!showSaveFilePicker) return 'downloads';
  try {
    const types = [{ description: 'Zip', accept: { 'application/zip': ['.zip'] } }];
    return await showSaveFilePicker.call(window, { suggestedName, types });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    // A policy or an embedding page can forbid it.
    console.error('The browser does not let this page choose a file', error);
    return 'downloads';
  }
}
