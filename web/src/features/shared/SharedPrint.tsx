import { type CSSProperties, type SyntheticEvent, useState } from 'react';
import { keepCopy } from '../../copy/keepCopy';
import type { SharedPhoto } from '../../domain/saving/shareLink';
import { isLost } from '../../lib/retryPictures';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { OnPrint, Print } from './sharedStyles';
import { useAfter } from './useAfter';

const words = keepCopy.sharedPage;

export interface SharedPrintProps {
  photo: SharedPhoto;
  /** What it shows, for those who cannot see it. */
  alt: string;
  isFirst: boolean;
  style?: CSSProperties;
}

/** A photo before and after. One whose pictures did not arrive says so until they have. */
export function SharedPrint({ photo, alt, isFirst, style }: SharedPrintProps) {
  const { beforeUrl, width, height } = photo;
  const { src, isMaking } = useAfter(photo);
  const [isBroken, setBroken] = useState(false);
  const look = ({ currentTarget }: SyntheticEvent) =>
    setBroken([...currentTarget.querySelectorAll('img')].some(isLost));
  return (
    <Print {...(style && { style })} onErrorCapture={look} onLoadCapture={look}>
      <CompareSlider
        before={{ src: beforeUrl }}
        after={{ src }}
        alt={alt}
        ratio={width / height}
        priority={isFirst}
        hint={isFirst}
      />
      {(isBroken || isMaking) && <OnPrint>{isBroken ? words.errorTitle : words.making}</OnPrint>}
    </Print>
  );
}
