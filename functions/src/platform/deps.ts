import type { FaceBox } from '@heirlight/contract/photo';
import type { Firestore } from 'firebase-admin/firestore';
import type { BackendConfig } from './config';
import type { Credentials } from './credentials/credentials';
import type { FaultPointHook } from './faultPoints';
import type { FileStore } from './fileStore';
import type { PaymentGateway } from './paymentGateway';
import type { RawPicture } from './pictures';
import type { PredictionProvider } from './predictionProvider';
import type { TaskQueues } from './taskQueue';
import type { UserDirectory } from './users';

/** Structured log lines; `fields` must hold no e-mail address, token or file content. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Everything outside a use case. Tests hand in their own; `liveDeps` is the real thing. */
export interface Deps {
  db: Firestore;
  files: FileStore;
  users: UserDirectory;
  provider: PredictionProvider;
  payments: PaymentGateway;
  tasks: TaskQueues;
  config: BackendConfig;
  fetch: typeof fetch;
  now(): Date;
  /** An unguessable uuid. */
  newId(): string;
  /** The download token of an upload: unguessable, and the same for every call about it. */
  uploadToken(path: string): string;
  /** A keyed hash of the mailbox that an e-mail address leads to. */
  hashAddress(email: string): string;
  /** The faces in a picture, as shares of its width and height, largest first. */
  findFaces(picture: RawPicture, how?: { small: boolean }): Promise<FaceBox[]>;
  /** Signs what this server made; null where the operator has no certificate. */
  credentials: Credentials | null;
  faultPoint: FaultPointHook;
  log: Log;
}
