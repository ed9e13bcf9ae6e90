import { isUuid } from '@heirlight/contract/paths';
import {
  check,
  custom,
  getDotPath,
  type InferOutput,
  literal,
  maxLength,
  optional,
  pipe,
  regex,
  safeParse,
  strictObject,
  toLowerCase,
  transform,
} from 'valibot';
import { dayOf } from '../platform/day';
import { plainName } from '../platform/plainName';
import { ANSWER_FIELDS } from './adminRequests';
import { RejectedRequest } from './rejectedRequest';

/** Most restores that one request moves: a slip of the finger stays small. */
const MOST_RESTORES = 1000;
const LONGEST_REASON = 500;

const isTyped = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const quoted =
  (rest: string) =>
  ({ input }: { input: unknown }) =>
    `is “${input}”${rest}`;

/** What somebody typed, as text without spaces around it. */
const text = () =>
  pipe(
    custom<string | number>(isTyped, 'is no text.'),
    transform((value) => String(value).trim()),
  );

const restores = pipe(
  custom<string | number>(isTyped, 'is no number.'),
  // A word processor's minus sign too.
  transform((value) => String(value).trim().replace('−', '-')),
  regex(/^[+-]?\d{1,15}$/, quoted(', which is no whole number.')),
  transform(Number),
  check((count) => count !== 0, 'is 0.'),
  check(
    (count) => Math.abs(count) <= MOST_RESTORES,
    ({ input }) => `is ${input}. One request moves ${MOST_RESTORES} at most.`,
  ),
);

const ofAccount = {
  email: optional(pipe(text(), toLowerCase(), regex(/^[^\s@]+@[^\s@]+$/, quoted(', which is no e-mail address.')))),
  uid: optional(pipe(text(), regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, quoted(', which is no uid.')))),
  reason: pipe(text(), maxLength(LONGEST_REASON, `is longer than ${LONGEST_REASON} characters.`)),
};

/** The id at the end of a pasted path, or the id alone. */
const id = () =>
  pipe(
    text(),
    transform((path) => path.slice(path.lastIndexOf('/') + 1)),
  );
const payment = pipe(id(), regex(/^(cs|pi)_\w+$/, quoted('. It begins with cs_ or pi_.')));
const photo = pipe(id(), toLowerCase(), check(isUuid, quoted(', which is no photo’s id.')));
const someRestores = pipe(
  restores,
  check(
    (count) => count > 0,
    ({ input }) => `is ${input}. A refund is of 1 or more.`,
  ),
);

const isDay = (text: string) => !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text;
const day = pipe(text(), check(isDay, quoted(', which is no day like 2026-11-23.')));

/** What the owner can ask for. */
const SCHEMAS = {
  grant: strictObject({ action: literal('grant'), ...ofAccount, restores }),
  refund: strictObject({ action: literal('refund'), ...ofAccount, payment, restores: optional(someRestores) }),
  retry: strictObject({ action: literal('retry'), ...ofAccount, photo }),
  export: strictObject({ action: literal('export'), ...ofAccount }),
  delete: strictObject({ action: literal('delete'), ...ofAccount }),
  stats: strictObject({ action: literal('stats'), day }),
};
type Action = keyof typeof SCHEMAS;
export type AdminRequest<A extends Action = Action> = { [K in A]: InferOutput<(typeof SCHEMAS)[K]> }[A];
export type AccountAction = Exclude<Action, 'stats'>;

/** Whether a request names an account. */
export const isAboutAccount = (request: AdminRequest): request is AdminRequest<AccountAction> =>
  request.action !== 'stats';

const ACTIONS = Object.keys(SCHEMAS) as Action[];
const isAction = (name: string): name is Action => ACTIONS.includes(name as Action);

const ANSWERED = new Set(ANSWER_FIELDS.map(plainName));

/** The fields somebody filled in, by their plain names. @throws RejectedRequest when two have one name */
function filledIn(written: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [written_, value] of Object.entries(written)) {
    const name = plainName(written_);
    if (ANSWERED.has(name) || value === null || (typeof value === 'string' && value.trim() === '')) continue;
    if (name in fields) throw new RejectedRequest(`Two fields are called ${name}.`);
    fields[name] = value;
  }
  return fields;
}

function actionOf({ action }: Record<string, unknown>): Action {
  const those = `It is one of ${ACTIONS.join(', ')}.`;
  if (action === undefined) throw new RejectedRequest(`action is missing. ${those}`);
  if (typeof action !== 'string') throw new RejectedRequest('action is no text.');
  const name = action.trim().toLowerCase();
  if (!isAction(name)) throw new RejectedRequest(`action is “${action.trim()}”. ${those}`);
  return name;
}

/**
 * Reads a request as people write it: numbers as text, capitals and spaces.
 *
 * @param written the fields of the document
 * @throws RejectedRequest that says what is wrong, in words for the owner
 */
export function readRequest(written: Record<string, unknown>): AdminRequest {
  const fields = filledIn(written);
  const action = actionOf(fields);
  const schema = SCHEMAS[action];
  const unknown = Object.keys(fields).find((name) => !(name in schema.entries));
  if (unknown !== undefined) {
    const known = Object.keys(schema.entries).filter((name) => name !== 'action');
    throw new RejectedRequest(`${action} takes no field “${unknown}”. It takes ${known.join(', ')}.`);
  }
  const result = safeParse(schema, { ...fields, action });
  if (!result.success) {
    const [issue] = result.issues;
    throw new RejectedRequest(`${getDotPath(issue)} ${issue.input === undefined ? 'is missing.' : issue.message}`);
  }
  const request = result.output;
  if (isAboutAccount(request) && request.email === undefined && request.uid === undefined) {
    throw new RejectedRequest('Write whose account it is: email or uid.');
  }
  return request;
}
