import type { Addresses } from './addresses';

/** What a plugin is told about the suite that starts it. */
export interface PluginContext {
  addresses: Addresses;
  /** The backend's parameters and secrets, of all plugins together. */
  backend: Readonly<Record<string, string>>;
  /** Folder of an earlier export to start from; absent: start empty. */
  importFrom?: string | undefined;
}

/** A program to run as the service. It inherits the suite's environment; `env` is added to it. */
export interface Launch {
  command: string;
  args: string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** True for the line of output that says the service can be used. */
  isReady(line: string): boolean;
  /** True for a line after which the service runs but is of no use. */
  isFatal?(line: string): boolean;
  /** True for a line, at any time, after which the service is of no use. */
  isBroken?(line: string): boolean;
}

/** One service of a suite. `npm start` is a list of these. */
export interface Plugin {
  name: string;
  /** The ports it listens on, by name, before the suite's offset. Names are unique in a suite. */
  ports: Readonly<Record<string, number>>;
  /** What the backend is configured with to use the service: parameters, and secrets. */
  backend?(addresses: Addresses): BackendEnvironment;
  start(context: PluginContext): Launch;
  /**
   * Writes all it holds below `folder`, for a later start with `importFrom`. Runs while the service runs. Absent: it
   * holds nothing. Rejects when anything could not be written, and when `signal` ends it.
   */
  exportTo?(folder: string, addresses: Addresses, signal: AbortSignal): Promise<void>;
}

export interface BackendEnvironment {
  params?: Readonly<Record<string, string>>;
  secrets?: Readonly<Record<string, string>>;
}
