import { webDriver } from './drivers/web';
import { conformance } from './harness/suite';

conformance('web SDK in Node over gRPC', {
  kind: 'web',
  open: ({ host, port }) => webDriver({ host, port, projectId: 'demo-conformance' }),
});
