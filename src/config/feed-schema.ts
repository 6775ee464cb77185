import type { Bands } from '../core/content/guard/bands.js';
import type { PropertyKind } from '../core/content/guard/property-kinds.js';
import { answerOfSomeSchema, choiceOfSomeSchema } from '../wire/rule-schema.js';
import { z } from 'zod';
import type { EncodingName } from '../model/feed-format.js';
import { connectionId, cron, duration, feedName, feedUrl, text, timezone } from './fields.js';

const encodings = [
  'auto',
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'iso-8859-2',
] as const satisfies readonly EncodingName[];

/** An answer about some records, by their ids as the agency's software writes them. */
const answerOfSome = answerOfSomeSchema.extend({
  yes: answerOfSomeSchema.shape.yes.default([]),
  no: answerOfSomeSchema.shape.no.default([]),
});
const choiceOfSome = choiceOfSomeSchema.extend({ named: choiceOfSomeSchema.shape.named.default({}) });
const plainValue = z.union([z.string(), z.number(), z.boolean()], {
  error: 'is not a plain value; write text, a number, true or false',
});

/** For an unmapped value: the listing waits for a meaning (and what is live stays), or is published without the value. */
const unmappedPolicy = z.union(
  [z.enum(['drop', 'wait', 'ignore']), z.strictObject({ use: z.string().min(1) })],
  {
    error:
      'is not one of drop (left out and counted), wait (the listing waits), ignore (not counted) and { use: another word }',
  },
);

const photosSchema = z.strictObject({
  check: z
    .enum(['off', 'daily'])
    .default('off')
    .describe(
      'daily: photos are checked once a day with conditional requests, so that a photo replaced under the same address is sent again. Turning it on resends each listing once, after everything else.',
    ),
});

const bound = z.number().min(0).nullable();
const band = z
  .tuple([bound, bound], { error: 'is not [lowest, highest], such as [5000, null]; null is no bound' })
  .refine(([least, most]) => least === null || most === null || least <= most, {
    error: 'has a lowest value above its highest',
  });
const kindBands = z
  .strictObject({
    sale_total: band.describe('Sale price, in EUR: lowest and highest; null is no bound.'),
    sale_m2: band.describe('Sale price of one m², in EUR.'),
    rent: band.describe('Rent of a month, in EUR.'),
    rent_m2: band.describe('Rent of one m² a month, in EUR.'),
    area: band.describe('Area, in m².'),
  })
  .partial();
const bandsSchema = z
  .strictObject({
    flat: kindBands.describe('Flats.'),
    house: kindBands.describe('Houses and cottages.'),
    room: kindBands.describe('Rooms.'),
    premises: kindBands.describe('Business premises.'),
    garage: kindBands.describe('Garages, parking and storage.'),
    land: kindBands.describe('Land.'),
  } satisfies Record<PropertyKind, unknown>)
  .partial();

export const contentGuardSchema = z
  .enum(['hold', 'report'])
  .default('hold')
  .describe(
    'hold: a doubtful price, area or state waits until it is confirmed, and what is live stays. report: it goes live and is only counted.',
  );

/** When a listing that left its feed is removed from the portal, and when removals are held (RULES R64, R67). */
const removalsObject = z.strictObject({
  after_polls: z
    .int()
    .min(1)
    .default(2)
    .describe('Complete polls that must miss a listing before it is removed.'),
  min_age: duration.prefault('60m').describe('Time that must also pass since it was first missed.'),
  always_allow: z
    .int()
    .min(0)
    .default(2)
    .describe(
      'Number of removals in 7 days that pass the guard if there are no others. Here and below, a listing that becomes inactive counts as a removal.',
    ),
  max_share: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe('Removals above this share of the listings, in a run, a day or a week, need a decision.'),
  max_count: z
    .int()
    .min(0)
    .default(500)
    .describe('Removals above this number, in the same windows, need a decision.'),
  reason: z
    .enum(['withdrawn', 'sold', 'rented', 'expired'])
    .default('withdrawn')
    .describe('Reason given to the portal for a listing that is no longer in its feed.'),
  pin_days: z
    .int()
    .min(1)
    .default(14)
    .describe(
      'Days for which listings of a rejected hold stay untouched before the question is asked again.',
    ),
});

export const removalsSchema = removalsObject.transform((removals) => ({
  afterPolls: removals.after_polls,
  minAgeMs: removals.min_age,
  alwaysAllow: removals.always_allow,
  maxShare: removals.max_share,
  maxCount: removals.max_count,
  reason: removals.reason,
  pinDays: removals.pin_days,
}));

/**
 * A feed as a configuration file writes it. The schema lists every key that a feed may have. `feed_defaults`, which takes only some of the
 * keys, is derived from it.
 */
