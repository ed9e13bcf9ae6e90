import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { type ComponentProps, type CSSProperties, memo } from 'react';
import { copy } from '../../copy/copy';
import { After, Before, Frame, Handle, Knob, Rail, Tag, TagLane } from './compareStyles';

export interface Picture {
  src: string;
  /** A smaller, loaded copy shown until `src` is there: through an empty "after" one would see the picture before. */
  poster?: string | null;
  srcSet?: string;
  /** The `sizes` attribute; needed with `srcSet`. */
  sizes?: string;
  /** What is to be seen on it, for those who cannot; after `alt` in its alternative text. */
  shows?: string;
}

export interface CompareSliderProps {
  before: Picture;
  after: Picture;
  /** What the photograph shows; part of both alternative texts and of the slider's name. */
  alt: string;
  /** Width divided by height of the frame. Both pictures cover it. */
  ratio: number;
  /** Above the fold: loaded at once and before other pictures. */
  priority?: boolean;
  /** Where the split is at first, in per cent from the left: at 100 one sees the whole picture before. */
  start?: number;
  /** Swings once, shortly after it appears, to show that it can be moved; at an `arrival` it sweeps over all of it. */
  hint?: boolean | 'arrival';
}

const COVERING = { backgroundSize: 'cover', backgroundPosition: 'center' };

const described = (alt: string, { shows }: Picture) => (shows ? `${alt}. ${shows}` : alt);

function shownAs({ poster, shows, ...picture }: Picture): ComponentProps<'img'> {
  if (!poster) return picture;
  return { ...picture, style: { backgroundImage: `url(${JSON.stringify(poster)})`, ...COVERING } };
}

/**
 * Before and after of one photograph, one laid over the other, with a handle between them. Only draws: `followSliders`
 * moves it.
 */
export const CompareSlider = memo(function CompareSlider(props: CompareSliderProps) {
  const { before, after, alt, ratio, priority = false, start = COMPARE_START_PERCENT, hint = false } = props;
  const style: CSSProperties & Record<'--split', string> = {
    '--split': `${start}%`,
    aspectRatio: ratio,
    width: '100%',
  };
  const image = {
    draggable: false,
    decoding: 'async',
    loading: priority ? 'eager' : 'lazy',
    fetchPriority: priority ? 'high' : 'auto',
  } as const;
  return (
    <Frame style={style} data-compare="" data-hint={hint || undefined}>
      <Before {...image} {...shownAs(before)} alt={described(copy.compare.beforeAlt(alt), before)} />
      <After {...image} {...shownAs(after)} data-fade="" alt={described(copy.compare.afterAlt(alt), after)} />
      <TagLane data-side="before">
        <Tag>{copy.compare.before}</Tag>
      </TagLane>
      <TagLane data-side="after">
        <Tag>{copy.compare.after}</Tag>
      </TagLane>
      <Rail>
        <Handle
          role="slider"
          tabIndex={0}
          aria-label={copy.compare.label(alt)}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={start}
          aria-valuetext={copy.compare.value(start)}
        >
          <Knob viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M9 6.5 3.5 12 9 17.5M15 6.5l5.5 5.5-5.5 5.5" />
          </Knob>
        </Handle>
      </Rail>
    </Frame>
  );
});
