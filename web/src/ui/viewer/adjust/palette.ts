/**
 * Colours for what old photographs show: muted, as cloth, paint and light were. `size` is the slider's (0..100) at which a
 * colour spreads about as far as such a thing does.
 */
export const PALETTE = {
  skin: {
    size: 77,
    colours: { fair: '#dcc0ae', light: '#cfab94', olive: '#b8937a', brown: '#8d6a54', dark: '#5e473a' },
  },
  hair: {
    size: 72,
    colours: { black: '#2c2a2b', brown: '#4f4139', auburn: '#694535', blond: '#b09a74', grey: '#9a9895' },
  },
  eyes: {
    size: 26,
    colours: { blue: '#6b86a0', grey: '#7f8a90', green: '#6f7f66', hazel: '#7d664b', brown: '#574034' },
  },
  cloth: {
    size: 83,
    colours: { navy: '#3b475e', wine: '#6b3f44', bottle: '#475645', brown: '#6a5646', cream: '#e0d6c2' },
  },
  wood: { size: 77, colours: { oak: '#9d7f5d', walnut: '#604a3b', mahogany: '#6b4335' } },
  sky: { size: 100, colours: { blue: '#9fb7cf', pale: '#c4d2dc', dusk: '#d6b9a8' } },
  plants: { size: 77, colours: { grass: '#7c875a', leaves: '#596848', straw: '#b5a574' } },
} as const;
export type ColourGroup = keyof typeof PALETTE;
export const COLOUR_GROUPS = Object.keys(PALETTE) as ColourGroup[];

/** The colours of a group, each with the key of its name. */
export const coloursOf = (group: ColourGroup): readonly (readonly [name: string, colour: string])[] =>
  Object.entries(PALETTE[group].colours);