export const feedObject = z.strictObject({
  name: feedName
    .describe('Name of the feed, unique: lower-case letters, digits and hyphens.')
    .meta({ examples: ['agency-a'] }),
  renamed_from: feedName
    .nullable()
    .default(null)
    .describe(
      'Previous name of the feed, to keep its history. Without it, a renamed feed is new, and a hold asks what to do with the old one.',
    ),
  connection: connectionId
    .describe('Id of the connection that the listings belong to.')
    .meta({ examples: ['6f0c1d2e-1111-4222-8333-444455556666'] }),
  url: feedUrl
    .optional()
    .describe(
      'Where the feed is: http, https or file. Also the link by which a sheet on Google Sheets or a file on Google Drive, OneDrive, SharePoint or Dropbox is shared.',
    )
    .meta({ examples: ['https://agency.example/feed.xml'] }),
  urls: z
    .array(
      z.union(
        [
          feedUrl,
          z.strictObject({
            url: feedUrl.describe('One of several addresses.'),
            header: z
              .record(z.string().regex(/^[A-Za-z_][\w-]*$/), plainValue)
              .transform((header) =>
                Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)])),
              )
              .describe('Values that its file does not contain, by name: a mapping reads them as /name.'),
          }),
        ],
        {
          error:
            'is not the address of a file; write https://agency.example/flats.xml, or { url: https://agency.example/flats.xml, header: { kind: flat } }',
        },
      ),
    )
    .min(1)
    .optional()
    .describe(
      'Several addresses that together are one feed, instead of url: each an address, or url and header.',
    ),
  changes_url: feedUrl
    .nullable()
    .default(null)
    .describe(
      'Where the changes since the full file are, if the software exports both: together they are one feed. A listing is missing only from the full file at url.',
    )
    .meta({ examples: ['https://agency.example/changes.xml'] }),
  auth: z
    .strictObject({
      user: z
        .string()
        .describe('User name for HTTP basic authentication.')
        .meta({ examples: ['feedsync'] }),
      password: z
        .string()
        .describe('Its password.')
        .meta({ examples: ['${FEED_PASSWORD}'] }),
    })
    .nullable()
    .default(null)
    .describe('User name and password, if the source requires them.'),
  headers: z
    .record(
      z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
      z.string().regex(/^[^\r\n\0]*$/, 'holds a line break; write one line'),
    )
    .default({})
    .describe('Additional request headers, such as a token.'),
  mapping: text
    .describe(
      'The name of a mapping in the folder `mappings` or of one that feedsync ships, or a path to a mapping file.',
    )
    .meta({ examples: ['my-software'] }),
  schedule: cron
    .default('*/15 * * * *')
    .describe('Cron expression, seconds optional: when the feed is polled. Starts are spread by feed.'),
  kind: z
    .enum(['full', 'delta', 'auto'])
    .default('full')
    .describe(
      'Whether each file contains everything (full), only changes (delta), or states its kind (auto).',
    ),
  encoding: z.enum(encodings).default('auto').describe('Character encoding; auto reads it from the file.'),
  delimiter: text
    .nullable()
    .default(null)
    .describe(
      'CSV: delimiter between cells, one or more characters; null: as the mapping says. A spreadsheet (.xlsx, .ods) has none.',
    ),
  quote: z
    .string()
    .max(1)
    .nullable()
    .default(null)
    .describe('CSV: the quoting character, empty for none; null: as in the mapping.'),
  header: z
    .boolean()
    .nullable()
    .default(null)
    .describe('CSV: whether the first row names the columns; null: as in the mapping.'),
  timezone: timezone
    .default('Europe/Belgrade')
    .describe('Time zone of its schedule and of its dates without one.'),
  id_prefix: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{0,24}$/, 'is not a prefix; write at most 24 letters, digits and . : _ -')
    .refine(
      (prefix) => !prefix.includes('__'),
      'contains "__", which is reserved in portal ids; write one "_"',
    )
    .default('')
    .describe(
      'Prefix of every id of this feed, for two feeds of a connection that use the same ids. Cannot change after the first push.',
    ),
  where: text
    .nullable()
    .default(null)
    .describe("Condition (CEL) that selects this feed's records from a shared file."),
  min_records: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('A full feed with fewer records counts as cut off; null: one record is enough.'),
  ignore_more: z
    .array(text)
    .default([])
    .describe(
      'Values around the records, and headers of replies, that do not announce more records although they look so: `/meta/total`, `x-total-count`.',
    ),
  answers: z
    .record(
      z.string(),
      z.union([z.boolean(), answerOfSome, choiceOfSome], {
        error:
          'is not an answer; write true or false; a fact other than the mandate also takes { yes: [ids], no: [ids] }, and rent.type and structure.furnished take { named: { word: [ids] } }',
      }),
    )
    .default({})
    .describe(
      'Facts that the agency stated, such as mandate_attested. Nothing is assumed for facts that are missing. One that differs between listings has the ids of their records: `{ owner_lives_nearby: { yes: [A1], no: [A2] } }`; others are answered by rules, `rules: [{ value: true, when: { title_word: Lux } }]`, where those that a listing meets agree; what meets none waits for an answer, or has that of `others: false`. `rent.type` and `structure.furnished` name words of the portal: `{ rent.type: { named: { short_term: [A1] }, rules: [{ value: short_term, when: { title_word: dan } }] } }`; all other listings have the one under `constants`.',
    ),
  constants: z
    .record(z.string(), plainValue)
    .default({})
    .describe('Payload paths with a fixed value, used if the mapping yields nothing.'),
  tables: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.union([plainValue, z.array(z.string()), z.null()], {
          error: 'is not a word of the portal; write one, or a list of candidates',
        }),
      ),
    )
    .default({})
    .describe(
      "Meanings of this agency's words, by table; they override the mapping's. The table `boolean` has words for yes and no: `{ ima: true }`.",
    ),
  unmapped: z
    .record(z.string(), unmappedPolicy)
    .default({})
    .describe(
      'What to do with unmapped values, by field (heating, category, structure.furnished): drop, wait, ignore, or use: another word. Overrides the mapping.',
    ),
  empty_state: z
    .enum(['on_offer', 'word'])
    .nullable()
    .default(null)
    .describe(
      'A record without a word for its state: on_offer, or word: asked about like an unknown word; null: as decided by the first file, where most records have a word or not.',
    ),
  weight: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .describe(
      "Its share of the connection's hourly items relative to the connection's other feeds, while several have listings to send.",
    ),
  photos: photosSchema.prefault({}).describe('How photos are checked for changes.'),
  removals: removalsSchema.prefault({}).describe('Overrides of `removals` for this feed.'),
  content_guard: contentGuardSchema,
  on_request: z
    .enum(['inactive', 'remove'])
    .default('inactive')
    .describe(
      'A live listing whose price is on request now (words, 0 or nothing): it becomes inactive, or is removed. A new one is not published.',
    ),
  bands: bandsSchema
    .default({})
    .describe(
      'Usual prices and areas by kind of property, where they differ from those of the country. A value outside is in doubt.',
    )
    .meta({ examples: [{ land: { sale_m2: [0.01, 500] } }] }),
});

