import {
  CONTRAST,
  LUMA,
  MAP_NUMBERS,
  type Mask,
  type Mend,
  NO_MASK,
  NO_MEND,
  NO_TINT,
  type Tint,
  WARM,
} from '@heirlight/imaging/adjust';
import {
  createBufferInfoFromArrays,
  createProgramInfo,
  createTexture,
  drawBufferInfo,
  type ProgramInfo,
  setBuffersAndAttributes,
  setTextureFromArray,
  setTextureFromElement,
  setUniforms,
} from 'twgl.js';
import type { Rect, Size } from '../camera';
import type { Mixer } from './mixer';

/** A triangle that covers everything. */
const CORNERS = { position: { numComponents: 2, data: [-1, -1, 3, -1, -1, 3] } };

const VERTEX = `#version 300 es
in vec2 position;
void main() {
  gl_Position = vec4(position, 0, 1);
}`;

const vec3 = (numbers: readonly number[]) => `vec3(${numbers.join(', ')})`;

/** The arithmetic of `adjustBlock` in packages/imaging. Maps are mixed by hand: chips round when they do it. */
const FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler2D;
precision highp isampler2D;
uniform sampler2D before, after, map, mask, mendBefore, mendAfter, tint;
uniform isampler2D mendFrom;
uniform vec2 size;
uniform float canvasHeight;
/** Left, top, width and height. */
uniform vec4 part;
/** Where the whole original lies on its sheet, if that is to be enlarged. */
uniform vec4 originalAt;
uniform bool isEnlarged;
uniform float repair, colour, faces, sharpness, warmth, contrast, maskChroma;
out vec4 painted;

const vec3 LUMA = ${vec3(LUMA)};
const float LEAST = 1e-4;

vec4 mixed(sampler2D map, vec2 place) {
  ivec2 last = textureSize(map, 0) - 1;
  vec2 at = clamp(place * vec2(last + 1) - 0.5, vec2(0), vec2(last));
  ivec2 from = ivec2(at);
  ivec2 to = min(from + 1, last);
  vec2 share = at - vec2(from);
  vec4 above = mix(texelFetch(map, from, 0), texelFetch(map, ivec2(to.x, from.y), 0), share.x);
  vec4 below = mix(texelFetch(map, ivec2(from.x, to.y), 0), texelFetch(map, to, 0), share.x);
  return mix(above, below, share.y);
}

vec2 placeOf(vec2 pixel) {
  return part.xy + pixel / size * part.zw;
}

vec3 levelsOf(ivec2 pixel) {
  return round(texelFetch(before, pixel, 0).rgb * 255.0);
}

/** In whole levels, the even one of two that are as near: as the bytes that are saved are enlarged. */
vec3 originalOf(vec2 pixel) {
  if (!isEnlarged) return texelFetch(before, ivec2(pixel), 0).rgb;
  vec2 last = originalAt.zw - 1.0;
  vec2 at = clamp(placeOf(pixel) * originalAt.zw - 0.5, vec2(0), last);
  vec2 first = floor(at);
  ivec2 from = ivec2(first + originalAt.xy);
  ivec2 to = ivec2(min(first + 1.0, last) + originalAt.xy);
  vec2 share = at - first;
  vec3 above = mix(levelsOf(from), levelsOf(ivec2(to.x, from.y)), share.x);
  vec3 below = mix(levelsOf(ivec2(from.x, to.y)), levelsOf(to), share.x);
  return roundEven(mix(above, below, share.y)) / 255.0;
}

