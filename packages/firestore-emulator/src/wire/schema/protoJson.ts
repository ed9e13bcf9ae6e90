import type { FieldPlan, MessagePlan } from './plan';
import { type ProtoTimestamp, timestampFromJson, timestampToJson } from './timestamps';

type Message = Record<string, unknown>;
type Leaf = (field: FieldPlan, value: unknown) => unknown;

/**
 * Converts what proto-loader decoded (`longs`, `enums` and `bytes` as strings, no defaults) to proto3 JSON. Only
 * timestamps, nulls and boxed scalars differ.
 */
export function toJson(plan: MessagePlan, message: object): Message {
  return convert(plan, message as Message, leafToJson);
}

/** Converts well-formed proto3 JSON to what proto-loader encodes. */
export function fromJson(plan: MessagePlan, message: object): Message {
  return convert(plan, message as Message, leafFromJson);
}

function convert(plan: MessagePlan, message: Message, leaf: Leaf): Message {
  const out: Message = {};
  for (const key of Object.keys(message)) {
    const value = message[key];
    const field = plan.fields.get(key);
    if (!field || value === undefined) continue;
    const one = (item: unknown) =>
      field.kind === 'message' ? convert(field.message(), item as Message, leaf) : leaf(field, item);
    if (field.shape === 'single') out[key] = one(value);
    else if (field.shape === 'repeated') out[key] = (value as unknown[]).map(one);
    else out[key] = Object.fromEntries(Object.entries(value as Message).map(([name, item]) => [name, one(item)]));
  }
  return out;
}

function leafToJson(field: FieldPlan, value: unknown): unknown {
  if (field.kind === 'timestamp') return timestampToJson(value as ProtoTimestamp);
  if (field.kind === 'null') return null;
  if (field.kind === 'wrapper') return (value as { value?: unknown }).value ?? (field.wrapped === 'int64' ? '0' : 0);
  return value;
}

function leafFromJson(field: FieldPlan, value: unknown): unknown {
  if (field.kind === 'timestamp') return timestampFromJson(value as string);
  if (field.kind === 'null') return 'NULL_VALUE';
  if (field.kind === 'wrapper') return { value };
  return value;
}
