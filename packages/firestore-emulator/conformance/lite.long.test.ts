import { liteDriver } from './drivers/lite';
import { conformance } from './harness/suite';

conformance('web SDK lite in Node over REST', {
  kind: 'web',
  open: ({ host, port }) => liteDriver({ host, port, projectId: 'demo-conformance' }),
  lacks: ['listeners', 'exact codes'],
});
