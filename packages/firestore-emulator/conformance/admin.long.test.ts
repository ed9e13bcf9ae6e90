import { adminDriver } from './drivers/admin';
import { conformance } from './harness/suite';

conformance('firebase-admin over gRPC', {
  kind: 'admin',
  open: ({ address }) => adminDriver({ host: address, projectId: 'demo-conformance' }),
});
