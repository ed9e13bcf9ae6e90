import type { TOUCH_UP_KINDS } from '@heirlight/contract/adjustment';
import { useState } from 'react';
import { type ColourGroup, coloursOf, PALETTE } from './palette';

type TouchUpKind = (typeof TOUCH_UP_KINDS)[number];
/** What a brush can do but colour. */
export type TouchUpKinds = readonly [TouchUpKind, ...TouchUpKind[]];

/** Of the slider, 0..100. A mark is smaller than what is brought back. */
const FIRST_SIZE = { paint: 55, mend: 30 };
const FIRST_GROUP: ColourGroup = 'skin';
const firstColour = (group: ColourGroup) => coloursOf(group)[0]?.[1] ?? '';

/** What is chosen for a brush. It stays while another part of the panel is open. */
export function useBrushChoice(kinds: TouchUpKinds) {
  const [touchUp, setTouchUp] = useState(kinds[0]);
  const [group, setGroup] = useState(FIRST_GROUP);
  const [colour, setColour] = useState<string | null>(firstColour(FIRST_GROUP));
  const [sizes, setSizes] = useState({ ...FIRST_SIZE, colour: PALETTE[FIRST_GROUP].size });
  const [edges, setEdges] = useState(true);
  const setSize = (of: keyof typeof sizes, value: number) => setSizes((others) => ({ ...others, [of]: value }));
  return {
    ...{ touchUp, group, colour, sizes, edges },
    ...{ setTouchUp, setColour, setSize, setEdges },
    setGroup(next: ColourGroup) {
      setGroup(next);
      setColour(firstColour(next));
      setSize('colour', PALETTE[next].size);
    },
  };
}

export type BrushChoice = ReturnType<typeof useBrushChoice>;
