/** Files of ours that firebase-tools is made to use. Absolute paths. */
export interface EmulatorFiles {
  /** Bundle of our Firestore. */
  firestore: string;
  /** firestore.indexes.json, without which our Firestore would answer queries that production refuses. */
  indexes: string;
  /** Bundle of our Storage rules runtime. */
  storageRules: string;
  /** Folder that holds our `java`. */
  javaFolder: string;
}

/** Makes firebase-tools run our Firestore and rules runtime, where it would download and start Google's JARs. */
export function emulatorEnvironment({
  firestore,
  indexes,
  storageRules,
  javaFolder,
}: EmulatorFiles): Record<string, string> {
  return {
    FIRESTORE_EMULATOR_BINARY_PATH: firestore,
    FIRESTORE_INDEXES: indexes,
    STORAGE_EMULATOR_BINARY_PATH: storageRules,
    PATH: `${javaFolder}:${process.env.PATH}`,
  };
}

/**
 * Gives firebase-tools a folder of its own for temporary files and settings.
 *
 * Replaces: the machine's temporary folder, below which its Storage keeps every suite's blobs in one and the same
 * folder, and empties it at every start; and the home folder, where it keeps settings and accounts.
 * Why: two suites on one machine would delete each other's files. The developer's own login is none of the suite's
 * business, and firebase-tools ends where there is no home folder.
 */
export const temporaryFolderEnvironment = (folder: string) => ({ TMPDIR: folder, XDG_CONFIG_HOME: folder });

/**
 * NODE_OPTIONS that preload `file` into a Node process and all it starts, beside those this process was started with.
 */
export function preloadOptions(file: string): string {
  return [process.env.NODE_OPTIONS ?? '', `--require ${JSON.stringify(file)}`].join(' ').trim();
}
