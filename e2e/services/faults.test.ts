import { STORIES } from './faultStories';
import { testStories } from './testStories';

/**
 * One story of each kind that leaves the backend alive; the long tests run a third of all, another one each day. What a killed one leaves behind
 * is in functions/test/faults.test.ts, for each point.
 */
const REPRESENTATIVES = ['Firestore drops 1 replies', 'provider webhooks lost', 'Stripe’s answer lost'];

testStories(
  REPRESENTATIVES.map((fault) => {
    const story = STORIES.find((one) => one.fault === fault);
    if (!story) throw new Error(`There is no story of the fault "${fault}"`);
    return story;
  }),
);
