import { useState } from 'react';
import { Tool } from '../viewerStyles';
import { adjustCopy } from './adjustCopy';
import { AnyColour, Choices, Groups, NoColour, Swatch } from './adjustStyles';
import { COLOUR_GROUPS, type ColourGroup, coloursOf } from './palette';

export interface ColourChoiceProps {
  group: ColourGroup;
  /** Null takes colours away. */
  colour: string | null;
  onGroup: (group: ColourGroup) => void;
  onColour: (colour: string | null) => void;
}

const nameOf = (group: ColourGroup, name: string) => (adjustCopy.palette[group] as Record<string, string>)[name];

/** A few colours for what is touched, and any other by the browser's own means. */
export function ColourChoice({ group, colour, onGroup, onColour }: ColourChoiceProps) {
  const isOwn = colour !== null && coloursOf(group).every(([, one]) => one !== colour);
  // The browser's own choice of a colour always shows one, grey at first.
  const [last, setLast] = useState(colour);
  if (colour !== null && colour !== last) setLast(colour);
  return (
    <>
      <Groups role="group" aria-label={adjustCopy.coloursTitle}>
        {COLOUR_GROUPS.map((one) => (
          <Tool key={one} aria-pressed={group === one} onClick={() => onGroup(one)}>
            {adjustCopy.palette[one].title}
          </Tool>
        ))}
      </Groups>
      <Choices role="group" aria-label={adjustCopy.palette[group].title}>
        {coloursOf(group).map(([name, one]) => (
          <Swatch
            key={one}
            aria-label={nameOf(group, name)}
            title={nameOf(group, name)}
            aria-pressed={one === colour}
            style={{ color: one }}
            onClick={() => onColour(one)}
          />
        ))}
        <AnyColour data-chosen={isOwn}>
          <input
            type="color"
            aria-label={adjustCopy.anyColour}
            value={last ?? '#808080'}
            onChange={({ currentTarget }) => onColour(currentTarget.value.toLowerCase())}
          />
          <span aria-hidden="true">{adjustCopy.anyColourSeen}</span>
        </AnyColour>
        <NoColour
          aria-label={adjustCopy.takeAway}
          title={adjustCopy.takeAway}
          aria-pressed={colour === null}
          onClick={() => onColour(null)}
        />
      </Choices>
    </>
  );
}
