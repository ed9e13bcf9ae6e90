import { BRAND } from '@heirlight/contract/brand';
import { MAX_FACES, RATE_LIMITS, WELCOME_RESTORES } from '@heirlight/contract/limits';
import type { Operator } from '@heirlight/contract/operator';
import { PACKS } from '@heirlight/contract/packs';

/** A heading and its paragraphs. */
export interface AboutPart {
  title: string;
  text: readonly string[];
}

/** What the footer's links lead to: the address is `/#` and the name. */
export type AboutPage = 'questions' | 'privacy' | 'terms';

const packs = PACKS.map(({ photos, price }) => `${photos} for $${price}`);
const prices = `${packs.slice(0, -1).join(', ')} or ${packs.at(-1)}`;
const FIRST_FREE = 'Your first photo is free, once for each person, when you have confirmed your e-mail address.';
const cost = [
  ...(WELCOME_RESTORES > 0 ? [FIRST_FREE] : []),
  `After that you buy a pack: ${prices}. These prices are in US dollars.`,
  'One restore is one photo with one tool. There is no subscription, and a pack never runs out with time.',
];

const failure = [
  'Open the failed photo and choose "Try Again": that is free. Or delete it, and its restore comes back to you.',
  `After ${RATE_LIMITS.freeTriesPerUser.limit} such free returns in one day, new restores wait until the next day.`,
];

function withdrawal({ withdrawalDays: days, email }: Operator): readonly string[] {
  const right =
    days > 0
      ? [
          `For ${days} days after you bought a pack, you can give back what you have not used of it. Open Your Account and choose "Withdraw From This Purchase".`,
          'You get back the share of the price that is unused, the way you paid. Free restores, and those of older packs, count as used first.',
        ]
      : [
          `Many laws let you change your mind for some days after you buy, in the EU for 14. Write to ${email}, and say which purchase it is.`,
          'We pay back the share of the price that you have not used, the way you paid.',
        ];
  return [...right, 'A restore that worked is used, and is not paid back for a change of mind.'];
}

const deletion = [
  'To delete one photo, press Delete on its card. Its files and its shared link go with it. If you have made more versions of it, each can be deleted, or all at once.',
  'Photos that you choose and delete together can be brought back for 24 hours, in Your Account under "Deleted photos". Their shared links end at once. After that their files go too.',
  'To delete everything, open Your Account, type DELETE and choose "Delete My Account". Your photos, links and login go, and so do the restores you have left. It cannot be undone.',
  'Before that, "Download Everything" in Your Account saves it all in one file.',
];

const stays = [
  'What stays: a list of restores and payments under a random number, without your name or address, because our books must add up.',
  'We also keep a scrambled mark of your e-mail address for two years, so that nobody gets the free photo twice. Nobody can read the address from it. And Stripe keeps what it must by law about payments.',
];

/** @param operator who runs the shop, and what it has promised */
const questions = (operator: Operator): readonly AboutPart[] => [
  {
    title: 'Who sees my photo?',
    text: [
      'On this website only you do, when you are logged in. Nobody can find it by searching.',
      'You can make a link for one photo. Then everybody who has the link sees that photo, until you choose "Stop Sharing".',
      'To restore it, we hand the photo to Replicate, a company that runs the AI models. And we store it at Google. The people who run this website can open stored files when they must, for instance to help you.',
    ],
  },
  {
    title: 'How long is it kept?',
    text: [
      'Until you delete it. We do not delete it before, so that you can come back to it.',
      `Replicate says that it removes the photo and the result an hour after the restore (its page on data retention, read on ${operator.termsRead}).`,
      'A shared link shows copies. They go when you stop sharing. A browser that has shown a photo may still have it in its memory for a while.',
    ],
  },
  {
    title: 'Is my photo used to train AI?',
    text: [
      'Not by us. We train nothing with your photos.',
      `The models run at Replicate, and their makers are other companies. When we last read its pages, on ${operator.termsRead}, we found that it removes photos after an hour, but no promise about training that holds for every model. So we make none in its name. Privacy, at the end of this page, links what it says itself.`,
    ],
  },
  {
    title: 'What does the AI change?',
    text: [
      'DeepRestore repairs and colors: it redraws parts, and what it draws may differ from what was there. Colorize keeps the light and dark of your photo, and changes them only where it repairs.',
      'PureFace changes only faces, Text-Remove only where text was. PhotoScaler and LowRez-Fix make the picture larger and keep its colors. Their fine detail is an estimate.',
      'We check every result against your photo. If it shows something else, we ask once more with another start, or the restore fails. Your original stays as it is, and each saved file says that AI was used.',
    ],
  },
  {
    title: 'Are the faces kept?',
    text: [
      'We compare the faces that we find with your photo. Where a face has become another one, we draw it back towards yours. If somebody is missing or new, the restore fails and costs you nothing.',
      `No check is perfect. Small changes can pass, and a face that is tiny, faded or blurred cannot be compared. Full Screen shows how the check ended, for up to ${MAX_FACES} faces, and lets you look at each before and after.`,
      'We keep where the faces are and how the check ended. We do not find out who anybody is.',
    ],
  },
  { title: 'What if it fails?', text: failure },
  { title: 'What does it cost?', text: cost },
  { title: 'Can I have my money back?', text: withdrawal(operator) },
  { title: 'How do I delete everything?', text: [...deletion, ...stays] },
];

