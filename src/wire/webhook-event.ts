import { toleratedNames, type Protocol } from './protocol.js';

const noteCharactersMax = 4000;

/** What a verified webhook hints at. Nothing else of its payload is ever used: state is read from the portal itself. */
export interface WebhookEvent {
  /** Null where the envelope names none. */
  id: string | null;
  type: string;
  /** The connection that it speaks of; null where it names none. */
  connectionId: string | null;
  /** What the portal's staff wrote, word for word, for people to read; null where the event carries no note. */
  note: string | null;
  /** What has to be read again; nothing for events that are not known. */
  hint: 'connection' | 'listings' | null;
}

/** Reads an event's envelope, whatever names it uses (RULES R102). Null where the body is no JSON object. */
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
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function textOf(of: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const values = names.map((name) => (Object.hasOwn(of, name) ? of[name] : null));
  return firstOf(values.map((value) => (typeof value === 'string' && value !== '' ? value : null)));
}

function firstOf<T>(values: readonly (T | null)[]): T | null {
  return values.find((value) => value !== null) ?? null;
}
