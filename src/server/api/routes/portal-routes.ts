import { createRoute, z } from '@hono/zod-openapi';
import { searchPlaces } from '../../../core/content/place-entries.js';
import { lostWords } from '../../../core/content/vocabulary.js';
import { storedLimits } from '../../../store/facts/portal-limits.js';
import { stoppedKey } from '../../../store/facts/stopped-key.js';
import { iso, maybeIso } from '../../../documents/time.js';
import { PortalSchema, SettingsSchema } from '../schemas/ops-schemas.js';
import { labelOf } from '../../../texts/listing/value-words.js';
import { wordLists } from '../../../texts/state-choices.js';
import { answers, type Api, type ApiParts } from './route-parts.js';
import { PlacesSchema, VocabularySchema } from '../schemas/word-schemas.js';

/** What is known of the portal, its vocabulary, and the configuration in force. */
export function addPortalRoutes(app: Api, parts: ApiParts): void {
  addPortal(app, parts);
  addVocabulary(app, parts);
  addPlaces(app, parts);
  addSettings(app, parts);
}

function addPortal(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  const { store, clock, protocol } = services;
  const route = createRoute({
    method: 'get',
    path: '/portal',
    summary: 'The portal: key, limits, clock, requests and what it refused',
    ...guard('operate'),
    responses: answers('As far as is known.', PortalSchema),
  });
  app.openapi(route, async (c) => {
    const { portal, keyId } = deps.running();
    const stopped = await stoppedKey(store);
    const limits = await storedLimits(services);
    const windowMs = protocol.rate_window_seconds * 1000;
    const spent = await store.spend.since(`key:${keyId}`, clock.now() - windowMs);
    const { since, total, byStatus, errors } = services.requests.tally();
    const serving = await store.reference.vocabulary();
    const suspect = await store.reference.suspect();
    const places = await store.figures.placeCount();
    return c.json(
      {
        base_url: services.baseUrl,
        key: {
          id: keyId,
          state: stopped === null ? ('ok' as const) : ('stopped' as const),
          reason: stopped?.code ?? null,
          since: maybeIso(stopped?.since ?? null),
        },
        clock_offset_seconds: portal.clockOffset() / 1000,
        limits:
          limits === null
            ? null
            : {
                requests_per_minute: limits.requestsPerMinute,
                items_per_hour: limits.itemsPerHour,
                batch_items: limits.batchItems,
              },
        requests: {
          since: iso(since),
          total,
          by_status: byStatus,
          window_seconds: protocol.rate_window_seconds,
          in_window: spent.reduce((sum, { amount }) => sum + amount, 0),
          limit: limits?.requestsPerMinute ?? null,
          errors: errors.map(({ at, ...failed }) => ({ at: iso(at), ...failed })),
        },
        vocabulary: {
          read_at: maybeIso(serving?.readAt ?? null),
          words: serving === null ? 0 : Object.values(serving.vocabulary.fields).flat().length,
          suspect:
            suspect !== null &&
            serving !== null &&
            lostWords(serving.vocabulary, suspect.vocabulary).length > 0,
        },
        places: { read_at: maybeIso(places.readAt), count: places.count },
      },
      200,
    );
  });
}

function addVocabulary(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/vocabulary',
    summary: 'The lists from which people pick what a word means: the portal’s, and `state`',
    ...guard('read'),
    responses: answers('As it was read last.', VocabularySchema),
  });
  app.openapi(route, async (c) => {
    const stored = await store.reference.vocabulary();
    const fields = Object.entries(wordLists(stored?.vocabulary ?? null)).map(([field, entries]) => ({
      field,
      entries: entries.map((entry) => ({ key: entry.key, labels: [...entry.labels], label: labelOf(entry) })),
    }));
    return c.json({ read_at: maybeIso(stored?.readAt ?? null), fields }, 200);
  });
}

const placesShown = 20;

function addPlaces(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/places',
    summary: 'Places of the portal whose name begins with a text, or has it: what a place word may mean',
    ...guard('read'),
    request: { query: z.object({ q: z.string().min(1).max(100) }) },
    responses: answers('The first of them.', PlacesSchema),
  });
  app.openapi(route, async (c) => {
    const places = (await store.reference.places())?.places ?? [];
    const found = searchPlaces(places, c.req.valid('query').q, placesShown);
    return c.json({ places: found.map(({ key }) => ({ key })) }, 200);
  });
}

function addSettings(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/settings',
    summary: 'The configuration that is in force, without secrets; it is changed in its file',
    ...guard('operate'),
    responses: answers('Key by key.', SettingsSchema),
  });
  app.openapi(route, (c) => c.json({ settings: deps.settings() }, 200));
}
