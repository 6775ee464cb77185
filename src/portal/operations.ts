import { z } from 'zod';
import { encodePathSegment, type QueryPairs } from '../wire/canonical-query.js';
import { pageSizeMax } from '../wire/limits.js';
import type { Protocol } from '../wire/protocol.js';
import * as replies from '../wire/replies.js';
import { readVocabulary } from '../wire/vocabulary.js';
import type { PortalClient, VocabularyReply } from './portal-client.js';
import type { ReplyReader } from './classify.js';
import type { PortalReply } from './portal-reply.js';
import type { PortalRequest, SignedSender } from './signed-sender.js';

/** The operations that consist of one request each. */
export type Operations = Omit<
  PortalClient,
  'listConnections' | 'view' | 'places' | 'clockOffset' | 'portalTime' | 'clockCorrectedUntil'
> & {
  connectionsPage(cursor: string | null): Promise<PortalReply<replies.ConnectionsPage>>;
};

export function createOperations(sender: SignedSender, protocol: Protocol): Operations {
  const get = <T>(path: Path, query: QueryPairs, reader: ReplyReader<T>): Promise<PortalReply<T>> =>
    sender.send({ method: 'GET', ...path, query }, reader);
  const write = <T>(
    method: 'POST' | 'PUT',
    path: Path,
    body: unknown,
    reader: ReplyReader<T>,
    headers: Record<string, string> = {},
  ): Promise<PortalReply<T>> =>
    sender.send({ method, ...path, body: Buffer.from(JSON.stringify(body)), headers }, reader);

  return {
    ping: () => get(path`/ping`, [], { schema: replies.pingSchema }),
    redeem: (code) => write('POST', path`/connections`, { connect_code: code }, connectionReader),
    connectionsPage: (cursor) =>
      get(path`/connections`, paging(pageSizeMax, cursor), { schema: replies.connectionsPageSchema }),
    getConnection: (id) => get(path`/connections/${{ id }}`, [], connectionNamed(id)),
    disconnect: (id, reason) =>
      sender.send(
        { method: 'DELETE', ...path`/connections/${{ id }}`, query: optional({ reason }) },
        connectionNamed(id),
      ),
    putListing: (id, external_id, listing) =>
      write('PUT', path`/connections/${{ id }}/listings/${{ external_id }}`, listing, itemNamed(external_id)),
    sendBatch: (id, body, idempotencyKey) =>
      sender.send(
        {
          method: 'POST',
          ...path`/connections/${{ id }}/batches`,
          body,
          headers: { 'Idempotency-Key': idempotencyKey },
        },
        batchReader,
      ),
    getBatch: (id) =>
      get(path`/batches/${{ id }}`, [], { ...batchReader, about: { id, of: (batch) => batch.id } }),
    removeListing: (id, external_id, reason) =>
      write('POST', path`/connections/${{ id }}/listings/${{ external_id }}/remove`, { reason }, looseReader),
    viewPage: (id, cursor) =>
      get(path`/connections/${{ id }}/listings`, paging(protocol.view_page_size, cursor), {
        schema: replies.viewPageSchema,
      }),
    reconcile: (id, externalIds, { idempotencyKey, confirmMassRemoval }) => {
      const confirmation = confirmMassRemoval === true ? { [protocol.confirm_mass_removal_field]: true } : {};
      const body = { external_ids: externalIds, ...confirmation };
      const headers = { 'Idempotency-Key': idempotencyKey };
      return write('POST', path`/connections/${{ id }}/reconcile`, body, looseReader, headers);
    },
    validate: (listings, connectionId) => {
      const connection = connectionId === undefined ? {} : { connection_id: connectionId };
      return write('POST', path`/validate`, { listings, ...connection }, looseReader);
    },
    vocabularies: (etag) => {
      const headers: Record<string, string> = etag === null ? {} : { 'If-None-Match': etag };
      const reader = etag === null ? vocabularyReader : { ...vocabularyReader, notModified: null };
      return sender.send({ method: 'GET', ...path`/vocabularies`, headers }, reader);
    },
    placesPage: ({ q, type }, cursor) =>
      get(path`/places`, [...optional({ q, type }), ...paging(pageSizeMax, cursor)], {
        schema: replies.placesPageSchema,
      }),
    getPlace: (id) =>
      get(path`/places/${{ id }}`, [], {
        schema: replies.under('place', replies.wirePlaceSchema),
        about: { id, of: (place) => place.id },
      }),
  };
}

const itemNamed = (external_id: string): ReplyReader<replies.ItemResult> => ({
  schema: replies.under('item', replies.itemResultSchema),
  about: { id: external_id, of: (item) => item.external_id },
});

type Path = Pick<PortalRequest, 'path' | 'route'>;

/** A template tag: the encoded path with the ids' values, and its route with their names in braces. @param ids `{ name: value }` each */
function path(texts: TemplateStringsArray, ...ids: Readonly<Record<string, string>>[]): Path {
  const parts = texts.map((text, index) => {
    const [name, id] = Object.entries(ids[index] ?? {})[0] ?? [];
    if (name === undefined || id === undefined) return { path: text, route: text };
    return { path: `${text}${encodePathSegment(id)}`, route: `${text}{${name}}` };
  });
  return { path: parts.map((part) => part.path).join(''), route: parts.map((part) => part.route).join('') };
}

const connectionReader = { schema: replies.under('connection', replies.connectionSchema) };
const connectionNamed = (id: string): ReplyReader<replies.Connection> => ({
  ...connectionReader,
  about: { id, of: (connection) => connection.id },
});
const batchReader = { schema: replies.under('batch', replies.batchSchema) };
const looseReader = { schema: replies.looseResultSchema, mayBeEmpty: true };

/** Refuses a document in which no category can be read. */
const vocabularyReader: ReplyReader<VocabularyReply | null> = {
  schema: z
    .record(z.string(), z.unknown())
    .refine((document) => readVocabulary(document).fields.category.length > 0)
    .transform((document) => ({ document, etag: null })),
  withHeaders: (reply, headers) => reply && { ...reply, etag: headers.etag ?? null },
};

function paging(limit: number | null, cursor: string | null): QueryPairs {
  return optional({ limit: limit === null ? undefined : String(limit), cursor: cursor ?? undefined });
}

function optional(values: Readonly<Record<string, string | undefined>>): QueryPairs {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
}
