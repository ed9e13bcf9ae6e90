/** What the engine and its worker threads say to each other. */

import type { EngineErrorCode } from '../core/errors';
import type { EngineTool, OutputFormat, Progress } from './api';

/** Handed to a worker when it starts. */
export interface WorkerSettings {
  modelFolder: string;
  userModelFolder: string;
  /** Of each network run, beside which other workers run theirs. */
  threads: number;
}

/** Engine to worker. */
export interface StartMessage {
  id: number;
  tool: EngineTool;
  input: Uint8Array;
  scale: 2 | 4;
  format: OutputFormat;
  /** Two Int32 (`networks/nativeCalls.ts`). Shared memory, because a busy worker reads no messages. */
  flags: SharedArrayBuffer;
}

/** Worker to engine. */
export type WorkerMessage =
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'done'; id: number; output: Uint8Array; width: number; height: number }
  | { kind: 'failed'; id: number; code: EngineErrorCode; message: string; cause?: string | undefined };
