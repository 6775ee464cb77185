import { createRoute, z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import {
  agencySentence,
  unlistedSentence,
  waitingSentence,
  warningSentence,
} from '../../../texts/listing/standing-sentences.js';
import { standingOf } from '../../../model/standing.js';
import { explain, type Explanation } from '../../../inspect/listing/explain.js';
import { isNewAndInDoubt } from '../../../inspect/listing/verdict.js';
import { findSubjects } from '../../../inspect/listing/find-subject.js';
import { unlistedRecords } from '../../../inspect/listing/find-unlisted.js';
import { withoutContacts } from '../../../inspect/mask-contacts.js';
import { timesIn } from '../../../inspect/times.js';
import type { ListingRecord } from '../../../model/listing.js';
import type { Store } from '../../../store/store.js';
import { connectionsOf, type Actor } from '../../access/permissions.js';
import type { ServerDeps } from '../../deps.js';
import { cardWithPhotos } from '../cards.js';
import { feedNames } from '../../../documents/feed.js';
import { maybeIso } from '../../../documents/time.js';
import { maybeTime } from '../../../documents/schemas.js';
import { agencyName, agencyNames } from '../../../inspect/attention/agency-name.js';
import { ApiError, notFound } from '../errors.js';
import { masked } from '../schemas/ops-documents.js';
import { DescribedStorySchema } from '../schemas/ops-schemas.js';
import { answers, body, listingKey, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema } from '../schemas/schemas.js';
import { readableFor, requireConnection, storeFor } from '../scope.js';
import { agencyStory } from '../schemas/story-document.js';

/** Listings, the story of one listing, and the decisions about it. */
export function addListingRoutes(app: Api, parts: ApiParts): void {
  addSearch(app, parts);
  addStory(app, parts);
  addSuppressions(app, parts);
  addResend(app, parts);
}

const matchesMax = 50;

const UnsearchedSchema = z
  .object({
    stalled: z.array(z.object({ feed: z.string(), agency: z.string(), since: maybeTime })).meta({
      description: 'Feeds that are not read now: what is new in them cannot be found.',
    }),
    unsent: z.array(z.object({ name: z.string(), title: z.string() })).meta({
      description: 'Agencies that send nothing yet: none of their listings can be found.',
    }),
  })
  .openapi('Unsearched', { description: 'For staff: why a listing may be missing from a search.' });

async function unsearchedIn({
  feeds,
  connections,
  setups,
}: Store): Promise<z.input<typeof UnsearchedSchema>> {
  const agencyOf = agencyNames(await connections.all());
  const stalled = (await feeds.all()).filter(({ life }) => life === 'stalled');
  const agencies = await setups.all();
  return {
    stalled: stalled.map(({ name, connectionId, stalledSince }) => ({
      ...{ feed: name, agency: agencyOf(connectionId), since: maybeIso(stalledSince) },
    })),
    unsent: agencies.flatMap(({ name, title, sentAt }) => (sentAt === null ? [{ name, title }] : [])),
  };
}

function addSearch(app: Api, { deps, guard }: ApiParts): void {
  const match = z.object({
    external_id: z.string(),
    connection: z.string(),
    feed: z.string().nullable(),
    title: z.string().nullable(),
    presence: z.string().nullable(),
    portal: z.string().nullable(),
    public_url: z.string().nullable(),
  });
  const route = createRoute({
    method: 'get',
    path: '/search',
    summary:
      'What a person means: an id, code, address, title or link, also of a record that never became a listing',
    ...guard('read'),
    request: { query: z.object({ q: z.string().trim().min(1).max(200) }) },
    responses: answers(
      `At most ${matchesMax}.`,
      z.object({ matches: z.array(match), unsearched: UnsearchedSchema.nullable() }),
    ),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { q } = c.req.valid('query');
    const found = [];
    const { store } = deps.services;
    for (const scope of scopesOf(actor))
      found.push(...(await findSubjects(q, scope, subjectDeps(actor, deps))));
    const matches = found.slice(0, matchesMax).map((subject) => ({
      external_id: subject.externalId,
      connection: subject.connectionId,
      feed: subject.feed?.name ?? null,
      title: maskContacts(subject.listing?.title ?? subject.title ?? null),
      presence: subject.listing?.presence ?? subject.record?.kind ?? null,
      portal: subject.listing?.portal ?? null,
      public_url: subject.listing?.publicUrl ?? null,
    }));
    const unsearched = connectionsOf(actor) === null ? await unsearchedIn(store) : null;
    return c.json({ matches, unsearched }, 200);
  });
}

function scopesOf(actor: Actor): { connectionId?: string }[] {
  return connectionsOf(actor)?.map((connectionId) => ({ connectionId })) ?? [{}];
}

function subjectDeps(actor: Actor, deps: ServerDeps): Parameters<typeof findSubjects>[2] {
  const { spool } = deps.services;
  const store = storeFor(actor, deps.services.store);
  const { idPrefixOf } = deps;
  const readable = readableFor(deps);
  return {
    store,
    idPrefixOf,
    unlisted: (words, feeds) =>
      unlistedRecords(words, feeds, { store, spool, idPrefixOf, readable: (name) => readable(actor, name) }),
  };
}

function addStory(app: Api, { deps, guard, ask }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/listings/{connection}/{id}',
    summary:
      'One listing’s whole story: why it is, or is not, on the portal; without phone numbers and e-mail addresses',
    ...guard('read'),
    request: { params: listingKey },
    responses: answers('The story.', DescribedStorySchema),
  });
  app.openapi(route, async (c) => {
    const whole = await story(c.req.valid('param'), c.get('actor'), deps);
    return c.json(await toldStory(withoutContacts(whole), c.get('actor'), deps), 200);
  });

  const shown = createRoute({
    method: 'post',
    path: '/listings/{connection}/{id}/contacts',
    summary: 'The same with phone numbers and e-mail addresses; the audit says who looked',
    ...guard('decide'),
    request: { params: listingKey },
    responses: answers('The story.', DescribedStorySchema),
  });
  app.openapi(shown, async (c) => {
    const actor = c.get('actor');
    const whole = await story(c.req.valid('param'), actor, deps);
    const { connectionId, externalId } = whole;
    const changed = { what: 'listings', connection: connectionId, feed: null } as const;
    await ask({ kind: 'show_contacts', payload: { connectionId, externalId } }, actor, changed);
    return c.json(await toldStory(whole, actor, deps), 200);
  });
}