const privacy = (operator: Operator): readonly AboutPart[] => [
  {
    title: 'What we keep about you',
    text: [
      'Your e-mail address and your password (scrambled, so that nobody can read it). Your photos, before and after, with the name, date and caption that you gave them or that the file carried. Which restores you had, and what you bought.',
      'We never keep where a photo was taken: the place is cut out of the file, with everything else that the picture does not need.',
      'We keep where faces are in a photo, to check and show them. We keep no face print, and do not find out who anybody is.',
    ],
  },
  {
    title: 'Why we may',
    text: [
      'To do what you ask us for: restore, show, save and share your photos, and sell you packs. Without your address and your photo we could not. Because the law says so: payments must stay in our books. And to keep the service fair and safe: one free photo each, limits, and notes on what went wrong.',
    ],
  },
  {
    title: 'What your device keeps',
    text: [
      'Your login, what your page showed last, some of your pictures for when there is no network, and photos that you chose and have not sent yet. One waits for a day at most, several for a week. Logging out removes these pictures and photos.',
      'We show no ads and measure nobody. When you buy, Stripe sets cookies against fraud. Google may check that you are no robot. It sees the network address of your device, as whoever serves a website does.',
    ],
  },
  {
    title: 'How long',
    text: [
      'Photos: until you delete them; those that you delete several at a time, 24 hours longer. Stray files that belong to no photo: about a day. Notes of our servers on what went wrong, with random numbers for names: as long as Google keeps such notes for us, usually 30 days.',
      ...stays,
    ],
  },
  {
    title: 'Your rights',
    text: [
      'You can see and take everything with you ("Download Everything"), correct what you wrote, and delete it, all in Your Account and on your photos.',
      `You can also write to ${operator.email}: we hand out what is stored, correct it or delete it. If you think that we do wrong, you can complain to the office for data protection where you live.`,
    ],
  },
  { title: 'How to delete', text: deletion },
];

const terms = (operator: Operator): readonly AboutPart[] => [
  {
    title: 'What you get',
    text: [
      `${BRAND} restores old photos with AI. You send a photo and choose a tool, and get a picture that you can save. We try to show what was there. The AI can be wrong: do not use a result as proof of anything.`,
    ],
  },
  { title: 'What it costs', text: cost },
  { title: 'If a restore fails', text: failure },
  { title: 'Changing your mind', text: withdrawal(operator) },
  {
    title: 'Your photos stay yours',
    text: [
      'What you send and what you get is yours. We use it only to do what you ask for: to restore, store and show it, and to share it if you make a link.',
      'Please send only photos that you may use, and nothing that is against the law or hurts somebody.',
    ],
  },
  {
    title: 'How it ends',
    text: [
      'You can delete your account at any time, in Your Account. The restores that you have left then go with it.',
      'If somebody misuses the service, we may close the account.',
    ],
  },
  {
    title: 'If something goes wrong',
    text: [
      `Write to ${operator.email}. Keep your own copy of every photo: we store ours with care, but no computer is safe from everything.`,
      'The rights that the law of your country gives you as a buyer stay as they are, whatever stands here.',
    ],
  },
];

/** What is said about photos, money and the law: on the landing page, which has it as markup only, and in a dialog. */
export const aboutCopy = {
  close: 'Close',
  questions: {
    title: 'Asked and answered',
    lead: 'What people want to know before they send a photo.',
    parts: questions,
  },
  privacy: { title: 'Privacy', parts: privacy },
  terms: { title: 'Terms', parts: terms },
  operator: 'Who runs this website',
  processors: 'Who works for us',
  processorTerms: (name: string) => `What ${name} says about it`,
  read: ({ termsRead }: Operator) => `We last read what Replicate says about photos on ${termsRead}.`,
};
