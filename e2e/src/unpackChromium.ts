/**
 * Unpacks the browser once, before tests that run side by side ask for it: two of them unpacking at the same time would
 * start half a browser. Ends with chromium.ts's own words when there is none.
 */
import { chromiumPath } from './chromium';

console.log(`Chromium: ${await chromiumPath()}`);
