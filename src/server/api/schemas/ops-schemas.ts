import { z } from '@hono/zod-openapi';
import { installationSteps } from '../../../inspect/installation.js';
import { contentRules } from '../../../model/content.js';
import { portalStates } from '../../../model/listing-states.js';
import { taskKinds } from '../../../inspect/attention/tasks.js';
import { standings } from '../../../model/standing.js';
import { actor, ReasonSchema, SentenceSchema } from './sentence-schema.js';
import {
  ConnectionSchema,
  count,
  DoubtSchema,
  FeedSchema,
  HoldLineSchema,
  HoldSchema,
  ListingSchema,
  maybeTime,
  presences,
  RunSchema,
  time,
} from '../../../documents/schemas.js';
import { PollSchema, StorySchema } from './schemas.js';

/** One cause, however many agencies it concerns. */
const CauseSchema = z
  .object({
    kind: z.string().meta({ description: 'Such as `source_down`, `hold`, `connection_paused`.' }),
    subject: z.string().nullable().meta({ description: 'What the agencies have in common, such as a host.' }),
    sentence: SentenceSchema,
    next: SentenceSchema,
    actor,
    count: count.meta({ description: 'Listings, records or words concerned.' }),
    since: maybeTime,
    unanswered_since: maybeTime.meta({
      description: 'Since when an agency has not answered, where no mail is about it any more.',
    }),
    agencies: count.meta({ description: 'Number of agencies concerned; 0: all.' }),
    link: z.string().nullable().meta({
      description: 'Page of the console that shows all of it; null: only the pages of `examples` do.',
    }),
    examples: z
      .array(
        z.object({
          count,
          link: z.string().nullable(),
          agency: z.string(),
          connection: z.string().nullable(),
          feed: z.string().nullable(),
          hold: z.int().nullable(),
          closes: z.string().nullable().meta({
            description: 'The `cause` for POST /attention/close; null: the item cannot be closed.',
          }),
        }),
      )
      .meta({ description: 'The first agencies concerned; `agencies` has their number.' }),
  })
  .openapi('Cause');

export const InstallationSchema = z
  .object({
    steps: z
      .array(z.object({ step: z.enum(installationSteps), done: z.boolean() }))
      .meta({ description: 'In the order in which a person takes them.' }),
  })
  .openapi('Installation');

/** The numbers that stand in tiles. Each is as many as the list has with the filter of its name. */
export const TileCountsSchema = z
  .object({
    there: count.meta({ description: 'On the portal, with those whose removal waits for a decision.' }),
    ...{ in_review: count, on_the_way: count, waiting: count, refused: count, invalid: count },
  })
  .openapi('TileCounts', { description: 'Each is the `total` of the list with the filter of this name.' });

export const SituationSchema = z
  .object({
    feeds: z.object({ total: count, polled: count, failing: count, stalled: count }),
    listings: z.object({
      published: count.meta({ description: 'On the portal, those of `held` and `missing` included.' }),
      held: count.meta({ description: 'Of `published`: their removal waits for a decision.' }),
      missing: count.meta({ description: 'Of `published`: missing from the file, in grace.' }),
      pending: count.meta({ description: 'The sum of `in_review` and `on_the_way`.' }),
      ...{ in_review: count, on_the_way: count, refused: count, invalid: count },
      waiting: count.meta({ description: 'New listings that wait because a value is in doubt included.' }),
    }),
    holds: z.object({
      open: count,
      listings: count,
      values: count.meta({ description: 'Values in doubt that wait for a confirmation.' }),
      oldest_at: maybeTime,
    }),
    budget: z.object({
      items_spent: count,
      items_limit: count.nullable().meta({ description: 'Limit of each connection.' }),
      exhausted: count.meta({ description: 'Connections that have spent their items of the current hour.' }),
      upserts: count,
      removals: count,
      done_at: maybeTime.meta({ description: 'When everything that waits now will be sent.' }),
    }),
    running: count.meta({ description: 'Runs under way.' }),
    causes: z.array(CauseSchema),
  })
  .openapi('Situation');

/** Something that the agency has to do. The console shows it with one button. */
export const TaskSchema = z
  .object({
    kind: z.enum(taskKinds),
    count,
    sentence: SentenceSchema,
    feed: z.string().nullable(),
    hold: z.int().nullable(),
    note: z.string().nullable().meta({ description: 'What the portal’s staff wrote, verbatim.' }),
    link: z.string().nullable().meta({ description: 'Page of the console on which it is done.' }),
  })
  .openapi('Task');

export const FeedReadingSchema = z
  .object({
    read_at: maybeTime,
    file_at: maybeTime.meta({ description: 'When the file was written, as the file itself states.' }),
    new_file: z.boolean(),
    sentence: SentenceSchema,
  })
  .openapi('FeedReading');

/** The result of *Check now*. */
export const CheckSchema = PollSchema.extend({
  reading: FeedReadingSchema.nullable().meta({
    description:
      'Null until the feed was read. Example: “read 14:03, file written 03:10, nothing new: the change is not in the export yet”.',
  }),
}).openapi('Check');

