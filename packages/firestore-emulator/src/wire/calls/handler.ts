import type { Authorizer, Database } from '../../database/api';
import { authorizerOf, type Call } from '../backend';

export type Message = Record<string, unknown>;

/** One RPC, independent of transports. Takes proto3 JSON; returns one reply, or a list for a server stream. */
export type Handler = (call: Call, request: Message) => Promise<object | object[]>;

/** Returns the database of a resource name and the caller's rights in it. */
export function enter(call: Call, name: string | undefined): { database: Database; auth: Authorizer | undefined } {
  const database = call.backend.databaseOf(name);
  return { database, auth: authorizerOf(call, database) };
}

/** Requests are checked against the protocol's schema before, so the cast is safe. `enter` checks required names. */
export function handler<Request>(run: (call: Call, request: Request) => Promise<object | object[]>): Handler {
  return (call, request) => run(call, request as Request);
}
