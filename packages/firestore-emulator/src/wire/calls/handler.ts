import type { Authorizer, Database } from '../../database/api';
import { authorizerOf, type Call } from '../backend';

export type Message = Record<string, unknown>;

/** One RPC, without its transport: proto3 JSON in, one reply or a list of them (a server stream) out. */
export type Handler = (call: Call, request: Message) => Promise<object | object[]>;

/** Where a call goes and what it may do there. */
export function enter(call: Call, name: string | undefined): { database: Database; auth: Authorizer | undefined } {
  const database = call.backend.databaseOf(name);
  return { database, auth: authorizerOf(call, database) };
}

/** Requests have passed the protocol's schema, so their types hold; required names are checked by `enter`. */
export function handler<Request>(run: (call: Call, request: Request) => Promise<object | object[]>): Handler {
  return (call, request) => run(call, request as Request);
}