export const HomeSchema = z
  .object({
    agency: z.string(),
    connection: z.string(),
    status: z.string(),
    sentence: SentenceSchema.meta({
      description: 'Example: “132 of 140 on the portal · 5 in review · 3 wait for you”.',
    }),
    listings: count,
    on_portal: count.meta({ description: 'Those of `held` and `missing` included.' }),
    held: count.meta({ description: 'Of `on_portal`: their removal waits for a decision.' }),
    missing: count.meta({
      description: 'Of `on_portal`: missing from the file, and removed if they do not return.',
    }),
    missing_until: maybeTime.meta({
      description:
        'When the first of `missing` would be removed; null where none is missing, or its feed is not read.',
    }),
    in_review: count,
    on_the_way: count,
    waiting: count.meta({ description: 'Listings that wait for the agency.' }),
    actor,
    tasks: z.array(TaskSchema),
    feeds: z.array(
      z.object({ name: z.string(), life: z.string(), can_check_at: maybeTime, reading: FeedReadingSchema }),
    ),
  })
  .openapi('Home');

export const CardSchema = z
  .object({
    transaction: z.string().nullable(),
    price: z.object({ amount: z.number(), currency: z.string(), period: z.string().nullable() }).nullable(),
    place: z.string().nullable(),
    address: z.string().nullable(),
    category: z.string().nullable(),
    category_label: SentenceSchema.nullable().meta({ description: 'By the portal’s labels.' }),
    area_m2: z.number().nullable(),
    photo: z.string().nullable().meta({ description: 'Address of the first photo, as in the feed.' }),
    photos: count,
  })
  .openapi('ListingCard');

export const DescribedListingSchema = ListingSchema.extend({
  agency: z
    .string()
    .meta({ description: 'The agency’s name; the id of a connection that was not read yet.' }),
  standing: z.enum(standings),
  since: maybeTime.meta({
    description: 'Since when it is in this standing; null: it is not known.',
  }),
  told: SentenceSchema.meta({
    description: 'For the agency, in short: whether the listing is on the portal, and why.',
  }),
  in_doubt: count.meta({
    description:
      'Values in doubt: a new listing is published once they are confirmed or corrected, of a live one the portal keeps the values before.',
  }),
  card: CardSchema.nullable().meta({ description: 'Null: the record yields nothing that can be published.' }),
}).openapi('ToldListing');

export const DescribedStorySchema = StorySchema.extend({
  agency: z.string().meta({ description: 'Name of its agency.' }),
  standing: z.enum(standings),
  told: SentenceSchema,
  card: CardSchema.nullable(),
  photos: z.array(z.string()).meta({ description: 'Addresses of the photos, the cover first.' }),
  map: z.string().nullable().meta({
    description:
      'Address of a map at the coordinates of the listing, else of its place in the portal’s directory; null: there are none.',
  }),
  warnings: z
    .array(z.object({ code: z.string(), told: SentenceSchema }))
    .meta({ description: 'Warnings of the portal, with a sentence for the agency.' }),
}).openapi('ToldStory');

export const HoldCardSchema = HoldLineSchema.extend({
  presence: z.enum(presences).nullable(),
  portal: z.enum(portalStates).nullable(),
  public_url: z.string().nullable(),
  renamed_to: z
    .string()
    .nullable()
    .meta({ description: 'The id of a new record that matches this listing.' }),
  card: CardSchema.nullable(),
}).openapi('HoldCard');

export const DoubtCardSchema = DoubtSchema.extend({
  connection: z.string(),
  public_url: z.string().nullable(),
  card: CardSchema.nullable().meta({
    description: 'The listing as it is wanted now; null: it is new and waits.',
  }),
}).openapi('DoubtCard');

const expectAbove = count.meta({
  description: 'For more than this, the decision also states their number (`expect`).',
});

/** What is asked at once: about all values of a feed that one rule holds, or about one of fewer than three. */
export const QuestionSchema = z
  .object({
    rule: z.enum(contentRules),
    name: SentenceSchema.meta({ description: 'Name of the rule.' }),
    why: SentenceSchema.meta({ description: 'Why the rule holds a value.' }),
    count: count.meta({ description: 'Number of values.' }),
    examples: z.array(z.string()).meta({ description: 'Ids of listings, at most 3.' }),
    expect_above: expectAbove,
  })
  .openapi('Question');

export const HoldDetailSchema = HoldSchema.extend({
  agency: z.string(),
  why: ReasonSchema,
  renames: count.meta({
    description: 'Number of its listings that match a record with another id; `rekey` gives them that id.',
  }),
  sentence: SentenceSchema.meta({
    description: 'For agencies: what would be removed, and why a decision is needed.',
  }),
  on_portal: count.meta({
    description: 'The agency’s listings on the portal now, those of the hold included.',
  }),
  may_hide: z.boolean().meta({
    description:
      'Whether its listings are nearly all that the agency has on the portal, so that it may have closed for a season: `hide_until` is offered then.',
  }),
  expect_above: count.meta({
    description:
      'For more than this, a page lets the person type their number: 50, and 9 where they are over a third of the agency’s listings. The API itself asks for `expect` always.',
  }),
}).openapi('HoldDetail');

