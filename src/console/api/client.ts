import createClient from 'openapi-fetch';
import { isOfProxy, patientFetch, whenReachable } from './link.js';
import type { components, paths } from './schema.js';

/** A client for the API. Its types come from `schema.d.ts`, which is generated from the API’s document. */
export const api = createClient<paths>({ fetch: patientFetch });

/** Types of the API’s requests and answers by name. */
export type Schemas = components['schemas'];

/** The error of a request that failed: the API refused it, or the server cannot be reached. */
export class Refusal extends Error {
  constructor(
    /**
     * The API’s error code. The console adds `unreachable` for a request without an answer, and uses `internal` for
     * an answer that is not the API’s.
     */
    readonly code: string,
    /** A sentence in English. */
    message: string,
    /** The API’s `details`, for example fields that are not valid. */
    readonly details: readonly { path: string; message: string }[] = [],
    /** The sentence in Serbian; null if the API gives none. */
    readonly serbian: string | null = null,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The data of an API answer.
 * @throws Refusal if the API refuses the request, or the server cannot be reached
 * @throws DOMException `AbortError` if the caller aborted the request
 */
export async function answerOf<Data>(asked: Promise<Reply<Data>>): Promise<Data> {
  const { data, error, response } = await asked.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw unreachable();
  });
  if (data !== undefined && response.ok) return data;
  if (isOfProxy(response.status) && !isOfApi(error)) throw unreachable();
  throw refusalOf(error);
}

function unreachable(): Refusal {
  void whenReachable();
  return new Refusal('unreachable', 'The server does not answer.');
}

/** Whether the body of an answer is an error of the API. */
const isOfApi = (body: unknown): boolean => isRecord(body) && isRecord(body.error);

function refusalOf(body: unknown): Refusal {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const { code, message, message_sr: serbian, details } = error;
  return new Refusal(
    typeof code === 'string' ? code : 'internal',
    typeof message === 'string' ? message : 'The server answered with something else than the API.',
    Array.isArray(details) ? (details as Refusal['details']) : [],
    typeof serbian === 'string' ? serbian : serbianIn(details),
  );
}

/** The Serbian sentence from the details: some refusals have a detail with the path `sr`. */
function serbianIn(details: unknown): string | null {
  if (!Array.isArray(details)) return null;
  const sentence: unknown = details.find((each) => isRecord(each) && each.path === 'sr');
  return isRecord(sentence) && typeof sentence.message === 'string' ? sentence.message : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