/** The keys of `feed_defaults`: everything that feeds can share. */
export const feedDefaultsObject = feedObject
  .omit({ name: true, renamed_from: true, url: true, urls: true, changes_url: true })
  .partial();

/** The keys that decide how records are mapped, and that can be tried before they are saved. */
export const feedTrialObject = feedObject
  .pick({ answers: true, constants: true, tables: true, unmapped: true, where: true })
  .partial();

/** A feed as used, after its defaults were merged in. */
export const feedSchema = feedObject
  .superRefine((feed, context) => {
    if (feed.changes_url !== null && feed.kind !== 'full') {
      const message = `is the address of the changes beside a full file; write kind: full, or leave changes_url out (kind: ${feed.kind})`;
      context.addIssue({ code: 'custom', path: ['changes_url'], message });
    }
    const given = [feed.url, feed.urls].filter((value) => value !== undefined).length;
    if (given === 1) return;
    const message =
      given === 0
        ? 'is missing; write url: https://agency.example/feed.xml, or urls: with a list'
        : 'is written together with urls; write one of the two';
    context.addIssue({ code: 'custom', path: ['url'], message });
  })
  .transform((feed) => ({
    name: feed.name,
    renamedFrom: feed.renamed_from,
    connectionId: feed.connection,
    urls: feed.urls?.map((entry) => (typeof entry === 'string' ? entry : entry.url)) ?? [feed.url ?? ''],
    /** By URL. */
    urlHeaders: Object.fromEntries<Readonly<Record<string, string>>>(
      feed.urls?.flatMap((entry) => (typeof entry === 'string' ? [] : [[entry.url, entry.header]])) ?? [],
    ),
    changesUrl: feed.changes_url,
    auth: feed.auth,
    headers: feed.headers,
    mapping: feed.mapping,
    /** Text in place of the named mapping's. Never set in a configuration. */
    mappingText: null as string | null,
    schedule: feed.schedule,
    kind: feed.kind,
    encoding: feed.encoding,
    delimiter: feed.delimiter,
    quote: feed.quote,
    header: feed.header,
    timezone: feed.timezone,
    idPrefix: feed.id_prefix,
    where: feed.where,
    minRecords: feed.min_records,
    ignoreMore: feed.ignore_more,
    answers: feed.answers,
    constants: feed.constants,
    tables: feed.tables,
    unmapped: feed.unmapped,
    emptyState: feed.empty_state,
    photoCheck: feed.photos.check,
    weight: feed.weight,
    removals: feed.removals,
    contentGuard: feed.content_guard,
    onRequest: feed.on_request,
    bands: feed.bands as Bands,
  }));

export type FeedConfig = z.output<typeof feedSchema>;
