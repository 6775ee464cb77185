import { isObject } from '../model/own-value.js';
import { toleratedNames, type Protocol } from './protocol.js';

const noteCharactersMax = 4000;

/** The content of a verified webhook that feedsync uses. All other state is read from the portal itself. */
export interface WebhookEvent {
  /** Null if the envelope has no id. */
  id: string | null;
  type: string;
  /** The connection that the event is about; null if the event names none. */
  connectionId: string | null;
  /** The note that the portal's staff wrote, unchanged up to 4000 characters; null for events other than the rejection of a certification. */
  note: string | null;
  /** The state that must be read again from the portal; null for unknown events. */
  hint: 'connection' | 'listings' | null;
}

/** Reads the envelope of an event in any of the tolerated spellings (RULES R130). Null if the body is no JSON object. */
export function readWebhookEvent(body: Uint8Array, protocol: Protocol): WebhookEvent | null {
  const envelope = parsed(body);
  if (envelope === null) return null;
  const type = textOf(envelope, toleratedNames.eventType) ?? '';
  const parts = [envelope, ...toleratedNames.eventContent.map((name) => objectOf(envelope, name))];
  return {
    id: textOf(envelope, toleratedNames.eventId),
    type: type.slice(0, 100),
    note: type === toleratedNames.rejectionEvent ? firstOf(parts.map((part) => noteOf(part))) : null,
    connectionId: firstOf(parts.map((part) => connectionOf(part))),
    hint: hintOf(type, protocol),
  };
}

function hintOf(type: string, protocol: Protocol): WebhookEvent['hint'] {
  const begins = (names: readonly string[]): boolean => names.some((name) => type.startsWith(name));
  if (begins(protocol.webhook_connection_events)) return 'connection';
  return begins(protocol.webhook_listing_events) ? 'listings' : null;
}

function connectionOf(part: Readonly<Record<string, unknown>>): string | null {
  return (
    textOf(part, ['connection_id']) ??
    textOf(objectOf(part, 'connection'), ['id']) ??
    textOf(part, ['connection'])
  );
}

function noteOf(part: Readonly<Record<string, unknown>>): string | null {
  const note =
    textOf(part, ['note', 'reason', 'message']) ??
    textOf(objectOf(part, 'details'), ['note', 'reason', 'message']);
  return note?.slice(0, noteCharactersMax) ?? null;
}

function parsed(body: Uint8Array): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}

function objectOf(of: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return asObject(Object.hasOwn(of, name) ? of[name] : null) ?? {};
}

function asObject(value: unknown): Record<string, unknown> | null {
  return isObject(value) ? value : null;
}

function textOf(of: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const values = names.map((name) => (Object.hasOwn(of, name) ? of[name] : null));
  return firstOf(values.map((value) => (typeof value === 'string' && value !== '' ? value : null)));
}

function firstOf<T>(values: readonly (T | null)[]): T | null {
  return values.find((value) => value !== null) ?? null;
}
