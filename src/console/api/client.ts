import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

/** The API, typed by its own document. */
export const api = createClient<paths>();

export type Schemas = components['schemas'];

/** Why the API refused something. */
export class Refusal extends Error {
  constructor(
    /** The API's own, or `unreachable`. */
    readonly code: string,
    /** In English, for people. */
    message: string,
    readonly details: readonly { path: string; message: string }[] = [],
    /** As the API says it in Serbian, where it does. */
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

/** What the API answered. @throws Refusal */
export async function answerOf<Data>(asked: Promise<Reply<Data>>): Promise<Data> {
  const { data, error, response } = await asked.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new Refusal('unreachable', 'The server does not answer.');
  });
  if (data !== undefined && response.ok) return data;
  throw refusalOf(error);
}

function refusalOf(body: unknown): Refusal {
  const told = isRecord(body) && isRecord(body.error) ? body.error : {};
  const { code, message, message_sr: serbian, details } = told;
  return new Refusal(
    typeof code === 'string' ? code : 'internal',
    typeof message === 'string' ? message : 'The server answered with something else than the API.',
    Array.isArray(details) ? (details as Refusal['details']) : [],
    typeof serbian === 'string' ? serbian : inDetails(details, 'sr'),
  );
}

/** Some refusals tell their sentence in each language among the details. */
function inDetails(details: unknown, language: string): string | null {
  if (!Array.isArray(details)) return null;
  const told: unknown = details.find((each) => isRecord(each) && each.path === language);
  return isRecord(told) && typeof told.message === 'string' ? told.message : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
