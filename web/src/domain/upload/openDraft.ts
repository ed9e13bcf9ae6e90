import type { Embedded } from '@heirlight/contract/photo';
import { copy } from '../../copy/copy';
import { callErrorText } from '../../lib/errorText';
import { tellLost } from '../../lib/tellLost';
import { toast } from '../../lib/toast';
import { DecoderLost } from '../prepare/decoderCode';
import type { PictureEdit } from '../prepare/edit';
import { judge, untyped } from './checkDraft';
import { embeddedIn } from './embeddedIn';
import type { Pictures } from './pictures';
import { prepareCopy } from './prepareCopy';
import type { Seen, ShownDraft, UploadEvent, UploadState } from './uploadState';

/** The dialog that a draft is opened in. */
export interface UploadStage {
  get(): UploadState;
  dispatch(event: UploadEvent): void;
  /** Ends the turn of what is under way: its result comes too late. Returns whether the new turn still stands. */
  nextTurn(): () => boolean;
  /** Returns whether the turn that runs now still stands. */
  thisTurn(): () => boolean;
  reset(): void;
}

/** From a file to the preview of a draft: checks, conversion, the print in it, edits. */
export function createDraftOpener(pictures: Pictures, stage: UploadStage) {
  /** What the chosen file says about itself. It is read while the tool is being chosen. */
  let embedded: () => Promise<Embedded | null> = async () => null;

  const refuse = () => {
    if (stage.get().phase !== 'preview') return;
    stage.reset();
    toast(copy.toasts.unreadable);
  };

  /** Shows a checked picture, and looks at it for a print and for what speaks for a tool. */
  const show = (file: File, made: Pick<ShownDraft, 'madeSmaller' | 'scale'>) => {
    stage.dispatch({ type: 'taken', file, previewUrl: URL.createObjectURL(file), ...made });
    const stands = stage.thisTurn();
    // A person who has changed the picture or sent it by now has decided without it.
    const tell = (seen: Seen) => {
      if (stands()) stage.dispatch({ type: 'lookedAt', seen });
    };
    void pictures.inspect(file).then(async (inspected) => {
      if (inspected !== 'damaged') {
        if (inspected) tell({ found: inspected.print, prints: inspected.prints, reason: inspected.reason });
        return;
      }
      const part = await pictures.drawnPart(file);
      if (part === 'some') tell({ isPartMissing: true });
      else if (part === 'none' && stands()) refuse();
    });
  };

  const read = (file: File) => {
    embedded = embeddedIn(pictures, file);
  };

  const acceptConversion = async () => {
    const state = stage.get();
    if (state.phase !== 'foreign' || state.isConverting) return;
    const stands = stage.nextTurn();
    stage.dispatch({ type: 'conversionStarted' });
    try {
      const { file, madeSmaller, scale } = await pictures.convertForeign(state.file, state.format);
      const problem = await pictures.check(file);
      if (!stands()) return;
      if (!problem) return show(file, { madeSmaller, scale });
      stage.reset();
      toast(copy.toasts[problem]);
    } catch (error) {
      if (!stands()) return;
      if (error instanceof DecoderLost) {
        // The photo may be sound: the person is asked again.
        stage.dispatch({ type: 'stopped' });
        tellLost(error);
        return;
      }
      console.error('The photo could not be converted', error);
      stage.reset();
      toast(copy.toasts.unreadable);
    }
  };

  const take = async (file: File): Promise<boolean> => {
    const { phase } = stage.get();
    if (phase !== 'empty' && phase !== 'preview' && phase !== 'foreign') return true;
    const stands = stage.nextTurn();
    const { rejection, format } = await judge(file, pictures);
    if (!stands()) return true;
    if (rejection) {
      toast(copy.toasts[rejection]);
      return false;
    }
    read(file);
    if (!format) {
      show(untyped(file), { madeSmaller: null, scale: 1 });
      return true;
    }
    // Safari hands over an iPhone's photos as they are, and draws them: nothing is downloaded for that, nothing asked.
    const isEasy = format === 'HEIC' && (await pictures.drawsItself(file));
    if (!stands()) return true;
    stage.dispatch({ type: 'foreignTaken', file, format });
    if (isEasy) await acceptConversion();
    return true;
  };

  const prepare = async (edit: PictureEdit | null) => {
    const state = stage.get();
    if (state.phase !== 'preview') return;
    const stands = stage.nextTurn();
    stage.dispatch({ type: 'editStarted' });
    try {
      const prepared = edit && { edit, ...(await pictures.convert(state.file, edit)) };
      if (!stands() || stage.get().phase !== 'preparing') return;
      const previewUrl = URL.createObjectURL(prepared?.jpeg ?? state.file);
      stage.dispatch({ type: 'edited', previewUrl, prepared });
    } catch (error) {
      if (!stands()) return;
      const description = callErrorText(error, copy.fallbackError);
      toast({ title: prepareCopy.failed, description, destructive: true });
      stage.dispatch({ type: 'stopped' });
    }
  };

  return {
    take,
    acceptConversion,
    refuse,
    prepare,
    /** What the file of the open draft says about itself. */
    embedded: () => embedded(),
  };
}
