const offset = Number(process.env.SUITE_PORT_OFFSET ?? 0);
const at = (port: number) => `http://127.0.0.1:${port + offset}`;

/** Where the running suite's services are; the base ports are those of `packages/local-suite/src/ports.ts`. */
export const suiteUrls = {
  offset,
  app: at(5000),
  functions: at(5001),
  replicate: at(5055),
  mailbox: at(8025),
  firestore: at(8080),
  auth: at(9099),
  storage: at(9199),
  tasks: at(9499),
  stripe: at(12111),
  firestorePort: 8080 + offset,
  storagePort: 9199 + offset,
  projectId: 'demo-heirlight',
  bucket: 'demo-heirlight.appspot.com',
  region: 'us-central1',
} as const;
