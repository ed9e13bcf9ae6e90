import { Fragment } from 'react';

/** What stands between the words of a file's name. Browsers end a line at a hyphen, but at none of these. */
const BETWEEN_WORDS = /(_[_.-]*(?=[^\s_.-])|\.(?=\p{L}))/u;

/** A name whose lines end between its words, a file's name too: `mary_mackillop_c1890`. */
export const Breakable = ({ children }: { children: string }) =>
  // Every second part is what stands between.
  children.split(BETWEEN_WORDS).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other name
    <Fragment key={index}>
      {part}
      {index % 2 === 1 && <wbr />}
    </Fragment>
  ));
