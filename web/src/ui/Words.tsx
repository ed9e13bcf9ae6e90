import { BRAND } from '@heirlight/contract/brand';
import { PROMOTION_CODE } from '@heirlight/contract/limits';
import type { ReactNode } from 'react';

/** Names, codes to type and e-mail addresses. The brackets make `split` return them as every second part. */
const KEPT = new RegExp(`(${BRAND}|${PROMOTION_CODE}|[^\\s@]+@[^\\s@]*[^\\s@.,?!])`);

/** An address that is too long for its line goes on below with its domain, not in the middle of a word. */
function breakable(part: string): ReactNode {
  const [name, domain] = part.split('@');
  if (!name || !domain) return part;
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}

/** A sentence in which a translator leaves names, codes and e-mail addresses as they are. */
export const Words = ({ children }: { children: string }) =>
  children.split(KEPT).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name
      <span key={index} translate="no">
        {breakable(part)}
      </span>
    ),
  );
