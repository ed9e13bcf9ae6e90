import { SUPPORT_EMAIL } from './brand';

/** Somebody who works on people's data for the operator. */
export interface Processor {
  name: string;
  /** What it does for us, and with what. */
  does: string;
  /** Where its own terms stand. */
  terms: string;
}

/** Who runs the shop, and what it has promised. */
export interface Operator {
  name: string;
  /** Lines of the postal address. */
  address: readonly string[];
  email: string;
  /** Days in which buyers may withdraw by a button, as the parameter WITHDRAWAL_DAYS says; 0 without one. */
  withdrawalDays: number;
  processors: readonly Processor[];
  /** The day on which Replicate's words on photos were last read, as in `25 November 2026`. */
  termsRead: string;
}

/**
 * Who runs this shop. The pages on privacy and terms say so. Names in capitals stand for yours: a deploy is refused while
 * one is left (`npm run check:parameters`).
 */
export const OPERATOR: Operator = {
  name: 'YOUR NAME OR COMPANY',
  address: ['YOUR STREET AND NUMBER', 'YOUR POSTCODE AND CITY', 'YOUR COUNTRY'],
  email: SUPPORT_EMAIL,
  withdrawalDays: 0,
  termsRead: '25 November 2026',
  processors: [
    {
      name: 'Google (Firebase)',
      does: 'Runs our servers and stores accounts, photos and lists, in the United States. Sends the e-mails about your login. Tells people from robots.',
      terms: 'https://firebase.google.com/support/privacy',
    },
    {
      name: 'Replicate',
      does: 'Runs the AI models. It fetches the photo that you restore, and gives the result to us.',
      terms: 'https://replicate.com/docs/topics/predictions/data-retention',
    },
    {
      name: 'Stripe',
      does: 'Takes payments. It gets your e-mail address and what you pay with. We never see your card.',
      terms: 'https://stripe.com/privacy',
    },
  ],
};
