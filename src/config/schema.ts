import { z } from 'zod';
import { readRange } from '../core/setup/address-ranges.js';
import { protocolSchema } from '../wire/protocol.js';
import { noticesSchema, partnerSchema } from './notices-schema.js';
import {
  contentGuardSchema,
  feedDefaultsObject,
  feedObject,
  removalsSchema,
  type FeedConfig,
} from './feed-schema.js';
import {
  contactAddress,
  cron,
  duration,
  listenAddress,
  ownAddressRanges,
  serviceUrl,
  size,
  storeAddress,
  text,
  timezone,
} from './fields.js';

/** The folder of own mappings where none is configured. It need not exist. */
export const defaultMappings = './mappings';

const portal = z
  .strictObject({
    base_url: serviceUrl
      .describe("The portal's base address, version included.")
      .meta({ examples: ['https://portal.example/v1'] }),
    key_id: text
      .describe('Id of the key that requests are signed with.')
      .meta({ examples: ['px_live_7f3k'] }),
    private_key_file: text
      .describe('Path of its Ed25519 private key, PKCS#8 PEM; `feedsync keygen` makes one.')
      .meta({ examples: ['/run/secrets/portal.pem'] }),
    webhook_secrets: z
      .array(text)
      .default([])
      .describe('Secrets of webhook signatures; several during a rotation.'),
    protocol: protocolSchema.prefault({}).describe('What the specification leaves open.'),
  })
  .transform((section) => ({
    baseUrl: section.base_url,
    keyId: section.key_id,
    privateKeyFile: section.private_key_file,
    webhookSecrets: section.webhook_secrets,
    protocol: section.protocol,
  }));

const server = z
  .strictObject({
    listen: listenAddress
      .prefault('127.0.0.1:8080')
      .describe('Address of console, metrics and webhooks; port 0 picks a free one.'),
    public_url: serviceUrl
      .nullable()
      .default(null)
      .describe(
        'Public address. If feedsync does not listen on loopback, it serves console and API only if this is set.',
      )
      .meta({ examples: ['https://feedsync.example'] }),
    trusted_proxies: ownAddressRanges
      .default([])
      .describe(
        'Addresses or CIDR ranges of proxies in front of feedsync, other than one on this machine. The client that they name (X-Forwarded-For) counts at sign-in.',
      )
      .meta({ examples: [['172.18.0.0/16']] }),
    monitors: ownAddressRanges
      .default([])
      .describe(
        'Addresses or CIDR ranges of machines that may read /metrics and /readyz under any host name, and see names of feeds there also through a proxy.',
      )
      .meta({ examples: [['10.0.0.7']] }),
    restart_when_stuck: z
      .boolean()
      .default(false)
      .describe(
        'End the process with code 1, at most once in 30 minutes, if only a restart helps: it was blocked for a minute, or a job cannot be ended. A supervisor must start it again.',
      ),
  })
  .transform(({ listen, public_url, trusted_proxies, monitors, restart_when_stuck }) => ({
    ...listen,
    publicUrl: public_url,
    trustedProxies: trusted_proxies.flatMap((entry) => readRange(entry) ?? []),
    monitors: monitors.flatMap((entry) => readRange(entry) ?? []),
    restartWhenStuck: restart_when_stuck,
  }));

const fetch = z
  .strictObject({
    allow_private_addresses: z
      .array(text)
      .default([])
      .describe('Hosts, addresses or CIDR ranges that are not public, from which feeds may be read.'),
    max_bytes: size.prefault('2GB').describe('A feed that is larger than this when unpacked is refused.'),
    timeout: duration.prefault('10m').describe('The whole transfer of a feed must end within this time.'),
    contact: contactAddress
      .nullable()
      .default(null)
      .describe(
        'Page or e-mail address at which agencies and their hosts reach you. Requests for feeds name it: `feedsync/1.0.0 (+https://partner.example/feeds)`.',
      )
      .meta({ examples: ['https://partner.example/feeds'] }),
  })
  .transform((section) => ({
    allowPrivateAddresses: section.allow_private_addresses,
    maxBytes: section.max_bytes,
    timeoutMs: section.timeout,
    contact: section.contact,
  }));

const reconcile = z
  .strictObject({
    schedule: cron
      .default('10 4 * * *')
      .describe('When each connection is compared with the portal; spread by connection.'),
    max_snapshot_age: duration
      .prefault('36h')
      .describe('Without a complete snapshot younger than this, a connection is not reconciled.'),
    foreign: z
      .enum(['hold', 'archive'])
      .default('hold')
      .describe(
        'Listings on the portal that this installation does not know: hold them for a decision, or archive them.',
      ),
  })
  .transform((section) => ({
    schedule: section.schedule,
    maxSnapshotAgeMs: section.max_snapshot_age,
    foreign: section.foreign,
  }));

const certifying = z
  .strictObject({
    first_push: z
      .int()
      .min(1)
      .nullable()
      .default(null)
      .describe('Number of listings sent while the portal’s staff certifies a connection; null: one batch.'),
  })
  .transform((section) => ({ firstPush: section.first_push }));

