import { BRAND } from '@heirlight/contract/brand';
import type { OobCode } from './authEmulator';

/** An e-mail as the mailbox shows it. */
export interface Message {
  /** The one-time code; unique. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** What the button says. */
  action: string;
  /** Leads into the app, as a link of the project's own e-mail templates would. */
  link: string;
  /** The Auth emulator's name of the kind, e.g. PASSWORD_RESET. */
  kind: string;
  oobCode: string;
  /** When the mailbox first saw it: the Auth emulator keeps no time. ISO 8601. */
  receivedAt: string;
}

interface Wording {
  mode: string;
  subject: string;
  text: string;
  action: string;
}

const WORDING: Record<string, Wording> = {
  PASSWORD_RESET: {
    mode: 'resetPassword',
    subject: `Reset your password for ${BRAND}`,
    text: `Someone, hopefully you, asked for a new password. If it was not you, there is nothing to do.`,
    action: 'Choose a new password',
  },
  VERIFY_EMAIL: {
    mode: 'verifyEmail',
    subject: `Verify your email for ${BRAND}`,
    text: `Welcome! Please confirm that this address is yours.`,
    action: 'Verify this address',
  },
  EMAIL_SIGNIN: {
    mode: 'signIn',
    subject: `Sign in to ${BRAND}`,
    text: `Here is your link to sign in without a password.`,
    action: 'Sign in',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    mode: 'verifyAndChangeEmail',
    subject: `Confirm your new address for ${BRAND}`,
    text: `Please confirm the new address for your account.`,
    action: 'Confirm the new address',
  },
  RECOVER_EMAIL: {
    mode: 'recoverEmail',
    subject: `Your address for ${BRAND} was changed`,
    text: `Your sign-in address was changed. If it was not you, take it back here.`,
    action: 'Take the change back',
  },
};

/** Parameters an e-mail link carries besides its mode and code. */
const PASSED_ON = ['apiKey', 'lang', 'continueUrl', 'tenantId'];

function linkInto(appOrigin: string, { mode, code }: { mode: string; code: OobCode }): string {
  const link = new URL('/', appOrigin);
  link.searchParams.set('mode', mode);
  link.searchParams.set('oobCode', code.oobCode);
  const original = URL.canParse(code.oobLink) ? new URL(code.oobLink).searchParams : new URLSearchParams();
  for (const name of PASSED_ON) {
    const value = original.get(name);
    if (value !== null) link.searchParams.set(name, value);
  }
  return link.href;
}

/** The e-mail behind a code, or null for a kind that is not sent by e-mail. */
export function messageOf(code: OobCode, { appOrigin, receivedAt }: { appOrigin: string; receivedAt: Date }) {
  const wording = WORDING[code.requestType];
  if (!wording) return null;
  const { mode, ...words } = wording;
  const message: Message = {
    id: code.oobCode,
    to: code.newEmail ?? code.email,
    ...words,
    link: linkInto(appOrigin, { mode, code }),
    kind: code.requestType,
    oobCode: code.oobCode,
    receivedAt: receivedAt.toISOString(),
  };
  return message;
}
