import { OPERATOR } from '@heirlight/contract/operator';
import { expect, test } from '@jest/globals';
import { aboutCopy } from '../copy/aboutCopy';
import { keepCopy } from '../copy/keepCopy';
import { withdrawalCopy } from '../domain/account/withdrawalCopy';
import { accountCopy } from '../features/account/accountCopy';
import { photoCopy } from '../features/gallery/photoCopy';

const textOf = (operator: typeof OPERATOR) =>
  (['questions', 'privacy', 'terms'] as const)
    .flatMap((page) => aboutCopy[page].parts(operator))
    .flatMap(({ text }) => text)
    .join('\n');

test('questions, privacy and terms call buttons as they are on the page', () => {
  for (const label of [
    accountCopy.title,
    accountCopy.delete,
    accountCopy.exporting.start,
    keepCopy.share.takeBack,
    photoCopy.tryAgain,
    'Full Screen',
  ])
    expect(textOf(OPERATOR)).toContain(label);
  // It is promised where there is one.
  expect(textOf(OPERATOR)).not.toContain(withdrawalCopy.ask);
  expect(textOf({ ...OPERATOR, withdrawalDays: 14 })).toContain(withdrawalCopy.ask);
});