const retention = z
  .strictObject({
    snapshots: z
      .int()
      .min(1)
      .default(5)
      .describe(
        'Fetched files kept per feed. The last complete one and those that open holds need are always kept.',
      ),
    snapshot_days: z
      .int()
      .min(0)
      .default(7)
      .describe('Days after which a fetched file is deleted even if there are fewer.'),
    history_days: z
      .int()
      .min(1)
      .default(180)
      .describe(
        'Days for which a removed listing is kept, with its payload and events; also decided holds and settled batches.',
      ),
    logs_days: z
      .int()
      .min(1)
      .default(30)
      .describe('Days for which runs, executed commands and log files (`data_dir/logs`) are kept.'),
  })
  .transform((section) => ({
    snapshots: section.snapshots,
    snapshotDays: section.snapshot_days,
    historyDays: section.history_days,
    logsDays: section.logs_days,
  }));

const backups = z.strictObject({
  schedule: cron
    .nullable()
    .default(null)
    .describe('When the daemon backs up the store, such as "40 3 * * *"; null makes no backups.'),
  keep: z.int().min(1).default(7).describe('Number of backups to keep, newest first.'),
  folder: text
    .default('./data/backups')
    .describe('Folder of the backups, each named by its time (UTC); use another disk than the store’s.'),
});

const sections = {
  portal: portal.describe('The portal and the key for it.'),
  store: storeAddress
    .prefault('sqlite:./data/feedsync.db')
    .describe('Where all state is stored: sqlite: with a path, or postgres://.'),
  data_dir: text.default('./data').describe('Folder of snapshots and of the process lock.'),
  mappings: text
    .default(defaultMappings)
    .describe(
      'Folder of your own mapping files. A name that it does not have is looked up among the mappings that feedsync ships.',
    ),
  timezone: timezone
    .default('Europe/Belgrade')
    .describe('Time zone of schedules and of dates without one, unless a feed sets its own.'),
  server: server.prefault({}).describe('Console, metrics, health and webhooks.'),
  fetch: fetch.prefault({}).describe('How feeds are read.'),
  reconcile: reconcile.prefault({}).describe('The nightly comparison with the portal.'),
  certifying: certifying.prefault({}).describe('The first push of a new connection.'),
  removals: removalsSchema
    .prefault({})
    .describe('When listings leave the portal; a feed may override each key.'),
  content_guard: contentGuardSchema,
  retention: retention.prefault({}).describe('How long data is kept.'),
  backups: backups.prefault({}).describe('Backups of the store, each consistent and verified.'),
  notices: noticesSchema.prefault({}).describe('Who is notified of what needs attention; no one by default.'),
  partner: partnerSchema
    .prefault({})
    .describe(
      'Who operates the import: stands behind “the operator of the import” on pages, that of signing in included, and in mails.',
    ),
  feeds_dir: text
    .nullable()
    .default(null)
    .describe(
      'Folder of further files with `feeds:`, one per agency. A broken file stops only its own feeds.',
    )
    .meta({ examples: ['./config/feeds.d'] }),
};

/** The document as written, with every key. Editors' schema and the reference are generated from it. */
export const writtenSchema = z.strictObject({
  ...sections,
  feed_defaults: feedDefaultsObject.prefault({}).describe('Values for every feed that does not set its own.'),
  feeds: z.array(feedObject).prefault([]).describe('The feeds.'),
});

/** The document without its feeds, which are parsed one by one with their defaults merged in (see load.ts). */
export const documentSchema = z
  .strictObject({
    ...sections,
    feed_defaults: feedDefaultsObject.prefault({}),
    feeds: z.array(z.unknown()).default([]),
  })
  .transform((document) => ({
    portal: document.portal,
    store: document.store,
    dataDir: document.data_dir,
    mappings: document.mappings,
    timezone: document.timezone,
    server: document.server,
    fetch: document.fetch,
    reconcile: document.reconcile,
    certifying: document.certifying,
    removals: document.removals,
    contentGuard: document.content_guard,
    retention: document.retention,
    backups: document.backups,
    notices: document.notices,
    partner: document.partner,
    feedsDir: document.feeds_dir,
  }));

/** The whole configuration, parsed: sizes in bytes, durations in milliseconds, defaults applied. */
export type Config = z.output<typeof documentSchema> & {
  feeds: FeedConfig[];
  /** Feeds of files in `feeds_dir` that cannot be used. They still belong to the configuration. */
  unread: StoppedFeed[];
  /** As written in the file: what feeds of the store inherit too. */
  inherited: Readonly<Record<string, unknown>>;
};

/** A feed of `feeds_dir` that cannot run. It is not removed: its listings must not count as orphaned. */
export interface StoppedFeed {
  file: string;
  /** Null if the file cannot be read as a whole, or the feed has no readable name. */
  name: string | null;
}

export type ServerConfig = Config['server'];
