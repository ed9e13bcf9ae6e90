// Why: docs/decisions/2026-11-25-photos-found-and-ordered-by-kept-text.md
import { MAX_NAME_LENGTH } from './limits';

/** Characters nobody sees that change how the text around them is shown: control characters, and turns of direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken away
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Cut to so many UTF-16 units, never in the middle of a character. */
const cut = (text: string, longest: number) => text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');

/**
 * Returns the words of a person as they are stored: in one spelling, without what nobody sees, at most `longest`
 * characters. `lines` keeps line breaks. Null if nothing is left.
 */
export function tidyText(
  text: string,
  { longest, lines = false }: { longest: number; lines?: boolean },
): string | null {
  const plain = text.normalize('NFC').replace(/\r\n?/g, '\n').replace(UNSEEN, ' ');
  const spaced = lines ? plain.replace(/ +/g, ' ').replace(/ ?\n ?/g, '\n') : plain.replace(/\s+/g, ' ');
  return cut(spaced.trim(), longest).trim() || null;
}

/** Returns the name that a photo gets from its file's name: without the extension. Null if nothing is left. */
export function nameOfFile(fileName: string): string | null {
  return tidyText(fileName.replace(/\.[a-z0-9]{1,5}$/i, ''), { longest: MAX_NAME_LENGTH });
}

/** Longest beginning of a word that is searched by, in characters. */
const LONGEST_WORD = 20;
/** Bounds the index entries of a photo. */
const MOST_ENTRIES = 400;

/** Letters that Unicode does not take apart into a plain one and a mark, as people type them on other keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ς: 'σ' },
};

/** By way of upper case, which makes `ß` to `SS`: https://www.unicode.org/reports/tr44/#CaseFolding.txt */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => PLAIN[letter] ?? letter);

/**
 * Returns the words of a text as they are compared: without case, accents and ligatures. Letters and digits are words of
 * their own.
 */
export function wordsOf(text: string): string[] {
  const plain = folded(text);
  return (plain.match(/\p{L}+|\p{N}+/gu) ?? []).map((word) => cut(word, LONGEST_WORD));
}

/** A word, and its beginnings of two letters or more. */
const beginningsOf = (word: string): string[] => [
  word,
  ...Array.from({ length: Math.max(0, word.length - 2) }, (_, index) => cut(word, index + 2)),
];

/** Returns what a photo is found by: every word of its texts, and each word's beginnings. */
export function searchWordsOf(texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap((text) => wordsOf(text ?? ''));
  return [...new Set(words.flatMap(beginningsOf))].slice(0, MOST_ENTRIES);
}
