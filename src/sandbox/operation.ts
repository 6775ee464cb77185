import type { App } from './state/model.js';
import type { State } from './state/state.js';

/** One of the fifteen operations: a row of the table in `operations.ts`. */
export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base address; a step such as `:id` is a parameter. */
  path: string;
  /** Whether a JSON object must be sent. */
  takesBody: boolean;
  /** @throws Refusal */
  run(request: OperationRequest, state: State): OperationReply;
}

/** A request whose signature was verified. */
export interface OperationRequest {
  app: App;
  keyId: string;
  /** Decoded path parameters. */
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed object; empty for an operation that takes none. */
  body: Record<string, unknown>;
  /** Identifies method, path and exact body bytes: what an idempotency key stands for. */
  fingerprint: string;
  /** What the request log should say of it. */
  note: RequestNote;
}

export interface RequestNote {
  connectionId: string | null;
  items: number | null;
  idempotencyKey: string | null;
}

export interface OperationReply {
  status: number;
  /** Null: no body. */
  body: object | null;
  headers?: Record<string, string>;
}
