/** The white of ICC's connection space, and sRGB's three colours adapted to it (IEC 61966-2-1, ICC.1:2010, annex E). */
const D50 = [0.9642, 1, 0.8249];
const RED = [0.43607, 0.22249, 0.01392];
const GREEN = [0.38515, 0.71687, 0.09708];
const BLUE = [0.14307, 0.06061, 0.7141];
/** sRGB's curve: (a x + b) ^ g, and c x below d. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;

const fixed = (type: string, head: readonly number[], values: readonly number[]) => ({ type, head, values });
const xyz = (values: readonly number[]) => fixed('XYZ ', [], values);
/** Parametric, of function type 3. */
const curve = fixed('para', [3], CURVE);

const TAGS = [
  ['wtpt', xyz(D50)],
  ['rXYZ', xyz(RED)],
  ['gXYZ', xyz(GREEN)],
  ['bXYZ', xyz(BLUE)],
  ['rTRC', curve],
  ['gTRC', curve],
  ['bTRC', curve],
] as const;

/** Returns sRGB as an ICC profile of version 4: what pictures with a profile of their own are converted to. */
export function srgbProfile(): Uint8Array {
  const places = new Map<object, { at: number; bytes: number }>();
  let end = HEADER_BYTES + 4 + TAGS.length * ENTRY_BYTES;
  for (const [, element] of TAGS) {
    if (places.has(element)) continue;
    const bytes = 8 + 4 * element.head.length + 4 * element.values.length;
    places.set(element, { at: end, bytes });
    end += bytes;
  }
  const profile = new Uint8Array(end);
  const view = new DataView(profile.buffer);
  const text = (at: number, letters: string) => profile.set(new TextEncoder().encode(letters), at);
  const s15Fixed16 = (at: number, value: number) => view.setInt32(at, Math.round(value * 65_536));
  view.setUint32(0, end);
  view.setUint32(8, 0x0420_0000);
  text(12, 'mntrRGB XYZ ');
  text(36, 'acsp');
  D50.forEach((value, index) => {
    s15Fixed16(68 + 4 * index, value);
  });
  view.setUint32(HEADER_BYTES, TAGS.length);
  TAGS.forEach(([name, element], index) => {
    const { at, bytes } = places.get(element) ?? { at: 0, bytes: 0 };
    const entry = HEADER_BYTES + 4 + index * ENTRY_BYTES;
    text(entry, name);
    view.setUint32(entry + 4, at);
    view.setUint32(entry + 8, bytes);
    text(at, element.type);
    element.head.forEach((kind, place) => {
      view.setUint16(at + 8 + 4 * place, kind);
    });
    element.values.forEach((value, place) => {
      s15Fixed16(at + 8 + 4 * (element.head.length + place), value);
    });
  });
  return profile;
}
