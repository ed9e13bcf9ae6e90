import { integerFrom, MalformedRequest, timestampFrom } from '../values/json';
import { PathValue, type RulesValue, SetValue } from '../values/values';

type Json = Record<string, unknown>;

const valuesOf = (container: unknown): unknown[] => {
  const values = (container as Json | null)?.values;
  return Array.isArray(values) ? values : [];
};

/** Converts a value in the form that firebase-tools sends. Throws `MalformedRequest`. */
export function fromRuntimeValue(value: unknown): RulesValue {
  const [[kind, content] = ['', undefined]] = Object.entries((value ?? {}) as Json);
  switch (kind) {
    case '':
    case 'null_value':
      return null;
    case 'string_value':
      return String(content);
    case 'bool_value':
      return content === true;
    case 'int_value':
      return integerFrom(content);
    case 'float_value':
      return Number(content);
    case 'timestamp_value':
      return timestampFrom(content);
    case 'list_value':
      return valuesOf(content).map(fromRuntimeValue);
    case 'set_value':
      return new SetValue(valuesOf(content).map(fromRuntimeValue));
    case 'map_value': {
      const fields = ((content as Json | null)?.fields ?? {}) as Json;
      return new Map(Object.entries(fields).map(([key, inner]) => [key, fromRuntimeValue(inner)]));
    }
    case 'path_value': {
      const segments = (content as Json | null)?.segments;
      return new PathValue((Array.isArray(segments) ? segments : []).map((segment: Json) => String(segment.simple)));
    }
    default:
      throw new MalformedRequest(`Unknown kind of value: ${kind}.`);
  }
}
