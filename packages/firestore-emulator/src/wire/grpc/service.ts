import {
  type handleUnaryCall,
  Metadata,
  Server,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import type { Backend, Call } from '../backend';
import { callerFrom } from '../caller';
import { CALL_NAMES, runCall } from '../calls/run';
import { STREAMS, type Stream } from '../calls/streams';
import { type MessagePlan, PROTOS, planOf } from '../schema/plan';
import { fromJson, toJson } from '../schema/protoJson';
import { descend } from '../schema/protos';
import { statusOf } from '../status';

type Json = Record<string, unknown>;

/** Above Firestore's limit of 10 MiB per request, so that the database reports it and not the transport. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const SERVICE = 'google.firestore.v1.Firestore';

/** `google.firestore.v1.Firestore` over gRPC, for firebase-admin and the web SDK in Node. */
export function createGrpcServer(backend: Backend): Server {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
  });
  // Bytes stay base64 and special doubles stay text. `toJson` converts the rest that differs from proto3 JSON.
  const definition = fromJSON(PROTOS as Parameters<typeof fromJSON>[0], {
    longs: String,
    enums: String,
    bytes: String,
    json: true,
  });
  const service = definition[SERVICE];
  if (!service || 'format' in service) throw new Error(`Firestore's protos have no service ${SERVICE}`);

  const methods = descend(PROTOS, SERVICE).methods ?? {};
  const implementation: UntypedServiceImplementation = {};
  for (const name of CALL_NAMES) {
    const method = methods[name];
    if (!method) throw new Error(`Firestore's service has no ${name}`);
    const request = planOf(method.requestType);
    const reply = planOf(method.responseType);
    implementation[name] = method.responseStream
      ? serverStream({ backend, name, request, reply })
      : unary({ backend, name, request, reply });
  }
  for (const name of ['Listen', 'Write'] as const) {
    implementation[name] = duplex(backend, name);
  }
  server.addService(service, implementation);
  return server;
}

interface MethodOptions {
  backend: Backend;
  name: string;
  request: MessagePlan;
  reply: MessagePlan;
}

function unary({ backend, name, request, reply }: MethodOptions): handleUnaryCall<Json, Json> {
  return (call: ServerUnaryCall<Json, Json>, done) => {
    run(backend, call.metadata, (entered) => runCall(entered, name, toJson(request, call.request))).then(
      (result) => done(null, fromJson(reply, result)),
      (error: unknown) => done(grpcError(error)),
    );
  };
}

function serverStream({ backend, name, request, reply }: MethodOptions) {
  return (call: ServerWritableStream<Json, Json>) => {
    run(backend, call.metadata, (entered) => runCall(entered, name, toJson(request, call.request))).then(
      (results) => {
        for (const result of results as object[]) call.write(fromJson(reply, result));
        call.end();
      },
      (error: unknown) => {
        // Google's clients repeat a stream that ends before its metadata, twice and for 7 s: a plain rejection seems to
        // hang.
        call.sendMetadata(new Metadata());
        call.emit('error', grpcError(error));
      },
    );
  };
}

function duplex(backend: Backend, name: 'Listen' | 'Write') {
  const request = planOf(`${name}Request`);
  const reply = planOf(`${name}Response`);
  return (call: ServerDuplexStream<Json, Json>) => {
    let open = true;
    let stream: Stream | undefined;
    const fail = (error: unknown) => {
      if (!open) return;
      open = false;
      stream?.close();
      call.emit('error', grpcError(error));
    };
    const close = () => {
      open = false;
      stream?.close();
    };
    const send = (message: object, sent?: () => void) => {
      if (open) call.write(fromJson(reply, message), sent);
    };
    try {
      stream = STREAMS[name]({ backend, caller: callerOf(call.metadata) }, { send, fail });
    } catch (error) {
      fail(error);
    }
    call.on('data', (message: Json) => {
      try {
        stream?.receive(toJson(request, message));
      } catch (error) {
        fail(error);
      }
    });
    call.on('cancelled', close);
    call.on('error', close);
    call.on('end', () => {
      close();
      call.end();
    });
  };
}

const callerOf = (metadata: Metadata) => callerFrom(metadata.get('authorization')[0]?.toString());

async function run<T>(backend: Backend, metadata: Metadata, then: (call: Call) => Promise<T>): Promise<T> {
  return then({ backend, caller: callerOf(metadata) });
}

/** The error that grpc-js sends in the trailers. */
const grpcError = (error: unknown) => {
  const { code, message } = statusOf(error);
  return { code, details: message };
};