/** @throws ApiError */
async function story(
  { connection, id }: { connection: string; id: string },
  actor: Actor,
  deps: ServerDeps,
): Promise<Explanation> {
  const { services, timezone } = deps;
  const { spool, clock, protocol } = services;
  const readable = readableFor(deps);
  const connectionId = requireConnection(connection, actor);
  const store = storeFor(actor, services.store);
  const subjects = await findSubjects(id, { connectionId }, { store, idPrefixOf: deps.idPrefixOf });
  const subject =
    subjects.find((one) => one.externalId === id) ?? subjects.find((one) => one.sourceId === id);
  if (subject === undefined) throw notFound('listing');
  const now = clock.now();
  return explain(
    subject,
    {
      store,
      spool,
      titleField: protocol.title_field,
      itemWindowMs: protocol.item_window_seconds * 1000,
      readable: (name) => readable(actor, name),
    },
    { now, showTime: timesIn(timezone, now).local },
  );
}

async function toldStory(
  whole: Explanation,
  actor: Actor,
  { services }: ServerDeps,
): Promise<z.input<typeof DescribedStorySchema>> {
  const { connectionId, externalId, listing, condition } = whole;
  const waits = isNewAndInDoubt(whole) || condition?.kind === 'waits_for_value';
  const store = storeFor(actor, services.store);
  return {
    ...agencyStory(
      whole,
      feedNames(await store.feeds.all()),
      (await store.reference.vocabulary())?.vocabulary ?? null,
    ),
    agency: agencyName(await store.connections.get(connectionId), connectionId),
    warnings: (listing?.warnings ?? []).map(({ code }) => ({ code, told: warningSentence(code) })),
    standing: waits ? 'waiting' : listing === null ? 'invalid' : standingOf(listing),
    told: waits
      ? waitingSentence
      : listing === null || condition === null
        ? unlistedSentence
        : masked(agencySentence(condition, { ...listing, waits: whole.wait })),
    ...(await cardWithPhotos(connectionId, externalId, store)),
  };
}

