import type { Hono } from 'hono';
import { z } from 'zod';
import { magicValues } from '../state/magic-values.js';
import { Refusal } from '../refusal.js';
import type { Reset } from '../reset.js';
import { addAction, body, defined, idOf } from './staff-http.js';
import type { Staff } from './staff.js';
import type { Webhooks } from './staff-webhooks.js';
import type { Timekeeper } from '../time.js';
import type { VocabularyDocument, VocabularyEntry } from '../state/vocabulary.js';
import { webhookEventNames, webhookEvents } from '../state/webhook-event-names.js';

/** What the routes of this file act on. */
export interface Controls {
  staff: Staff;
  webhooks: Webhooks;
  time: Timekeeper;
  reset: Reset;
}

/** Adds the routes for webhooks, their faults, the time, the reset, the vocabulary and the table of magic values. */
export function addControlRoutes(app: Hono, { staff, webhooks, time, reset }: Controls): void {
  addEndpointRoutes(app, webhooks);
  addDeliveryRoutes(app, webhooks);
  addTimeRoutes(app, time, reset);
  addVocabularyRoutes(app, staff);
  app.get('/magic-values', (c) => c.json({ magic_values: magicValues }));
}

const events = z.array(z.enum(webhookEventNames));
const endpointFields = {
  url: z.string(),
  secrets: z.array(z.string().min(1)).min(1).optional(),
  events: events.nullable().optional(),
};

function addEndpointRoutes(app: Hono, webhooks: Webhooks): void {
  const newEndpoint = z.strictObject({ ...endpointFields, app_id: z.string().optional() });
  const changes = z.strictObject({
    ...endpointFields,
    url: z.string().optional(),
    disabled: z.boolean().optional(),
  });
  app.get('/webhooks/events', (c) => c.json({ events: webhookEvents }));
  app.get('/webhooks', (c) => c.json({ endpoints: webhooks.endpoints(c.req.query('app_id')) }));
  app.post('/webhooks', async (c) => {
    const { app_id: appId, ...rest } = await body(c, newEndpoint);
    return c.json(webhooks.addEndpoint(defined({ ...rest, appId })), 201);
  });
  addAction(app, 'PATCH', '/webhooks/:id', async (c) =>
    webhooks.changeEndpoint(idOf(c), defined(await body(c, changes))),
  );
  app.post('/webhooks/:id/rotate', (c) => c.json({ secret: webhooks.rotateSecret(idOf(c)) }));
  addAction(app, 'DELETE', '/webhooks/:id', (c) => webhooks.removeEndpoint(idOf(c)));
}

function addDeliveryRoutes(app: Hono, webhooks: Webhooks): void {
  const does = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['lost', 'doubled', 'forged']) }),
    z.strictObject({ kind: z.literal('late'), ms: z.int().min(1) }),
  ]);
  const fault = z.strictObject({
    events: events.optional(),
    app: z.string().optional(),
    times: z.int().min(1).optional(),
    does,
  });
  app.get('/deliveries', (c) => {
    const { app_id: appId, endpoint_id: endpointId, status } = c.req.query();
    const statuses = ['waiting', 'delivered', 'failed'] as const;
    const wanted = statuses.find((each) => each === status);
    if (status !== undefined && wanted === undefined) {
      throw new Refusal(422, 'status_invalid', `status is one of ${statuses.join(', ')}.`);
    }
    return c.json({ deliveries: webhooks.deliveries(defined({ appId, endpointId, status: wanted })) });
  });
  addAction(app, 'POST', '/deliveries/:id/redeliver', (c) => webhooks.redeliver(idOf(c)));
  app.get('/webhook-faults', (c) => c.json({ faults: webhooks.faults.waiting() }));
  addAction(app, 'POST', '/webhook-faults', async (c) => webhooks.faults.add(defined(await body(c, fault))));
  addAction(app, 'DELETE', '/webhook-faults', (c) => webhooks.faults.clear(c.req.query('app_id')));
}

function addTimeRoutes(app: Hono, time: Timekeeper, reset: Reset): void {
  const oneApp = { app_id: z.string().optional() };
  const advance = z.strictObject({ ...oneApp, ms: z.int().min(1) });
  addAction(app, 'POST', '/clock/advance', async (c) => {
    const { ms, app_id: appId } = await body(c, advance);
    await time.advance(ms, appId);
  });
  addAction(app, 'POST', '/clock/tick', () => time.tick());
  addAction(app, 'POST', '/reset', async (c) => reset((await body(c, z.strictObject(oneApp))).app_id));
}

const changeableLists = ['categories', 'heating', 'amenities'] as const;

/** Adds the route that adds and removes entries of the vocabulary while clients use it. Its version changes each time. */
function addVocabularyRoutes(app: Hono, staff: Staff): void {
  const list = z.enum(changeableLists);
  const change = z.strictObject({
    add: z
      .array(z.strictObject({ list, key: z.string().min(1), label_en: z.string(), label_sr: z.string() }))
      .default([]),
    remove: z.array(z.strictObject({ list, key: z.string() })).default([]),
  });
  addAction(app, 'PATCH', '/vocabulary', async (c) => {
    const { add, remove } = await body(c, change);
    staff.setVocabulary((document) => {
      for (const { list: name, key } of remove) removeWord(document, name, key);
      for (const { list: name, ...entry } of add) addWord(document, name, entry);
      return document;
    });
  });
}

function removeWord(document: VocabularyDocument, list: (typeof changeableLists)[number], key: string): void {
  const entries: VocabularyEntry[] = document[list];
  const at = entries.findIndex((entry) => entry.key === key);
  if (at === -1) throw new Refusal(404, 'word_not_found', `${list} has no ${key}.`);
  entries.splice(at, 1);
  if (list === 'categories') Reflect.deleteProperty(document.attributes_by_category, key);
}

function addWord(
  document: VocabularyDocument,
  list: (typeof changeableLists)[number],
  entry: VocabularyEntry,
): void {
  if (list !== 'categories') {
    document[list].push(entry);
    return;
  }
  document.categories.push({ ...entry, group_en: entry.label_en, group_sr: entry.label_sr });
  document.attributes_by_category[entry.key] = [];
}
