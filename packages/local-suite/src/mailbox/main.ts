import { runService } from '@heirlight/emulator-kit/http';
import { fetchOobCodes } from './authEmulator';
import { Mailbox } from './mailbox';
import { createMailboxService } from './server';

void runService({
  name: 'The local mailbox',
  defaultPort: 8025,
  create: () =>
    createMailboxService(
      new Mailbox({
        fetchCodes: () =>
          fetchOobCodes({
            url: process.env.AUTH_EMULATOR_URL || 'http://127.0.0.1:9099',
            projectId: process.env.PROJECT_ID || 'demo-heirlight',
          }),
        appOrigin: process.env.APP_ORIGIN || 'http://127.0.0.1:5000',
        now: () => new Date(),
      }),
    ),
});
