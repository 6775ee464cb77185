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
        'Address under which people reach it; off loopback, console and API are served only where it is written.',
      )
      .meta({ examples: ['https://feedsync.example'] }),
    trusted_proxies: ownAddressRanges
      .default([])
      .describe(
        'Addresses or CIDR ranges of proxies before it, beside one on this machine: the client that they name (X-Forwarded-For) counts at sign-in.',
      )
      .meta({ examples: [['172.18.0.0/16']] }),
    monitors: ownAddressRanges
      .default([])
      .describe(
        'Addresses or CIDR ranges of machines that may read /metrics and /readyz under any name, and see names of feeds there through a proxy too.',
      )
      .meta({ examples: [['10.0.0.7']] }),
    restart_when_stuck: z
      .boolean()
      .default(false)
      .describe(
        'End the process with code 1, at most once in 30 minutes, when only a restart helps: it was blocked for a minute, or a job cannot be ended. What started it must start it again.',
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
      .describe('Hosts, addresses or CIDR ranges that feeds may be read from although they are not public.'),
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
      .describe('Listings on the portal that nothing here knows: ask a person, or archive them.'),
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
      .describe('Listings sent while the portal’s staff certify a connection; null sends one batch.'),
  })
  .transform((section) => ({ firstPush: section.first_push }));

const retention = z
  .strictObject({
    snapshots: z
      .int()
      .min(1)
      .default(5)
      .describe(
        'Fetched files kept per feed; the one that was taken over last and those that open holds need always are.',
      ),
    snapshot_days: z
      .int()
      .min(0)
      .default(7)
      .describe('Days after which a fetched file goes though there are fewer.'),
    history_days: z
      .int()
      .min(1)
      .default(180)
      .describe(
        'Days for which a listing that left is remembered, with its payload and events; decided holds and settled batches as well.',
      ),
    logs_days: z
      .int()
      .min(1)
      .default(30)
      .describe('Days for which runs, carried out commands and log files (`data_dir/logs`) are kept.'),
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
  keep: z.int().min(1).default(7).describe('Copies kept: the newest.'),
  folder: text
    .default('./data/backups')
    .describe('Where they go, each named by its time (UTC); another disk than the store’s is better.'),
});

const sections = {
  portal: portal.describe('The portal and the key for it.'),
  store: storeAddress
    .prefault('sqlite:./data/feedsync.db')
    .describe('Where everything is kept: sqlite: with a path, or postgres://.'),
  data_dir: text.default('./data').describe('Folder of snapshots and of the process lock.'),
  mappings: text.default('./mappings').describe('Folder of the mapping files that feeds name.'),
  timezone: timezone
    .default('Europe/Belgrade')
    .describe('Zone of schedules and of dates that carry none, unless a feed says otherwise.'),
  server: server.prefault({}).describe('Console, metrics, health and webhooks.'),
  fetch: fetch.prefault({}).describe('How feeds are read.'),
  reconcile: reconcile.prefault({}).describe('The nightly comparison with the portal.'),
  certifying: certifying.prefault({}).describe('The first push of a new connection.'),
  removals: removalsSchema
    .prefault({})
    .describe('When listings leave the portal; a feed may override each key.'),
  retention: retention.prefault({}).describe('How long things are kept.'),
  backups: backups.prefault({}).describe('Copies of the store, each consistent and checked.'),
  notices: noticesSchema.prefault({}).describe('Whom to tell what waits for them; nobody by default.'),
  feeds_dir: text
    .nullable()
    .default(null)
    .describe('Folder of further files with `feeds:`, one per agency; a broken one stops its own feeds only.')
    .meta({ examples: ['./config/feeds.d'] }),
};

/** The document as it is written, every key: what editors and the reference are generated from. */
export const writtenSchema = z.strictObject({
  ...sections,
  feed_defaults: feedDefaultsObject
    .prefault({})
    .describe('Values for every feed that does not set them itself.'),
  feeds: z.array(feedObject).prefault([]).describe('The feeds.'),
});

/** The document without its feeds: each of those is parsed by itself, with the defaults merged in (see load.ts). */
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

/** The whole configuration, parsed: sizes in bytes, lengths of time in milliseconds, defaults filled in. */
export type Config = z.output<typeof documentSchema> & {
  feeds: FeedConfig[];
  /** Feeds of files in `feeds_dir` that cannot be used: they are part of the configuration all the same. */
  unread: StoppedFeed[];
  /** As it is written: what feeds that are not in a file inherit as well. */
  inherited: Readonly<Record<string, unknown>>;
};

/** A feed of `feeds_dir` that cannot run. It is not gone: none of its listings may be taken for orphaned. */
export interface StoppedFeed {
  file: string;
  /** Null where the file cannot be read as a whole, or the feed has no readable name. */
  name: string | null;
}

export type ServerConfig = Config['server'];
