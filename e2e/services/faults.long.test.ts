import { STORIES } from './faultStories';
import { testStories } from './testStories';

/** All of them take minutes: a third each day. `npm run faults` tells all. */
const THIRDS = 3;
const DAY_MS = 86_400_000;
const today = Math.floor(Date.now() / DAY_MS) % THIRDS;
const isWhole = process.env.FAULT_TABLE === '1';

testStories(isWhole ? STORIES : STORIES.filter((_, index) => index % THIRDS === today));
