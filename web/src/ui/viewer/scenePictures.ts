import { type Adjusted, openPair, type Pair, type PicturePair } from './picturePair';

export interface ScenePicturesEvents {
  /** Asks the pair for what is seen now. */
  want(pictures: PicturePair): void;
  /** More of the pictures that are seen is here. */
  onPicture(): void;
  /** The result cannot be shown as it is adjusted. */
  onNotAdjusted(error: unknown): void;
}

/** The pictures of one photo after another. They are opened once more, so that they can be adjusted, when that is asked for. */
export interface ScenePictures {
  /** Those that are seen; null before the first photo. */
  now(): PicturePair | null;
  /** Shows another photo, as it is. */
  show(pair: Pair): void;
  /** Shows the result as it is adjusted by hand; null shows it as it is. Returns whether that can be drawn now. */
  adjust(wanted: Adjusted | null): boolean;
  close(): void;
}

export function createScenePictures({ want, onPicture, onNotAdjusted }: ScenePicturesEvents): ScenePictures {
  let pictures: PicturePair | null = null;
  let files: Pair | null = null;
  let adjusted: Adjusted | null = null;
  /** The same pictures in a form that can be adjusted, until they are here. */
  let coming: PicturePair | null = null;
  /** The files that were opened so. */
  let opening: Pair | null = null;

  /** Opens the same pictures so that they can be adjusted. Until they are here, the others are seen. */
  const openReadable = async (pair: Pair) => {
    const { createAdjuster } = await import('./adjust/adjuster');
    if (files !== pair) return;
    const onChange = () => {
      if (pictures === opened) return onPicture();
      if (coming !== opened) return;
      if (opened.isLost()) {
        // The next time it is tried anew.
        opening = null;
        coming = null;
        opened.close();
        onNotAdjusted(new Error('The pictures cannot be read'));
      } else if (opened.isThere()) {
        coming = null;
        pictures?.close();
        pictures = opened;
        onPicture();
      }
    };
    const opened = openPair(pair, onChange, createAdjuster);
    opened.adjust(adjusted);
    coming = opened;
    want(opened);
  };

  return {
    now: () => pictures,
    show(pair) {
      pictures?.close();
      coming?.close();
      [files, coming, opening, adjusted] = [pair, null, null, null];
      pictures = openPair(pair, onPicture);
      want(pictures);
    },
    adjust(wanted) {
      adjusted = wanted;
      coming?.adjust(wanted);
      if (pictures?.adjust(wanted)) return true;
      if (wanted && files && opening !== files) {
        opening = files;
        openReadable(files).catch(onNotAdjusted);
      }
      return false;
    },
    close() {
      coming?.close();
      pictures?.close();
      files = null;
    },
  };
}
