import { createRoute, z } from '@hono/zod-openapi';
import { feedChangeLimits, type FeedChange } from '../../../core/setup/feed-changes.js';
import type { Sentence } from '../../../model/sentence.js';
import type { Store } from '../../../store/store.js';
import { feedChangeSentence } from '../../../texts/decisions/feed-change-words.js';
import type { RuleNames } from '../../../texts/setup/rule-words.js';
import { readFactAnswer } from '../../../wire/rule-schema.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { ListedChange } from '../../../store/contract/feed-changes.js';
import { authorOf, type Actor } from '../../access/permissions.js';
import type { ServerDeps } from '../../deps.js';
import { fromCursor, toCursor } from '../cursor.js';
import { iso, maybeIso } from '../../../documents/time.js';
import { ApiError, notFound } from '../errors.js';
import { FeedChangeSchema } from '../schemas/word-schemas.js';
import { answers, byNumber, feedName, pageOf, paging, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema } from '../schemas/schemas.js';
import { feedNamed } from '../scope.js';

const changeOfFeed = feedName.extend(byNumber.shape);

/** The changes that accounts made to a feed (words, answers, its mapping), and undoing one of them. */
export function addChangeRoutes(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const list = createRoute({
    method: 'get',
    path: '/feeds/{name}/changes',
    summary: 'What people changed of a feed, newest first, with what was taken back',
    ...guard('read'),
    request: { params: feedName, query: z.object(paging) },
    responses: answers('A page of them.', pageOf('changes', FeedChangeSchema)),
  });
  app.openapi(list, async (c) => {
    const feed = await feedNamed(c.req.valid('param').name, c.get('actor'), store);
    const { limit, cursor } = c.req.valid('query');
    const before = fromCursor(cursor, z.int());
    const rows = await store.feedChanges.listed(keyOf(feed), { before, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const next_cursor = rows.length > limit ? toCursor(shown.at(-1)?.id) : null;
    return c.json({ changes: shown.map(await changeWriter(store)), next_cursor }, 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/feeds/{name}/changes/{id}',
    summary: 'One change of a feed, with the text where it is a mapping',
    ...guard('read'),
    request: { params: changeOfFeed },
    responses: answers('The change.', FeedChangeSchema),
  });
  app.openapi(one, async (c) => {
    const { name, id } = c.req.valid('param');
    const feed = await feedNamed(name, c.get('actor'), store);
    const change = await store.feedChanges.one(id, keyOf(feed));
    if (change === null) throw notFound('change');
    return c.json((await changeWriter(store))({ ...change, characters: null }), 200);
  });

  const undo = createRoute({
    method: 'post',
    path: '/feeds/{name}/changes/{id}/undo',
    summary: 'Take a change back: what lay under it counts again',
    ...guard('decide'),
    request: { params: changeOfFeed },
    responses: answers('Taken back.', DoneSchema),
  });
  app.openapi(undo, async (c) => {
    const actor = c.get('actor');
    const { name, id } = c.req.valid('param');
    const feed = await feedNamed(name, actor, store);
    const change = await store.feedChanges.one(id, keyOf(feed));
    if (change === null) throw notFound('change');
    const why = change.undoneAt === null ? await deps.mappings.whyNotUndone(feed, change) : null;
    if (why !== null)
      throw new ApiError('conflict', `Nothing was taken back: what lay under it cannot count again. ${why}`);
    const undone = await store.feedChanges.undo(id, keyOf(feed), authorOf(actor), clock.now());
    if (undone === null)
      throw new ApiError('conflict', 'This change was taken back already. Nothing was done.');
    await takeOver(feed, deps);
    const taken = changeSentence(undone, await namesOf(store)).en;
    return c.json({ message: `Taken back: ${taken} ${appliedSoon}` }, 200);
  });
}

export const appliedSoon =
  'What was read of the feed last is mapped with it now; its source is asked again by its schedule.';

/** Returns the mapping in force of a feed. @throws ApiError with the sentence that says why it cannot be read */
export async function mappingOf(feed: FeedRecord, { mappings }: ServerDeps) {
  const mapping = await mappings.inForce(feed);
  if (typeof mapping === 'string') throw new ApiError('conflict', mapping);
  return mapping;
}

export function keyOf({ name, connectionId }: FeedRecord): { feed: string; connectionId: string } {
  return { feed: name, connectionId };
}

/**
 * Stores changes of a feed and maps its kept records with them. Refuses changes with which the feed could not be read, more changes than
 * `feedChangeLimits.atOnce`, and changes of an orphaned or retired feed.
 * @throws ApiError with the sentence that says why not
 */
export async function changeFeed(
  feed: FeedRecord,
  changes: readonly FeedChange[],
  actor: Actor,
  deps: ServerDeps,
): Promise<void> {
  const { store, clock } = deps.services;
  if (feed.life === 'orphaned' || feed.life === 'retired')
    throw new ApiError('conflict', `Feed ${feed.name} is ${feed.life}: nothing of it is changed any more.`);
  const { atOnce } = feedChangeLimits;
  if (changes.length > atOnce)
    throw new ApiError(
      'bad_request',
      `Nothing was saved: these are ${changes.length} changes, and one request may hold ${atOnce}. Send them in parts, or change the text of the mapping.`,
    );
  const why = await deps.mappings.whyNot(feed, changes);
  if (why !== null)
    throw new ApiError('conflict', `Nothing was saved: the feed could not be read so. ${why}`);
  await store.feedChanges.add(keyOf(feed), changes, authorOf(actor), clock.now());
  await takeOver(feed, deps);
}

/** Requests that the feed's kept records are mapped again at once, unless the feed is paused. The source is not fetched for this. */
async function takeOver({ name, connectionId }: FeedRecord, deps: ServerDeps): Promise<void> {
  const { services, changes, wake } = deps;
  await services.prepareFeeds();
  changes.publish([{ what: 'feed', connection: connectionId, feed: name }]);
  wake();
}

/** Writes changes of a feed, by the labels of the portal's vocabulary and the names of its places as they are known now. */
export async function changeWriter(
  store: Pick<Store, 'reference'>,
): Promise<(row: ListedChange) => z.input<typeof FeedChangeSchema>> {
  const names = await namesOf(store);
  return (row) => changeDocument(row, names);
}

async function namesOf({ reference }: Pick<Store, 'reference'>): Promise<RuleNames> {
  const vocabulary = (await reference.vocabulary())?.vocabulary ?? null;
  return { vocabulary, places: (await reference.places())?.places ?? [] };
}

function changeSentence(row: FeedChange, names: RuleNames): Sentence {
  return feedChangeSentence(row, row.kind === 'answer' ? readFactAnswer(row.value) : null, names);
}

function changeDocument(row: ListedChange, names: RuleNames): z.input<typeof FeedChangeSchema> {
  const { id, kind, subject, value, characters, author, at, undoneAt, undoneBy } = row;
  return {
    id,
    kind,
    subject: subject.replace('\n', ': '),
    value: value === null ? null : JSON.stringify(value),
    characters,
    author,
    at: iso(at),
    undone_at: maybeIso(undoneAt),
    undone_by: undoneBy,
    sentence: changeSentence(row, names),
  };
}
