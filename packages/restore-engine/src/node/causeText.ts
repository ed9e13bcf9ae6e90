import { inspect } from 'node:util';
import type { EngineError } from '../core/errors';

/** Returns the cause, with its own causes, as text, because a thread cannot send every kind of error. */
export const causeText = ({ cause }: EngineError): string | undefined =>
  cause === undefined || typeof cause === 'string' ? cause : inspect(cause);
