import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A process that crashes sooner cannot run here at all, and would be started for ever. */
const SHORTEST_LIFE_MS = 10_000;

export interface KeptProcess {
  /** Where it listens; after a crash, where the next one will. */
  origin(): Promise<string>;
  /** Resolves when it was asked to end, or cannot run. */
  ended: Promise<void>;
}

/**
 * Runs a process and puts another in its place when it crashes, as Cloud Run does with an instance: a picture for which
 * there is too little memory takes no other down. What it was doing is lost, and queues hand it out again.
 *
 * @param start a process that prints `listening <port>`; its other lines are passed on
 */
export function keepRunning(
  start: () => ChildProcess & { stdout: Readable },
  shortestLifeMs = SHORTEST_LIFE_MS,
): KeptProcess {
  let end: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const launch = (): Promise<string> => {
    const child = start();
    const startedAt = Date.now();
    child.once('exit', (code, signal) => {
      if (code === 0 || Date.now() - startedAt < shortestLifeMs) return end();
      console.error(`A process of the functions has crashed (${signal ?? code}). Another takes its place.`);
      origin = launch();
    });
    return new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, port] = /^listening (\d+)$/.exec(line) ?? [];
        if (port === undefined) console.log(line);
        else resolve(`http://127.0.0.1:${port}`);
      });
    });
  };
  let origin = launch();
  return { origin: () => origin, ended };
}
