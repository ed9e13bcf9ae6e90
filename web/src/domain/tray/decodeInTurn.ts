import type { Pictures } from '../upload/pictures';

type Decoding = Pick<Pictures, 'convert' | 'convertForeign'>;

/**
 * Returns the same with its conversions one after the other. A decoded photograph of 12 megapixels and its canvas take
 * 100 MB: three at once are more than a phone gives to a page.
 */
export function decodeInTurn<Given extends Decoding>(pictures: Given): Given {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    ...pictures,
    convert: (...asked) => inTurn(() => pictures.convert(...asked)),
    convertForeign: (...asked) => inTurn(() => pictures.convertForeign(...asked)),
  };
}
