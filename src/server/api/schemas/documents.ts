import type { z } from '@hono/zod-openapi';
import { externalId } from '../../../core/listing/external-id.js';
import type { Finding } from '../../../model/quality-finding.js';
import type { Attention } from '../../../inspect/attention/listed-items.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { AccountRecord, ApiTokenRecord } from '../../../store/store.js';
import { iso, maybeIso } from '../../../documents/time.js';
import type { AccountSchema, AttentionSchema, FindingSchema, TokenSchema } from './schemas.js';

/** A value as JSON text; null for null and undefined. */
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

export function attentionDocument(item: Attention): z.input<typeof AttentionSchema> {
  const { since, note = null, ...rest } = item;
  return { ...rest, since: maybeIso(since), note };
}

/** A suggested meaning of a feed's word. */
export function suggestionDocument<Key>({
  target,
  label,
  confidence,
}: {
  target: Key;
  label: string;
  confidence: number;
}): { key: Key; label: string; confidence: number } {
  return { key: target, label, confidence };
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
