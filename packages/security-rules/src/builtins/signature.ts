import type {
  DurationValue,
  LatLngValue,
  MapDiffValue,
  PathValue,
  Result,
  RulesList,
  RulesMap,
  RulesValue,
  SetValue,
  TimestampValue,
} from '../values/values';

/** The type names of signatures, and the type that the implementation receives for each. */
interface Types {
  any: RulesValue;
  bool: boolean;
  int: bigint;
  float: number;
  number: bigint | number;
  string: string;
  bytes: Uint8Array;
  list: RulesList;
  map: RulesMap;
  set: SetValue;
  path: PathValue;
  timestamp: TimestampValue;
  duration: DurationValue;
  latlng: LatLngValue;
  map_diff: MapDiffValue;
  'list|set': RulesList | SetValue;
  'bytes|string': Uint8Array | string;
  'string|list': string | RulesList;
}
export type ParameterType = keyof Types;
type Arguments<P extends readonly ParameterType[]> = { -readonly [K in keyof P]: Types[P[K]] };

/** One overload of one builtin. */
export interface Signature {
  /** `string#matches` for a method, `math.abs` for a namespace's function, `int` for a global one. */
  name: string;
  /** A method's receiver is its first parameter. */
  parameters: readonly ParameterType[];
  call(args: readonly RulesValue[]): Result;
}

/**
 * Declares one overload. The cast is safe because the table checks the arguments against `parameters` before it calls
 * the implementation.
 */
export function define<const P extends readonly ParameterType[]>(
  name: string,
  parameters: P,
  call: (...args: Arguments<P>) => Result,
): Signature {
  return { name, parameters, call: (args) => call(...(args as Arguments<P>)) };
}