export const ConnectionDetailSchema = ConnectionSchema.extend({
  register_number: z.string().nullable(),
  feeds: z.array(z.string()),
  actor,
  since: maybeTime.meta({ description: 'Since when it is the turn of `actor`.' }),
  sentence: SentenceSchema,
  read_at: maybeTime,
  last_push_at: maybeTime,
  next_reconcile_at: maybeTime,
  adopting_since: maybeTime,
}).openapi('ConnectionDetail');

export const ExpectedSchema = z
  .object({
    feed: z.string(),
    expected: z
      .object({ removals: count, used: count, until: time, author: z.string(), announced_at: time })
      .nullable(),
  })
  .openapi('Expected');

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export const LogLineSchema = z
  .object({
    at: time,
    level: z.enum(logLevels),
    event: z.string(),
    message: z.string().nullable(),
    feed: z.string().nullable(),
    connection: z.string().nullable(),
    run: z.int().nullable(),
    listing: z.string().nullable(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .openapi('LogLine');

export const ComparisonSchema = z
  .object({
    id: z.int(),
    connection: z.string(),
    state: z.enum(['waiting', 'done', 'failed']),
    dry_run: z.boolean(),
    message: z.string().meta({ description: 'The result, as a sentence.' }),
    why: ReasonSchema,
    asked_at: time,
    ended_at: maybeTime,
    archived: z.array(z.object({ external_id: z.string(), title: z.string().nullable() })),
    foreign: z.array(z.object({ external_id: z.string() })),
    drift: z.array(
      z.object({
        external_id: z.string(),
        title: z.string().nullable(),
        kind: z.string(),
        action: z.string(),
      }),
    ),
    held: count,
    hold: z.int().nullable(),
  })
  .openapi('Comparison');

export const PortalSchema = z
  .object({
    base_url: z.string(),
    key: z.object({
      id: z.string(),
      state: z.enum(['ok', 'stopped']),
      reason: z.string().nullable(),
      since: maybeTime,
    }),
    clock_offset_seconds: z.number().meta({ description: 'How far the portal’s clock is ahead of ours.' }),
    limits: z.record(z.string(), z.number()).nullable().meta({ description: 'As the portal sent them.' }),
    requests: z.object({
      since: time.meta({
        description: 'Requests are counted from this time: the start of the daemon, or an hour ago.',
      }),
      total: count,
      by_status: z.record(z.string(), count),
      window_seconds: count,
      in_window: count,
      limit: count.nullable(),
      errors: z
        .array(
          z.object({
            at: time,
            operation: z.string(),
            status: z.int().nullable(),
            code: z.string().nullable(),
            message: z.string(),
          }),
        )
        .meta({ description: 'The latest errors, newest first.' }),
    }),
    vocabulary: z.object({ read_at: maybeTime, words: count, suspect: z.boolean() }),
    places: z.object({ read_at: maybeTime, count }),
  })
  .openapi('Portal');

export const SettingsSchema = z
  .object({
    settings: z.array(
      z.object({
        key: z.string().meta({ description: 'Such as `removals.max_share`.' }),
        value: z.string().meta({ description: 'As JSON; of a secret only whether it is set.' }),
        secret: z.boolean(),
      }),
    ),
  })
  .openapi('Settings');

/** A run as a page shows it: with what it did, in both languages. */
export const DescribedRunSchema = RunSchema.extend({
  sentence: SentenceSchema.meta({ description: 'What it did; in English the message.' }),
  why: ReasonSchema,
  counts: z
    .array(z.object({ name: z.string(), label: SentenceSchema, count }))
    .meta({ description: 'The counts of `balance` that are not zero, by name.' }),
}).openapi('DescribedRun');

/** One feed as its page shows it: what looks wrong in it, as sentences. */
export const DescribedFeedSchema = FeedSchema.extend({
  why: ReasonSchema,
  findings: z
    .array(z.object({ sentence: SentenceSchema, field: SentenceSchema, count, of: count }))
    .meta({ description: '`doubts` as sentences.' }),
}).openapi('DescribedFeed');

const day = z.iso.date().meta({ description: 'In the configured zone.' });

export const SizeChartSchema = z
  .object({
    feed: z.string(),
    points: z.array(
      z.object({
        day,
        records: count
          .nullable()
          .meta({ description: 'In the last complete file by the end of the day; null: none was read yet.' }),
        removals: count,
        held: count,
        holds: count.meta({ description: 'Holds that opened on this day.' }),
      }),
    ),
  })
  .openapi('SizeChart');

export const ItemsChartSchema = z
  .object({
    connection: z.string().nullable(),
    limit: count.nullable().meta({
      description: 'Items that the connection may spend per hour; null for all connections together.',
    }),
    points: z.array(z.object({ hour: time, sent: count, removed: count })),
  })
  .openapi('ItemsChart');

export const DelayChartSchema = z
  .object({
    feed: z.string().nullable(),
    points: z.array(
      z.object({
        day,
        listings: count,
        median_minutes: z.number(),
        p95_minutes: z.number(),
      }),
    ),
  })
  .openapi('DelayChart');
