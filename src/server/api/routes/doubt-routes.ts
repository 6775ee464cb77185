import { createRoute, z } from '@hono/zod-openapi';
import { previewDocument } from '../../../documents/preview.js';
import { PreviewSchema } from '../../../documents/schemas.js';
import { maskContacts } from '../../../core/content/find-contacts.js';
import { describedDoubts, isUnconfirmed } from '../../../inspect/hold-doubts.js';
import type { RulePreview } from '../../../inspect/preview-rules.js';
import { maskedDoubt } from '../../../inspect/mask-contacts.js';
import { contentFields, contentRules, type ContentField } from '../../../model/content.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { Store } from '../../../store/store.js';
import type { Actor } from '../../access/permissions.js';
import { doubtPage } from '../doubts.js';
import { ApiError, notFound } from '../errors.js';
import { DoubtCardSchema, QuestionSchema } from '../schemas/ops-schemas.js';
import { DoneSchema } from '../schemas/schemas.js';
import { configuredFeed, feedNamed, requireConnection, storeFor } from '../scope.js';
import {
  answers,
  body,
  feedName,
  listingKey,
  pageOf,
  paging,
  type Api,
  type ApiParts,
} from './route-parts.js';

const field = z
  .enum(contentFields)
  .nullable()
  .default(null)
  .openapi({ description: 'The value, where several of the listing are in doubt; null: its only one.' });

/** Values in doubt: lists of them, and the decisions about one of them or all of a rule. */
export function addDoubtRoutes(app: Api, parts: ApiParts): void {
  addLists(app, parts);
  addListingDecisions(app, parts);
  addRuleDecision(app, parts);
}

function addLists(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const list = createRoute({
    method: 'get',
    path: '/feeds/{name}/doubts',
    summary:
      'Values of a feed that are not live because they are in doubt, those that were rejected included',
    ...guard('read'),
    request: { params: feedName, query: z.object(paging) },
    responses: answers(
      'A page of them, by age.',
      pageOf('doubts', DoubtCardSchema).extend({ questions: z.array(QuestionSchema) }),
    ),
  });
  app.openapi(list, async (c) => {
    const feed = await feedNamed(c.req.valid('param').name, c.get('actor'), store);
    const doubts = (await store.content.doubts(feed.id)).filter(isUnconfirmed);
    return c.json(await doubtPage(doubts, c.req.valid('query'), { store, now: clock.now() }), 200);
  });

  const preview = createRoute({
    method: 'get',
    path: '/quality/rules',
    summary: 'What each rule of the content guard would hold of the listings as they are now',
    ...guard('read'),
    request: {
      query: z.object({
        feed: z.string().max(100).optional().openapi({ description: 'Only of this feed.' }),
      }),
    },
    responses: answers(
      'By feed. Rules that would hold nothing are left out.',
      z.object({ preview: z.array(PreviewSchema) }),
    ),
  });
  app.openapi(preview, async (c) => {
    const actor = c.get('actor');
    const { feed } = c.req.valid('query');
    const feeds =
      feed === undefined ? await storeFor(actor, store).feeds.all() : [await feedNamed(feed, actor, store)];
    const previews = [];
    for (const row of feeds) previews.push(await previewOf(row));
    return c.json({ preview: previews }, 200);
  });

  async function previewOf(feed: FeedRecord): Promise<z.input<typeof PreviewSchema>> {
    const found = await deps.previewFeed(feed);
    if (found === null) throw new ApiError('conflict', 'The portal’s vocabulary is not known yet.');
    const masked = <Found extends RulePreview['live']>(rule: Found): Found => ({
      ...rule,
      examples: rule.examples.map((example) => ({ ...example, title: maskContacts(example.title) })),
    });
    const rules = found.map((rule) => ({ ...masked(rule), live: masked(rule.live) }));
    return previewDocument(feed.name, rules);
  }
}

function addListingDecisions(app: Api, { deps, guard, ask }: ApiParts): void {
  const { store } = deps.services;
  const confirm = createRoute({
    method: 'post',
    path: '/listings/{connection}/{id}/confirm',
    summary: 'Confirm a value in doubt, so that it goes live',
    ...guard('decide'),
    request: {
      params: listingKey,
      body: body(
        z.object({
          field,
          value: z.string().max(1000).openapi({
            description: 'The value that was shown. If the record has another one by now, nothing is done.',
          }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(confirm, async (c) => {
    const actor = c.get('actor');
    const { connection, id: externalId } = c.req.valid('param');
    const { field: chosen, value: shown } = c.req.valid('json');
    const connectionId = requireConnection(connection, actor);
    await requireListing(connectionId, externalId, store);
    const value = await valueShown({ connectionId, externalId, field: chosen }, shown, store);
    const payload = { of: 'listing', connectionId, externalId, field: chosen, value };
    return c.json(await decide(payload, connectionId, actor), 200);
  });

  const undo = createRoute({
    method: 'post',
    path: '/listings/{connection}/{id}/unconfirm',
    summary: 'Take the confirmation of a value back: the value before it is sent again',
    ...guard('decide'),
    request: { params: listingKey, body: body(z.object({ field })) },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(undo, async (c) => {
    const actor = c.get('actor');
    const { connection, id: externalId } = c.req.valid('param');
    const connectionId = requireConnection(connection, actor);
    await requireListing(connectionId, externalId, store);
    const payload = { of: 'undo', connectionId, externalId, field: c.req.valid('json').field };
    return c.json(await decide(payload, connectionId, actor), 200);
  });

  const decide = (payload: Record<string, unknown>, connection: string, actor: Actor) =>
    ask({ kind: 'confirm', payload }, actor, { what: 'holds', connection, feed: null });
}

/** A new listing that waits is known by its doubts alone. @throws ApiError */
async function requireListing(connectionId: string, externalId: string, store: Store): Promise<void> {
  const isKnown =
    (await store.listings.get(connectionId, externalId)) !== null ||
    (await store.content.doubtsOf(externalId, connectionId)).length > 0;
  if (!isKnown) throw notFound('listing');
}

/** The stored value of which contacts may have been masked where it was shown; any other value as it is. */
async function valueShown(
  of: { connectionId: string; externalId: string; field: ContentField | null },
  shown: string,
  store: Store,
): Promise<string> {
  const doubts = await store.content.doubtsOf(of.externalId, of.connectionId);
  const described = await describedDoubts(doubts, store);
  const same = described.find(
    (doubt) => (of.field === null || doubt.field === of.field) && maskedDoubt(doubt).value === shown,
  );
  return same?.value ?? shown;
}

function addRuleDecision(app: Api, { deps, guard, ask }: ApiParts): void {
  const route = createRoute({
    method: 'post',
    path: '/feeds/{name}/confirm',
    summary: 'Confirm all values of a feed that one rule holds',
    ...guard('decide'),
    request: {
      params: feedName,
      body: body(
        z.object({
          rule: z.enum(contentRules),
          expect: z.int().min(0).openapi({
            description: 'Number of values that were shown. If the number differs by now, nothing is done.',
          }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { rule, expect } = c.req.valid('json');
    const { name, connectionId } = await configuredFeed(
      c.req.valid('param').name,
      actor,
      deps.services.store,
    );
    const payload = { of: 'rule', feed: name, rule, expect };
    const changed = { what: 'holds', connection: connectionId, feed: name } as const;
    return c.json(await ask({ kind: 'confirm', payload }, actor, changed), 200);
  });
}
