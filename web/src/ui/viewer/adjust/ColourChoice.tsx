import { Tool } from '../viewerStyles';
import { adjustCopy } from './adjustCopy';
import { AnyColour, Choices, Groups, Swatch } from './adjustStyles';
import { COLOUR_GROUPS, type ColourGroup, coloursOf } from './palette';

export interface ColourChoiceProps {
  group: ColourGroup;
  colour: string;
  onGroup: (group: ColourGroup) => void;
  onColour: (colour: string) => void;
}

const nameOf = (group: ColourGroup, name: string) => (adjustCopy.palette[group] as Record<string, string>)[name];

/** A few colours for what is touched, and any other by the browser's own means. */
export function ColourChoice({ group, colour, onGroup, onColour }: ColourChoiceProps) {
  const isOwn = coloursOf(group).every(([, one]) => one !== colour);
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
            value={colour}
            onChange={({ currentTarget }) => onColour(currentTarget.value.toLowerCase())}
          />
          <span aria-hidden="true">{adjustCopy.anyColourSeen}</span>
        </AnyColour>
      </Choices>
    </>
  );
}
