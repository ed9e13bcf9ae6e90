import { describe, expect, it } from '@jest/globals';
import { callerFrom } from './caller';

const token = (claims: object) =>
  `${btoa('{"alg":"none","typ":"JWT"}')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

describe('callerFrom', () => {
  it('treats a missing token as a signed-out client', () => {
    expect(callerFrom(undefined)).toEqual({ kind: 'user', auth: null });
    expect(callerFrom('')).toEqual({ kind: 'user', auth: null });
  });

  it('treats "owner" as an administrator', () => {
    expect(callerFrom('Bearer owner')).toEqual({ kind: 'admin' });
  });

  it('treats a token that a service account has signed for itself as an administrator’s', () => {
    const email = 'backend@family.iam.gserviceaccount.com';
    const claims = { iss: email, sub: email, aud: 'https://firestore.googleapis.com/' };
    expect(callerFrom(`Bearer ${token(claims)}`)).toEqual({ kind: 'admin' });
  });

  it('accepts unsigned tokens, even if dated 1970 as those of rules-unit-testing are', () => {
    const claims = { sub: 'ada', exp: 3600, firebase: { sign_in_provider: 'custom' }, name: 'Ädä' };
    expect(callerFrom(`Bearer ${token(claims)}`)).toEqual({ kind: 'user', auth: { uid: 'ada', token: claims } });
  });

  it.each(['Bearer x', 'Bearer ownership', 'Bearer a.b.c', `Bearer ${token({ name: 'nobody' })}`])(
    'refuses %s',
    (header) => {
      expect(() => callerFrom(header)).toThrow('not a readable Firebase ID token');
    },
  );
});
