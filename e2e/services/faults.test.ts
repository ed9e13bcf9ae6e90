import { STORIES } from './faultStories';
import { testStories } from './testStories';

/** One story of each kind; the long tests run all of them. */
const REPRESENTATIVES = [
  'killed at restore.afterDebit',
  'killed at payment.afterCommit',
  'Firestore drops 1 replies',
  'provider webhooks lost',
  'Stripe’s answer lost',
];

testStories(
  REPRESENTATIVES.map((fault) => {
    const story = STORIES.find((one) => one.fault === fault);
    if (!story) throw new Error(`There is no story of the fault "${fault}"`);
    return story;
  }),
);
