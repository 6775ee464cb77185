import { createRoute, z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import { groupBy } from '../../../model/group-by.js';
import { becomesSentence } from '../../../texts/becomes-words.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { Actor } from '../../access/permissions.js';
import type { ShownUpgrade } from '../../deps.js';
import { ApiError } from '../errors.js';
import { DoneSchema } from '../schemas/schemas.js';
import { UpgradeSchema } from '../schemas/upgrade-schemas.js';
import { configuredFeed } from '../scope.js';
import { createTurns } from '../turns.js';
import { answers, body, feedName, type Api, type ApiParts } from './route-parts.js';

/** Upgrades that are tried at the same time, in total and by one account. */
const triesMax = { all: 8, each: 2 };
/** Listings that are named one by one. `becomes` counts all of them. */
const changesMax = 1_000;

/** What the present version of a feed's mapping would change, and the step to it. Only staff: presets belong to the operator. */
export function addUpgradeRoutes(app: Api, { deps, guard, ask }: ApiParts): void {
  const { store, clock } = deps.services;
  const turns = createTurns(triesMax, clock);
  const tried = async (feed: FeedRecord, actor: Actor): Promise<ShownUpgrade> => {
    const by = { agency: feed.connectionId, account: actor.account.id };
    const turn = turns.run(by, () => deps.tryUpgrade(feed));
    if (turn === null)
      throw new ApiError('too_many', 'Too many are being tried out. Ask again in a moment.', {
        retryAfterMs: 5_000,
      });
    const upgrade = await turn;
    if (typeof upgrade === 'string') throw new ApiError('conflict', upgrade);
    return upgrade;
  };

  const show = createRoute({
    method: 'get',
    path: '/feeds/{name}/mapping/upgrade',
    summary: 'What the present version of a feed’s mapping would change, each listing; nothing is changed',
    ...guard('operate'),
    request: { params: feedName },
    responses: answers('Without `moves` the feed has the newest version.', UpgradeSchema),
  });
  app.openapi(show, async (c) => {
    const actor = c.get('actor');
    const feed = await configuredFeed(c.req.valid('param').name, actor, store);
    return c.json(upgradeDocument(feed.name, await tried(feed, actor)), 200);
  });

  const take = createRoute({
    method: 'post',
    path: '/feeds/{name}/mapping/upgrade',
    summary:
      'Move a feed to the present version of its mapping; what leaves public view by it passes the guard',
    ...guard('operate'),
    request: {
      params: feedName,
      body: body(
        z.object({
          shown: z.string().max(40).openapi({
            description:
              'As `GET` returned it. If the mapping has yet another version by now, nothing is done.',
          }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(take, async (c) => {
    const actor = c.get('actor');
    const feed = await configuredFeed(c.req.valid('param').name, actor, store);
    const { name, connectionId } = feed;
    const { moves, shown } = await tried(feed, actor);
    if (moves.length > 0 && shown !== c.req.valid('json').shown)
      throw new ApiError(
        'conflict',
        'The mapping has another version by now than was shown: nothing was changed. Look at it again.',
      );
    const changed = { what: 'feed', connection: connectionId, feed: name } as const;
    return c.json(await ask({ kind: 'upgrade_mapping', payload: { feed: name } }, actor, changed), 200);
  });
}

function upgradeDocument(feed: string, { moves, shown, trial }: ShownUpgrade): z.input<typeof UpgradeSchema> {
  const cost = trial === null || typeof trial === 'string' ? null : trial.cost;
  const changes = cost?.changes ?? [];
  return {
    ...{ feed, moves, shown },
    problem: typeof trial === 'string' ? trial : null,
    becomes: [...groupBy(changes, ({ becomes }) => becomes)].map(([becomes, { length: count }]) => {
      return { becomes, count, sentence: becomesSentence(becomes) };
    }),
    changes: changes.slice(0, changesMax).map(({ externalId, title, becomes, word }) => ({
      external_id: externalId,
      title: maskContacts(title),
      becomes,
      sentence: becomesSentence(becomes),
      word: maskContacts(word),
    })),
    more: Math.max(0, changes.length - changesMax),
  };
}
