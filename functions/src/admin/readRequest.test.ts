import { expect, test } from '@jest/globals';
import { readRequest } from './readRequest';
import { RejectedRequest } from './rejectedRequest';

const grant = { action: 'grant', email: 'ada@example.com', restores: 5, reason: 'The model was down' };
const { restores: _none, ...grantOfNothing } = grant;
const retry = { action: 'retry', uid: 'ada', photo: '0f8fad5b-d9cb-469f-a165-70867728950e', reason: 'x' };
const refund = { action: 'refund', uid: 'ada', payment: 'cs_1', reason: 'x' };

test.each<[what: string, written: object, read: object]>([
  ['numbers as text', { ...grant, restores: ' +5 ' }, grant],
  ['a claw back', { ...grant, restores: '-3' }, { ...grant, restores: -3 }],
  ['the minus sign of a word processor', { ...grant, restores: '−3' }, { ...grant, restores: -3 }],
  ['spaces and capitals', { ...grant, action: ' Grant ', email: ' Ada@Example.com ' }, grant],
  [
    'field names as people say them',
    { Action: 'grant', 'E-mail': grant.email, Restores: 5, Reason: grant.reason },
    grant,
  ],
  ['fields left empty', { ...grant, uid: '', photo: null, payment: ' ' }, grant],
  ['the answer of the request it is a copy of', { ...grant, state: 'ERROR', error: 'x', balance_after: 1 }, grant],
  ['a uid instead of the address', { ...grant, email: '', uid: ' aB3 ' }, { ...grant, email: undefined, uid: 'aB3' }],
  ['a payment by its path', { ...refund, payment: '/payments/cs_1' }, refund],
  ['a part of a payment', { ...refund, payment: ' pi_1', restores: '2' }, { ...refund, payment: 'pi_1', restores: 2 }],
  ['a photo in capitals', { ...retry, photo: ` ${retry.photo.toUpperCase()} ` }, retry],
  ['a day', { action: 'Stats', day: ' 2026-11-23' }, { action: 'stats', day: '2026-11-23' }],
])('takes %s', (_what, written, read) => {
  expect(readRequest({ ...written })).toEqual(read);
});

test.each<[written: object, complaint: string]>([
  [{}, 'action is missing. It is one of grant, refund, retry, export, delete, stats.'],
  [{ ...grant, action: 'give' }, 'action is “give”. It is one of grant, refund, retry, export, delete, stats.'],
  [{ ...grant, action: { is: 'grant' } }, 'action is no text.'],
  [{ ...grant, email: '' }, 'Write whose account it is: email or uid.'],
  [{ ...grant, email: 'ada' }, 'email is “ada”, which is no e-mail address.'],
  [{ ...grant, uid: 'users/ada' }, 'uid is “users/ada”, which is no uid.'],
  [{ ...grant, reason: '  ' }, 'reason is missing.'],
  [{ ...grant, reason: 'x'.repeat(501) }, 'reason is longer than 500 characters.'],
  [grantOfNothing, 'restores is missing.'],
  [{ ...grant, restores: 0 }, 'restores is 0.'],
  [{ ...grant, restores: 2.5 }, 'restores is “2.5”, which is no whole number.'],
  [{ ...grant, restores: '1,000' }, 'restores is “1,000”, which is no whole number.'],
  [{ ...grant, restores: 'five' }, 'restores is “five”, which is no whole number.'],
  [{ ...grant, restores: Number.NaN }, 'restores is “NaN”, which is no whole number.'],
  [{ ...grant, restores: 1001 }, 'restores is 1001. One request moves 1000 at most.'],
  [{ ...grant, restores: '-1001' }, 'restores is -1001. One request moves 1000 at most.'],
  [{ ...grant, restores: true }, 'restores is no number.'],
  [{ ...grant, photo: 'x' }, 'grant takes no field “photo”. It takes email, uid, reason, restores.'],
  [{ ...grant, restors: 5 }, 'grant takes no field “restors”. It takes email, uid, reason, restores.'],
  [{ ...grant, ' Email ': 'eve@example.com' }, 'Two fields are called email.'],
  [{ ...refund, payment: '' }, 'payment is missing.'],
  [{ ...refund, payment: 'ch_1' }, 'payment is “ch_1”. It begins with cs_ or pi_.'],
  [{ ...refund, restores: -1 }, 'restores is -1. A refund is of 1 or more.'],
  [{ ...retry, photo: 'abc' }, 'photo is “abc”, which is no photo’s id.'],
  [{ action: 'stats', day: '23.11.2026' }, 'day is “23.11.2026”, which is no day like 2026-11-23.'],
  [{ action: 'stats', day: '2026-02-30' }, 'day is “2026-02-30”, which is no day like 2026-11-23.'],
])('refuses %j', (written, complaint) => {
  expect(() => readRequest({ ...written })).toThrow(new RejectedRequest(complaint));
});