/** The pixel whose grain one at this place gets; itself if that is not here, or mended too. */
vec2 grainOf(vec2 pixel, vec2 place) {
  vec2 places = vec2(textureSize(mendFrom, 0));
  vec2 from = vec2(texelFetch(mendFrom, ivec2(clamp(place * places, vec2(0), places - 1.0)), 0).xy);
  vec2 source = pixel + floor(from * size / (part.zw * places) + 0.5001);
  bool isHere = all(greaterThanEqual(source, vec2(0))) && all(lessThan(source, size));
  return isHere && mixed(mendBefore, placeOf(source)).a == 0.0 ? source : pixel;
}

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, canvasHeight - gl_FragCoord.y);
  vec3 original = originalOf(pixel);
  vec4 result = texelFetch(after, ivec2(pixel), 0);
  vec2 place = placeOf(pixel);
  vec4 mended = mixed(mendBefore, place);
  if (mended.a > 0.0) {
    vec3 filled = mixed(mendAfter, place).rgb;
    vec2 grain = grainOf(pixel, place);
    if (grain != pixel) {
      vec2 its = placeOf(grain);
      mended.rgb += originalOf(grain) - mixed(mendBefore, its).rgb;
      filled += texelFetch(after, ivec2(grain), 0).rgb - mixed(mendAfter, its).rgb;
    }
    original = clamp(mix(original, mended.rgb, mended.a), 0.0, 1.0);
    result.rgb = clamp(mix(result.rgb, filled, mended.a), 0.0, 1.0);
  }
  vec3 known = mixed(map, place).xyz;
  float back = mixed(mask, place).r;
  vec3 change = result.rgb - original;
  float byLuma = dot(LUMA, change);
  float details = mix(sharpness, repair, known.y) * (1.0 - known.z * (1.0 - faces));
  float taken = (1.0 - back) * (details * byLuma + (repair - details) * known.x);
  float chroma = (1.0 - back * maskChroma) * colour;
  float luma = clamp(dot(LUMA, original) + taken, 0.0, 1.0);
  float bent = contrast * ${CONTRAST} * luma * (1.0 - luma) * (2.0 * luma - 1.0);
  vec3 colours = original + chroma * change + (taken - chroma * byLuma + bent) + warmth * luma * ${vec3(WARM)};
  colours = clamp(colours, 0.0, 1.0);
  vec4 laid = mixed(tint, place);
  vec3 picked = laid.rgb / max(laid.a, LEAST);
  float pickedLuma = dot(LUMA, picked);
  luma = dot(LUMA, colours);
  float darker = luma / max(pickedLuma, LEAST);
  float strength = min(darker * sqrt(darker), (1.0 - luma) / max(1.0 - pickedLuma, LEAST));
  colours = mix(colours, luma + strength * (picked - pickedLuma), laid.a);
  painted = vec4(clamp(colours, 0.0, 1.0) * result.a, result.a);
}`;

/** More than any screen shows; what a canvas of the browser allows is more. */
const MOST_PX = 16_000_000;

/** Returns null where there is no WebGL 2. */
export function createGlMixer(): Mixer | null {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false });
  // Null, too, where a driver refuses the program.
  const program: ProgramInfo | null = gl && createProgramInfo(gl, [VERTEX, FRAGMENT]);
  if (!gl || !program) return null;
  const corners = createBufferInfoFromArrays(gl, CORNERS);
  const texture = () => createTexture(gl, { min: gl.NEAREST, mag: gl.NEAREST, wrap: gl.CLAMP_TO_EDGE, auto: false });
  const textures = {
    ...{ before: texture(), after: texture(), map: texture(), mask: texture() },
    ...{ mendBefore: texture(), mendAfter: texture(), mendFrom: texture(), tint: texture() },
  };
  let size: Size = { width: 0, height: 0 };
  let originalAt: Rect | null = null;
  let maskChroma = NO_MASK.chroma;
  const setMask = ({ width, height, data, chroma }: Mask) => {
    maskChroma = chroma;
    const numbers = { internalFormat: gl.R8, format: gl.RED, type: gl.UNSIGNED_BYTE };
    setTextureFromArray(gl, textures.mask, data, { ...numbers, width, height, auto: false });
  };
  const setMend = ({ width, height, original, result, from }: Mend) => {
    const size = { width, height, auto: false };
    setTextureFromArray(gl, textures.mendBefore, original, size);
    setTextureFromArray(gl, textures.mendAfter, result, size);
    const numbers = { internalFormat: gl.RG16I, format: gl.RG_INTEGER, type: gl.SHORT };
    setTextureFromArray(gl, textures.mendFrom, from, { ...numbers, ...size });
  };
  setMask(NO_MASK);
  setMend(NO_MEND);
  const setTint = ({ width, height, data }: Tint) => {
    const bytes = { internalFormat: gl.RGBA8, format: gl.RGBA, type: gl.UNSIGNED_BYTE };
    setTextureFromArray(gl, textures.tint, data, { ...bytes, width, height, auto: false });
  };
  setTint(NO_TINT);
  return {
    most: MOST_PX,
    setMask: (mask) => setMask(mask ?? NO_MASK),
    setMend: (mend) => setMend(mend ?? NO_MEND),
    setTint: (tint) => setTint(tint ?? NO_TINT),
    setMaps({ width, height, data }) {
      const numbers = { internalFormat: gl.RGB32F, format: gl.RGB, type: gl.FLOAT };
      if (data.length !== width * height * MAP_NUMBERS) throw new Error('The map is not whole');
      setTextureFromArray(gl, textures.map, data, { ...numbers, width, height, auto: false });
    },
    take(sheets, taken, enlarged) {
      size = taken;
      originalAt = enlarged?.at ?? null;
      // As they are: the first row is the top one, and no colour is multiplied by its alpha.
      setTextureFromElement(gl, textures.before, sheets.before, { auto: false });
      setTextureFromElement(gl, textures.after, sheets.after, { auto: false });
    },
    mix({ strokes: _, ...strengths }, { x, y, width, height }) {
      if (gl.isContextLost()) return null;
      if (canvas.width < size.width || canvas.height < size.height) Object.assign(canvas, size);
      // The canvas's first row is the viewport's last.
      gl.viewport(0, canvas.height - size.height, size.width, size.height);
      gl.clear(gl.COLOR_BUFFER_BIT);
      // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's, and no hook of React's.
      gl.useProgram(program.program);
      setBuffersAndAttributes(gl, program, corners);
      setUniforms(program, {
        ...textures,
        ...strengths,
        maskChroma,
        size: [size.width, size.height],
        canvasHeight: canvas.height,
        part: [x, y, width, height],
        isEnlarged: originalAt !== null,
        originalAt: originalAt ? [originalAt.x, originalAt.y, originalAt.width, originalAt.height] : [0, 0, 1, 1],
      });
      drawBufferInfo(gl, corners);
      return canvas;
    },
    close: () => gl.getExtension('WEBGL_lose_context')?.loseContext(),
  };
}
