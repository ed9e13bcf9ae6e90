import { adminDriver } from './drivers/admin';
import { conformance } from './harness/suite';

conformance('firebase-admin over REST', {
  kind: 'admin',
  open: ({ address }) => adminDriver({ host: address, projectId: 'demo-conformance', preferRest: true }),
  lacks: ['listeners', 'negative zero'],
});
