import { expect } from '@playwright/test';
import { suiteUrls } from '../../src/suiteUrls';

interface Message {
  to: string;
  kind: string;
  link: string;
}

/** The URL to which Firebase's own pages lead back from a mailed link; null if the request named none. */
export const wayBack = (link: string): string | null => new URL(link).searchParams.get('continueUrl');

/** The link of the newest e-mail of one kind the Auth emulator "sent" to an address. */
export async function mailedLink(
  to: string,
  kind: 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL',
): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const response = await fetch(`${suiteUrls.mailbox}/api/messages?to=${encodeURIComponent(to)}`);
      const { messages } = (await response.json()) as { messages: Message[] };
      link = messages.find((message) => message.kind === kind)?.link;
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}
