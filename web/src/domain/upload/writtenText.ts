/** Returns the text, or null if the bytes are no text of this encoding. */
function decoded(encoding: string, bytes: Uint8Array, ofPart = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: ofPart });
  } catch {
    return null;
  }
}

/** As UTF-8, which may have been cut in the middle of a letter; null if it is none. */
function utf8Text(bytes: Uint8Array): string | null {
  const text = decoded('utf-8', bytes, true);
  const isWhole = text !== null && (text.length === bytes.length || /[^\0-\x7f]/.test(text));
  return isWhole ? text : null;
}

/** Two Japanese letters in a row, or nothing else, as Shift-JIS writes nearly all of them. No Western text looks so. */
const SHIFT_JIS = /(?:[\x81-\x9f][\x40-\x7e\x80-\xfc]){2}|^(?:[\x81-\x9f][\x40-\x7e\x80-\xfc])+$/;

const shiftJisText = (bytes: Uint8Array): string | null =>
  SHIFT_JIS.test(String.fromCharCode(...bytes)) ? decoded('shift_jis', bytes, true) : null;

/** What reading another encoding as Windows' Western one gives. */
const NOT_WESTERN: readonly RegExp[] = [
  // Letters that it lacks.
  /[\x81\x8d\x8f\x90\x9d]/,
  // Accents all in a row.
  /[À-ÿ]{3}/,
  // Signs within a word, or before one.
  /\p{L}[¡-³¶¸-¿×÷]\p{L}|[£¥¯¹³¼¾]\p{L}/u,
  // Capitals within a word.
  /\p{L}[ŠŽŒŸÀ-Þ]\p{Ll}/u,
];

function westernText(bytes: Uint8Array): string | null {
  const text = decoded('windows-1252', bytes);
  return text === null || NOT_WESTERN.some((form) => form.test(text)) ? null : text;
}

/** More than the longest caption. */
const MOST_BYTES = 8192;

/** Returns the text of a field that does not say its encoding; empty if the encoding cannot be known. */
export function textOfBytes(field: Uint8Array): string {
  const bytes = field.subarray(0, MOST_BYTES);
  return utf8Text(bytes) ?? shiftJisText(bytes) ?? westernText(bytes) ?? '';
}

/**
 * Returns the text of a string with a byte in each character. A reader that decodes UTF-8 and leaves other bytes so can
 * be given to this too: text that it decoded stays as it is.
 */
export const textOfByteString = (text: string): string =>
  /[^\0-\xff]/.test(text) ? text : textOfBytes(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));

const distinct = (bytes: Uint8Array, first: 0 | 1) => new Set(bytes.filter((_, at) => at % 2 === first)).size;

/** UTF-16 in either order: of each letter, the byte that says its script changes less often. */
function utf16Text(bytes: Uint8Array): string {
  const hasBigMark = bytes[0] === 0xfe && bytes[1] === 0xff;
  const hasLittleMark = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = hasBigMark || (!hasLittleMark && distinct(bytes, 0) < distinct(bytes, 1));
  return decoded(isBig ? 'utf-16be' : 'utf-16le', bytes) ?? '';
}

/** Returns the text of a field that Windows writes (XPTitle and its like): UTF-16, the lower byte first. */
export const textOfWindows = (bytes: Uint8Array): string => decoded('utf-16le', bytes) ?? '';

const japaneseText = (bytes: Uint8Array) =>
  (bytes.includes(0x1b) ? decoded('iso-2022-jp', bytes) : (decoded('shift_jis', bytes) ?? decoded('euc-jp', bytes))) ??
  '';

const COMMENT_CODE_BYTES = 8;

/** Returns the text of EXIF's UserComment, whose first eight bytes name its encoding (EXIF 2.32, section 4.6.5). */
export function textOfComment(bytes: Uint8Array): string {
  const code = String.fromCharCode(...bytes.subarray(0, COMMENT_CODE_BYTES));
  const rest = bytes.subarray(COMMENT_CODE_BYTES);
  const named = code.replace(/[\0 ]+$/, '');
  if (named === 'UNICODE') return utf16Text(rest);
  if (named === 'JIS') return japaneseText(rest);
  return textOfBytes(named === 'ASCII' || named === '' ? rest : bytes);
}

/** What cameras, phones and programs write where a caption belongs. */
const NOBODYS_WORDS: readonly RegExp[] = [
  /^[A-Z0-9 ._()/*-]*DIGITAL (?:STILL )?CAMERA[A-Z0-9 ._()/*-]*$/,
  /^(?:[\w-]+ )?digital ?(?:still ?)?camera$/i,
  /^(?:sony|minolta|konica minolta|casio|pentax|ricoh|samsung|olympus|kodak|fujifilm|canon|nikon)(?: dsc)?$/i,
  /^samsung camera pictures$/i,
  /^DCIM\b/,
  /^(?:my beautiful picture|default|untitled|<untitled>|none|image ?description|description|screenshot|applemark)$/i,
  /^exif[ _-]?jpeg(?:[ _-]?picture)?$/i,
  /^binary comment$/i,
  /^(?:created|edited|processed|made) with (?:the )?(?:gimp|vsco|paint|picasa|snapseed|adobe|photoshop|mocha)\b/i,
  /^(?:LEAD Technologies|ACD Systems|Intel\(R\) JPEG|File written by Adobe|CREATOR: gd-jpeg)/i,
  // Huawei's, for its modes.
  /^(?:oz)?(?:cof|edf|nor|sdr|rbt|fbt|hdr)(?:[A-Z_]\w*)?$/,
  // Settings of a program.
  /^(?:\{|<[?!/a-z])/i,
];

/** Returns the words that a person wrote in this field; empty if no person did. */
export function personsWords(text: string): string {
  const words = text
    .replace(/\0+/g, ' ')
    .trim()
    .replace(/^charset="?[\w-]+"?\s*/i, '');
  return NOBODYS_WORDS.some((form) => form.test(words)) ? '' : words;
}
