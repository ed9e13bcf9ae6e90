import Typography from '@mui/material/Typography';
import { type CSSProperties, type RefObject, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { askForNotifications, notificationsStore } from '../../domain/photos/notifications';
import { type Photo, photosStore } from '../../domain/photos/photosStore';
import { expectedSeconds, isQueued, waitOf } from '../../domain/photos/waitTimes';
import { useStore } from '../../lib/store';
import { Frame } from './cardStyles';
import { Aloud, Developed, Latent, Light, Quiet, Words } from './developingStyles';
import { cardRatio, photoName, smallOriginal } from './photoView';
import { useNow } from './useNow';
import { waitCopy } from './waitCopy';
import { leftText, queuedBefore, stageText } from './waitWords';

/** Screen readers hear how far it is in these steps, per cent, and not the ticking seconds. */
const SPOKEN_STEP = 25;

/**
 * The wait as this card says it: a time once said never grows, and the light never goes back. The wait of a photo that
 * was queued is counted from when its turn came.
 */
function useWait(photo: Photo, frame: RefObject<Element | null>) {
  const expected = useStore(photosStore, ({ photos }) => expectedSeconds(photo, photos));
  const now = useNow(frame);
  const begun = useRef(photo.created_at);
  if (isQueued(photo)) begun.current = new Date(Math.max(now, photo.created_at.getTime()));
  const wait = waitOf({ ...photo, created_at: begun.current }, { now, expected });
  const waited = isQueued(photo) ? (now - photo.created_at.getTime()) / 1000 : 0;
  const said = useRef({ percent: 0, secondsLeft: Number.POSITIVE_INFINITY });
  said.current = {
    percent: Math.max(said.current.percent, wait.percent),
    secondsLeft: Math.min(said.current.secondsLeft, wait.secondsLeft),
  };
  const { percent, secondsLeft } = said.current;
  return { wait: { ...wait, percent }, left: { secondsLeft, expected, waited } };
}

/** The words in place of the button that was pressed: the focus went with it. */
function takeFocus(words: HTMLElement | null): void {
  if (document.activeElement === document.body) words?.focus();
}

/** Offers to tell, outside the page, when the photo is ready. Who has pressed reads what became of it. */
function Notify() {
  const state = useStore(notificationsStore);
  const [isAsked, setAsked] = useState(false);
  if (state === 'off') {
    const ask = () => {
      setAsked(true);
      void askForNotifications();
    };
    return (
      <Quiet color="inherit" onClick={ask}>
        {waitCopy.notify}
      </Quiet>
    );
  }
  if (state === 'impossible' && !isAsked) return null;
  return (
    <Typography variant="body2" {...(isAsked && { tabIndex: -1, ref: takeFocus })}>
      {state === 'on' ? waitCopy.notifying : waitCopy.notAllowed}
    </Typography>
  );
}

/** A photo that develops: soft, and pale at first; its tones come from the top down to where the restore has come. */
export function ProcessingPicture({ photo }: { photo: Photo }) {
  const frame = useRef<HTMLDivElement>(null);
  const { wait, left } = useWait(photo, frame);
  const before = useStore(photosStore, ({ photos }) => queuedBefore(photo, photos));
  const { percent, isReported } = wait;
  const src = smallOriginal(photo);
  const spoken = isReported ? Math.floor(percent / SPOKEN_STEP) * SPOKEN_STEP : 0;
  const style: CSSProperties & Record<'--developed', string> = {
    '--developed': `${percent}%`,
    aspectRatio: cardRatio(photo),
    containerType: 'inline-size',
  };
  return (
    <Frame ref={frame} style={style} data-developing="">
      <Latent src={src} alt={photoName(photo)} decoding="async" />
      <Developed data-fade="">
        <img src={src} alt="" decoding="async" />
      </Developed>
      <Light
        role="progressbar"
        aria-label={copy.gallery.processing}
        {...(isReported && { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      />
      <Words>
        <Typography variant="h3" component="p">
          {copy.gallery.processing}
        </Typography>
        <Typography variant="body2">
          {isReported ? `${stageText(photo, wait, before)} · ${percent}%` : stageText(photo, wait, before)}
        </Typography>
        <Typography variant="body2">{leftText(wait, left)}</Typography>
        <Notify />
      </Words>
      <Aloud role="status">{spoken > 0 && waitCopy.spoken(spoken)}</Aloud>
    </Frame>
  );
}
