import { type Descriptor, descend, loadProtos } from './protos';

/** How a field's value is written in proto3 JSON. `wrapper` is a boxed scalar such as Int32Value. */
export type Kind =
  | 'message'
  | 'enum'
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'double'
  | 'bytes'
  | 'timestamp'
  | 'null'
  | 'wrapper';

export interface FieldPlan {
  name: string;
  kind: Kind;
  shape: 'single' | 'repeated' | 'map';
  /** For kind `message`. A getter, because messages contain themselves. */
  message: () => MessagePlan;
  /** For kind `enum`: number to name. */
  enumNames: Map<number, string>;
  /** For kind `wrapper`: the kind inside. */
  wrapped: Kind;
}

export interface MessagePlan {
  name: string;
  fields: Map<string, FieldPlan>;
  /** Fields of which at most one may be set. */
  oneofs: string[][];
}

const SCALARS: Record<string, Kind> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  uint32: 'int32',
  int64: 'int64',
  uint64: 'int64',
  double: 'double',
  float: 'double',
  bytes: 'bytes',
};
const WELL_KNOWN: Record<string, Kind> = {
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.NullValue': 'null',
};
const WRAPPERS: Record<string, Kind> = {
  'google.protobuf.Int32Value': 'int32',
  'google.protobuf.Int64Value': 'int64',
  'google.protobuf.DoubleValue': 'double',
};

export const PROTOS = loadProtos();

const METHODS = descend(PROTOS, 'google.firestore.v1.Firestore').methods ?? {};
/** The request message of each RPC, by the RPC's name. */
export const REQUEST_TYPES = new Map(Object.entries(METHODS).map(([name, { requestType }]) => [name, requestType]));

const plans = new Map<string, MessagePlan>();

/** The plan of a message of `google.firestore.v1`, or of a full dotted name. Built once, on first use. */
export function planOf(name: string): MessagePlan {
  const full = name.includes('.') ? name : `google.firestore.v1.${name}`;
  const known = plans.get(full);
  if (known) return known;
  const descriptor = descend(PROTOS, full);
  const plan: MessagePlan = { name: full, fields: new Map(), oneofs: [] };
  plans.set(full, plan);
  for (const [field, { type, rule, keyType }] of Object.entries(descriptor.fields ?? {})) {
    const shape = keyType ? 'map' : rule === 'repeated' ? 'repeated' : 'single';
    plan.fields.set(field, { name: field, shape, ...typeOf(type, full) });
  }
  plan.oneofs = Object.values(descriptor.oneofs ?? {}).map(({ oneof }) => oneof);
  return plan;
}

function typeOf(type: string, scope: string): Omit<FieldPlan, 'name' | 'shape'> {
  const none = {
    enumNames: new Map<number, string>(),
    wrapped: 'string' as Kind,
    message: (): MessagePlan => {
      throw new Error(`${type} is no message`);
    },
  };
  const scalar = SCALARS[type];
  if (scalar) return { ...none, kind: scalar };
  const full = resolve(type, scope);
  const known = WELL_KNOWN[full];
  if (known) return { ...none, kind: known };
  const wrapped = WRAPPERS[full];
  if (wrapped) return { ...none, kind: 'wrapper', wrapped };
  const { values } = descend(PROTOS, full);
  if (!values) return { ...none, kind: 'message', message: () => planOf(full) };
  return { ...none, kind: 'enum', enumNames: new Map(Object.entries(values).map(([key, number]) => [number, key])) };
}

/** Protobuf scoping: the innermost enclosing scope that has the name wins. */
function resolve(type: string, scope: string): string {
  for (let parts = scope.split('.'); parts.length > 0; parts = parts.slice(0, -1)) {
    const candidate = [...parts, type].join('.');
    if (has(PROTOS, candidate)) return candidate;
  }
  return type;
}

function has(root: Descriptor, path: string): boolean {
  let at: Descriptor | undefined = root;
  for (const part of path.split('.')) at = at?.nested?.[part];
  return at !== undefined;
}
