import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** A machine that deploys has npm, a shell and a home, which the environment of the tests lacks. */
export const machine = () => ({
  ...process.env,
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  HOME: userInfo().homedir,
});