function addSuppressions(app: Api, { deps, guard, ask }: ApiParts): void {
  const { store } = deps.services;
  const suppress = createRoute({
    method: 'post',
    path: '/listings/{connection}/{id}/suppress',
    summary: 'Take a listing off and keep it off though its feed has it',
    ...guard('decide'),
    request: {
      params: listingKey,
      body: body(
        z.object({
          reason: z.string().trim().min(1).max(500).openapi({ description: 'Why, for the record.' }),
          until: z.iso
            .datetime({ offset: true })
            .nullable()
            .default(null)
            .openapi({ description: 'When the suppression ends; null: not until it is lifted.' }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(suppress, async (c) => {
    const actor = c.get('actor');
    const row = await listingOf(c.req.valid('param'), actor, store);
    const { reason, until } = c.req.valid('json');
    const { connectionId, externalId } = row;
    const payload = { connectionId, externalId, reason, until: until === null ? null : Date.parse(until) };
    return c.json(await ask({ kind: 'suppress', payload }, actor, changeOf(row)), 200);
  });

  const lift = createRoute({
    method: 'post',
    path: '/listings/{connection}/{id}/unsuppress',
    summary: 'Let the feed have its way with a listing again',
    ...guard('decide'),
    request: { params: listingKey },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(lift, async (c) => {
    const actor = c.get('actor');
    const row = await listingOf(c.req.valid('param'), actor, store);
    const { connectionId, externalId } = row;
    const request = { kind: 'unsuppress', payload: { connectionId, externalId } } as const;
    return c.json(await ask(request, actor, changeOf(row)), 200);
  });
}

function addResend(app: Api, { deps, guard, ask }: ApiParts): void {
  const { store } = deps.services;
  const one = createRoute({
    method: 'post',
    path: '/listings/{connection}/{id}/resend',
    summary: 'Send again what the portal refused or warned about, once its cause is gone',
    ...guard('decide'),
    request: { params: listingKey },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(one, async (c) => {
    const actor = c.get('actor');
    const row = await listingOf(c.req.valid('param'), actor, store);
    const code = row.failureCode ?? row.warnings[0]?.code;
    if (code === undefined)
      throw new ApiError(
        'conflict',
        `The portal neither refused ${row.externalId} nor warned about it: there is nothing to send again.`,
      );
    const { connectionId, externalId } = row;
    const payload = { code, connectionId, feedId: null, externalId };
    return c.json(await ask({ kind: 'resend', payload }, actor, changeOf(row)), 200);
  });

  const all = createRoute({
    method: 'post',
    path: '/resend',
    summary: 'Send again everything of a connection that the portal refused or warned about with one code',
    ...guard('decide'),
    request: { body: body(z.object({ connection: z.string().max(100), code: z.string().max(100) })) },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(all, async (c) => {
    const actor = c.get('actor');
    const { connection, code } = c.req.valid('json');
    const connectionId = requireConnection(connection, actor);
    if ((await store.connections.get(connectionId)) === null) throw notFound('connection');
    const changed = { what: 'outbox', connection: connectionId, feed: null } as const;
    return c.json(
      await ask({ kind: 'resend', payload: { code, connectionId, feedId: null } }, actor, changed),
      200,
    );
  });
}

function changeOf({ connectionId }: ListingRecord): Parameters<ApiParts['ask']>[2] {
  return { what: 'listings', connection: connectionId, feed: null };
}

/** @throws ApiError */
async function listingOf(
  { connection, id }: { connection: string; id: string },
  actor: Actor,
  store: Store,
): Promise<ListingRecord> {
  const row = await store.listings.get(requireConnection(connection, actor), id);
  if (row === null) throw notFound('listing');
  return row;
}
