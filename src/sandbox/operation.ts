import type { App } from './state/model.js';
import type { State } from './state/state.js';

/** One of the API's fifteen operations; `operations.ts` lists them. */
export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base path. A segment such as `:id` is a parameter. */
  path: string;
  /** @throws Refusal */
  run(request: OperationRequest, state: State): OperationReply;
}

/** Whether a request must have a JSON object as its body. A body is refused otherwise. */
export function takesBody({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST' || method === 'PUT';
}

/** A request that has passed the checks of signature, app and rate. */
export interface OperationRequest {
  app: App;
  keyId: string;
  /** The parameters of the path, by name, percent-decoded. */
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed body; empty for an operation without one. */
  body: Record<string, unknown>;
  /** Hash of operation, path and exact body bytes. A repetition under the same idempotency key must have the same one. */
  fingerprint: string;
  /** The operation fills in these fields of the request's log entry. */
  note: RequestNote;
}

/** The fields of a request's log entry that only its operation can fill in; null until it does. */
export interface RequestNote {
  connectionId: string | null;
  /** Number of listings or ids in the body. */
  items: number | null;
  idempotencyKey: string | null;
}

/** A reply before it is turned into an HTTP response. */
export interface OperationReply {
  status: number;
  /** The JSON body; null: the reply has no body. */
  body: object | null;
  headers?: Record<string, string>;
}
