import { webDriver } from './drivers/web';
import { conformance } from './harness/suite';

/** The web SDK differs most from the server's in these chapters. `web.long.test.ts` runs all. */
conformance('web SDK in Node over gRPC', {
  kind: 'web',
  open: ({ host, port }) => webDriver({ host, port, projectId: 'demo-conformance' }),
  chapters: ['transactions', 'listeners'],
});
