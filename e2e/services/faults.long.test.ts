import { STORIES } from './faultStories';
import { testStories } from './testStories';

testStories(STORIES);
