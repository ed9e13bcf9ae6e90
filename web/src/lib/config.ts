import { noteResponse } from './connectivity';
import { once } from './once';
import { readConfig } from './readConfig';

/** Reads the runtime configuration once per page. After a failure the next call tries again. */
export const loadConfig = once(() => readConfig(noteResponse));
