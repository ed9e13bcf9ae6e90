import {
  array,
  check,
  type GenericSchema,
  type InferInput,
  type InferOutput,
  maxLength,
  minLength,
  object,
  pipe,
  string,
} from 'valibot';
import { isUuid } from './paths';

/** A function that clients call: its deployed name, and what goes in and comes out. */
export interface Callable<
  Request extends GenericSchema = GenericSchema,
  Response extends GenericSchema = GenericSchema,
  Name extends string = string,
> {
  /** A hyphen separates the groups that Firebase builds the name from. */
  readonly name: Name;
  readonly request: Request;
  readonly response: Response;
}

/** What the client sends. */
export type RequestOf<C extends Callable> = InferInput<C['request']>;
/** What the backend reads of it: unknown fields are dropped. */
export type ParsedRequestOf<C extends Callable> = InferOutput<C['request']>;
export type ResponseOf<C extends Callable> = InferOutput<C['response']>;

export function callable<Request extends GenericSchema, Response extends GenericSchema, Name extends string>(
  name: Name,
  schemas: { request: Request; response: Response },
): Callable<Request, Response, Name> {
  return { name, ...schemas };
}

/** A request body with these fields. Other fields are allowed and dropped. */
export const fields = <Entries extends Parameters<typeof object>[0]>(entries: Entries) =>
  object(entries, ({ path }) => (path ? 'is missing' : 'must be an object'));

/** A text of 1 to `longest` characters. */
export function text(longest = 2_000) {
  const message = `must be a text of 1 to ${longest} characters`;
  return pipe(string(message), minLength(1, message), maxLength(longest, message));
}

/** A text of at most `longest` characters, which may be empty. */
export function words(longest: number) {
  const message = `must be a text of at most ${longest} characters`;
  return pipe(string(message), maxLength(longest, message));
}

/** A uuid in lower case. */
export const uuid = () => pipe(string('must be a uuid'), check(isUuid, 'must be a uuid'));

/** From `least` to `most` different uuids. */
export function uuids({ least, most }: { least: number; most: number }) {
  const message = `must be ${least} to ${most} different uuids`;
  const areDifferent = (ids: string[]) => new Set(ids).size === ids.length;
  return pipe(
    array(uuid(), message),
    minLength(least, message),
    maxLength(most, message),
    check(areDifferent, message),
  );
}
