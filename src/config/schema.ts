import { z } from 'zod';
import { readRange } from '../core/setup/address-ranges.js';
import { protocolSchema } from '../wire/protocol.js';
import { noticesSchema } from './notices-schema.js';
import { feedDefaultsObject, feedObject, removalsSchema, type FeedConfig } from './feed-schema.js';
import {
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
      .describe('Secrets of webhook signatures; several while rotating.'),
    protocol: protocolSchema.prefault({}).describe('Settings that the specification leaves open.'),
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
      .describe('Address that users type; required to serve console and API off loopback.')
      .meta({ examples: ['https://feedsync.example'] }),
    trusted_proxies: ownAddressRanges
      .default([])
      .describe(
        'Addresses or CIDR ranges of reverse proxies, in addition to one on this machine: the client that they name (X-Forwarded-For) counts at sign-in.',
      )
      .meta({ examples: [['172.18.0.0/16']] }),
    monitors: ownAddressRanges
      .default([])
      .describe(
        'Addresses or CIDR ranges of machines that may read /metrics and /readyz under any name, and see feed names there, also through a proxy.',
      )
      .meta({ examples: [['10.0.0.7']] }),
    restart_when_stuck: z
      .boolean()
      .default(false)
      .describe(
        'End the process with code 1, at most once in 30 minutes, when only a restart helps: it was blocked for a minute, or a job cannot be stopped. The service manager must start it again.',
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
      .describe('Hosts, addresses or CIDR ranges that are not public but may be read.'),
    max_bytes: size.prefault('2GB').describe('A feed larger than this, unpacked, is refused.'),
    timeout: duration.prefault('10m').describe('The whole transfer of a feed must end within this time.'),
  })
  .transform((section) => ({
    allowPrivateAddresses: section.allow_private_addresses,
    maxBytes: section.max_bytes,
    timeoutMs: section.timeout,
  }));

const reconcile = z
  .strictObject({
    schedule: cron
      .default('10 4 * * *')
      .describe('When each connection is compared with the portal, spread per connection.'),
    max_snapshot_age: duration
      .prefault('36h')
      .describe('Without a complete snapshot younger than this, a connection is not reconciled.'),
    foreign: z
      .enum(['hold', 'archive'])
      .default('hold')
      .describe(
        'Listings on the portal that feedsync does not know: hold them for a decision, or archive them.',
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
        'Number of fetched files kept per feed; the committed file and those of open holds are always kept.',
      ),
    snapshot_days: z
      .int()
      .min(0)
      .default(7)
      .describe('Days after which a fetched file is removed even if there are fewer.'),
    history_days: z
      .int()
      .min(1)
      .default(180)
      .describe(
        'Days for which a removed listing is kept, with its payload and events; decided holds and settled batches too.',
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
    .describe('When the daemon copies the store, such as "40 3 * * *"; null makes no copies.'),
  keep: z.int().min(1).default(7).describe('Number of newest copies kept.'),
  folder: text
    .default('./data/backups')
    .describe(
      'Folder of the copies, each named by its time (UTC); preferably on another disk than the store.',
    ),
});

const sections = {
  portal: portal.describe('The portal and the key for it.'),
  store: storeAddress
    .prefault('sqlite:./data/feedsync.db')
    .describe('Database that holds everything: sqlite: with a path, or postgres://.'),
  data_dir: text.default('./data').describe('Folder of snapshots and of the process lock.'),
  mappings: text.default('./mappings').describe('Folder of the mapping files that feeds name.'),
  timezone: timezone
    .default('Europe/Belgrade')
    .describe('Time zone of schedules and of dates without a zone, unless a feed sets another.'),
  server: server.prefault({}).describe('Console, metrics, health and webhooks.'),
  fetch: fetch.prefault({}).describe('How feeds are read.'),
  reconcile: reconcile.prefault({}).describe('The nightly comparison with the portal.'),
  certifying: certifying.prefault({}).describe('The first push of a new connection.'),
  removals: removalsSchema
    .prefault({})
    .describe('When listings leave the portal; a feed may override each key.'),
  retention: retention.prefault({}).describe('How long data is kept.'),
  backups: backups.prefault({}).describe('Copies of the store, each consistent and checked.'),
  notices: noticesSchema.prefault({}).describe('Who is notified of attention items; no one by default.'),
  feeds_dir: text
    .nullable()
    .default(null)
    .describe(
      'Folder of further files with `feeds:`, one per agency; a broken file stops only its own feeds.',
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
    retention: document.retention,
    backups: document.backups,
    notices: document.notices,
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

export type PortalConfig = Config['portal'];
export type ServerConfig = Config['server'];
export type FetchConfig = Config['fetch'];
export type ReconcileConfig = Config['reconcile'];
export type RetentionConfig = Config['retention'];
