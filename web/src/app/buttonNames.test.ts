import { OPERATOR } from '@heirlight/contract/operator';
import { expect, test } from '@jest/globals';
import { accountCopy } from '../features/account/accountCopy';
import { aboutCopy } from '../lib/aboutCopy';
import { copy } from '../lib/copy';
import { keepCopy } from '../lib/keepCopy';
import { photoCopy } from '../lib/photoCopy';
import { withdrawalCopy } from '../lib/withdrawalCopy';

const textOf = (operator: typeof OPERATOR) =>
  (['questions', 'privacy', 'terms'] as const)
    .flatMap((page) => aboutCopy[page].parts(operator))
    .flatMap(({ text }) => text)
    .join('\n');

test('questions, privacy and terms call buttons as they are on the page', () => {
  for (const label of [
    copy.account.title,
    copy.account.delete,
    accountCopy.exporting.start,
    keepCopy.share.takeBack,
    photoCopy.tryAgain,
    'Full Screen',
  ])
    expect(textOf(OPERATOR)).toContain(label);
  expect(textOf({ ...OPERATOR, withdrawalDays: 14 })).toContain(withdrawalCopy.ask);
});
