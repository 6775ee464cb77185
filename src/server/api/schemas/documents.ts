import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import { externalId } from '../../../core/listing/external-id.js';
import type { Finding } from '../../../model/quality-finding.js';
import type { Attention } from '../../../inspect/attention/listed-items.js';
import type { ConnectionStatus, FeedStatus } from '../../../inspect/status.js';
import type { Run } from '../../../model/run.js';
import type { Hold } from '../../../model/hold.js';
import type { OutboxEntry } from '../../../model/outbox.js';
import type { ListingRecord } from '../../../model/listing.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { AccountRecord, ApiTokenRecord, AuditRecord } from '../../../store/store.js';
import type {
  AccountSchema,
  AttentionSchema,
  AuditSchema,
  ConnectionSchema,
  FeedSchema,
  FindingSchema,
  HoldSchema,
  ListingSchema,
  RunSchema,
  TokenSchema,
} from './schemas.js';

/** Name of a feed by its id. */
export type FeedNames = (id: number | null) => string | null;

export function feedNames(feeds: readonly FeedRecord[]): FeedNames {
  const names = new Map(feeds.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function maybeIso(at: number | null): string | null {
  return at === null ? null : iso(at);
}

/** Any value as JSON text; null for nothing. */
export function asJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

export function accountDocument(row: AccountRecord): z.input<typeof AccountSchema> {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    connections: row.connections,
    has_password: row.passwordHash !== null,
    created_at: iso(row.createdAt),
    created_by: row.createdBy,
    signed_in_at: maybeIso(row.signedInAt),
  };
}

export function tokenDocument(row: ApiTokenRecord, account: string): z.input<typeof TokenSchema> {
  return {
    id: row.id,
    account,
    label: row.label,
    scope: row.scope,
    created_at: iso(row.createdAt),
    created_by: row.createdBy,
    expires_at: maybeIso(row.expiresAt),
    used_at: maybeIso(row.usedAt),
  };
}

export function auditDocument({ data, at, ...row }: AuditRecord): z.input<typeof AuditSchema> {
  return { ...row, at: iso(at), data: JSON.stringify(data) };
}

export function connectionDocument(found: ConnectionStatus): z.input<typeof ConnectionSchema> {
  const { connection } = found;
  return {
    id: connection.id,
    agency: found.agency,
    status: connection.status,
    outbox: found.outbox,
    items_spent: found.itemsSpent,
    items_limit: found.itemsLimit,
    room_at: maybeIso(found.roomAt),
    // Zero: as soon as there is something to send.
    next_push_at: connection.nextPushAt === 0 ? null : iso(connection.nextPushAt),
    note: connection.certificationNote,
  };
}

export function attentionDocument(item: Attention): z.input<typeof AttentionSchema> {
  const { since, note = null, ...rest } = item;
  return { ...rest, since: maybeIso(since), note };
}

export function feedDocument(found: FeedStatus): z.input<typeof FeedSchema> {
  const { feed, lastFile, published, pending, refused, invalid, doubts } = found;
  const isPolled = feed.life === 'active' || feed.life === 'stalled';
  return {
    name: feed.name,
    connection: feed.connectionId,
    kind: feed.kind,
    mapping: feed.mapping,
    life: feed.life,
    published,
    pending,
    refused,
    invalid,
    doubts: doubts.map(({ code, pointer, count, of, message }) => ({ code, pointer, count, of, message })),
    failures: feed.failures,
    last_poll_at: maybeIso(feed.lastPollAt),
    last_complete_at: maybeIso(feed.lastCompleteAt),
    next_poll_at: isPolled ? iso(feed.nextPollAt) : null,
    last_file:
      lastFile === null
        ? null
        : { kind: lastFile.kind, fetched_at: iso(lastFile.fetchedAt), records: lastFile.recordCount },
    stalled_since: maybeIso(feed.stalledSince),
    stall_reason: feed.stallReason,
  };
}

export function listingDocument(
  row: ListingRecord,
  wish: OutboxEntry | null,
  nameOf: FeedNames,
): z.input<typeof ListingSchema> {
  return {
    external_id: row.externalId,
    connection: row.connectionId,
    feed: nameOf(row.feedId),
    source_id: row.sourceId,
    owner: row.owner,
    title: maskContacts(row.title),
    presence: row.presence,
    intent: row.intent,
    portal: row.portal,
    failure_code: row.failureCode,
    warnings: row.warnings.map(({ code, message }) => ({ code, message })),
    queued: wish?.op ?? null,
    public_url: row.publicUrl,
    first_sent_at: maybeIso(row.firstSentAt),
    off_since: maybeIso(row.offSince),
    last_seen_at: maybeIso(row.lastSeenAt),
  };
}

export function holdDocument(hold: Hold, nameOf: FeedNames): z.input<typeof HoldSchema> {
  return {
    id: hold.id,
    kind: hold.kind,
    state: hold.state,
    revision: hold.revision,
    feed: nameOf(hold.feedId),
    connection: hold.connectionId,
    count: hold.lineCount,
    opened_at: iso(hold.openedAt),
    decided_at: maybeIso(hold.decidedAt),
    decided_by: hold.decidedBy,
    reason: hold.reason,
  };
}

export function runDocument(run: Run, nameOf: FeedNames): z.input<typeof RunSchema> {
  return {
    id: run.id,
    kind: run.kind,
    feed: nameOf(run.feedId),
    connection: run.connectionId,
    state: run.state,
    started_at: iso(run.startedAt),
    ended_at: maybeIso(run.endedAt),
    message: run.message,
    balance: run.balance,
  };
}

export function findingDocument(feed: FeedRecord, finding: Finding): z.input<typeof FindingSchema> {
  const { code, pointer, count, of, message, advice, samples } = finding;
  return {
    feed: feed.name,
    code,
    pointer,
    count,
    of,
    message,
    advice,
    samples: samples.map(({ sourceId, value }) => ({
      external_id: externalId(sourceId, feed.idPrefix),
      value,
    })),
  };
}
