import publishedProtos from '@google-cloud/firestore/build/protos/v1.json';

/** A protobufjs JSON descriptor of a namespace, message, enum or service. Its properties tell which. */
export interface Descriptor {
  nested?: Record<string, Descriptor>;
  fields?: Record<string, { type: string; id: number; rule?: string; keyType?: string }>;
  values?: Record<string, number>;
  oneofs?: Record<string, { oneof: string[] }>;
  methods?: Record<string, { requestType: string; responseType: string; responseStream?: boolean }>;
}

/**
 * Returns Firestore's protocol definition, which Google publishes in `@google-cloud/firestore`. That copy lacks
 * `Write.verify`, which the web SDK sends for documents that a transaction only read.
 * Source: https://github.com/googleapis/googleapis/blob/master/google/firestore/v1/write.proto
 */
export function loadProtos(): Descriptor {
  const protos = structuredClone(publishedProtos) as Descriptor;
  const write = descend(protos, 'google.firestore.v1.Write');
  if (write.fields && !write.fields.verify) {
    write.fields.verify = { type: 'string', id: 5 };
    write.oneofs?.operation?.oneof.push('verify');
  }
  return protos;
}

/** Returns the descriptor at a dotted path. Throws if there is none. */
export function descend(root: Descriptor, path: string): Descriptor {
  let at: Descriptor | undefined = root;
  for (const part of path.split('.')) at = at?.nested?.[part];
  if (!at) throw new Error(`Firestore's protos have no ${path}`);
  return at;
}
