import { contentSettings } from '../effective/feeds.js';
import type { Seams } from '../assemble.js';
import type { Config } from '../config/schema.js';
import type { FeedConfig } from '../config/feed-schema.js';
import { createReference } from '../core/content/places.js';
import type { TriedRecord } from '../inspect/mapping-trial/map-snapshot.js';
import { tryMapping, type Trial } from '../inspect/mapping-trial/try-mapping.js';
import { createFileSpool } from '../platform/files/file-spool.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { lastAnswers } from '../sync/map/https-hosts.js';
import { withPhotoToken } from '../sync/map/photo-tokens.js';
import { settlePhotos } from '../sync/map/settle-photos.js';
import { MappingOverrun } from '../sync/map/map-guard.js';
import { portalIds } from '../sync/map/portal-ids.js';
import { openMapper } from '../sync/map/record-mapper.js';
import type { Feed } from '../sync/services/services.js';
import { photosOfPlan } from '../wire/photos-of-plan.js';

/** What trying a mapping needs in addition to the mapping. */
export interface TrialSetting {
  config: Config;
  store: Store;
  seams: Pick<Seams, 'threads' | 'guard' | 'log' | 'clock'>;
  /** Maximum number of listings shown. */
  listingsMax: number;
  /** Whether every listing that changes is listed. */
  listsChanges?: boolean;
}

/**
 * Tries a mapping on a feed's last file, with the same code as a poll.
 * @param feed as it would be configured
 * @returns a message if the mapping cannot be tried
 */
export async function tryOnLastFile(
  row: FeedRecord,
  feed: FeedConfig,
  { mapping, isGuarded }: Pick<Feed, 'mapping' | 'isGuarded'>,
  { config, store, seams, listingsMax, listsChanges = false }: TrialSetting,
): Promise<Trial | string> {
  const known = await store.reference.known();
  if (known === null) return 'The portal’s words and places are not known yet: `feedsync sync` reads them.';
  const [{ vocabulary }, { places }] = [known.vocabulary, known.places];
  const reference = { ...createReference(vocabulary, places), vocabulary, places };
  const { protocol } = config.portal;
  const { photoTokens } = await withPhotoToken(
    { id: row.id, mapping, photoTokens: mapping.photoTokens },
    { store },
  );
  const connection = await store.connections.get(row.connectionId);
  const mapper = openMapper(
    { name: row.name, mapping, photoTokens, isGuarded, content: contentSettings(feed) },
    reference,
    {
      photoMax: photosOfPlan(connection?.remote ?? null),
      portalIds: await portalIds(row.id, { store }),
      isTrial: true,
    },
    { ...seams, protocol },
  );
  const ask = (addresses: readonly string[]): Promise<Map<string, boolean>> => lastAnswers(addresses, store);
  const settle = async (records: readonly TriedRecord[]): Promise<readonly TriedRecord[]> => {
    const rows = records.map((staged) => ({ staged }));
    const ids = records.flatMap(({ listings }) => listings.map(({ externalId }) => externalId));
    const former = await store.listings.payloads(row.connectionId, ids);
    const stored = await store.listings.getMany(row.connectionId, ids);
    const digests = new Map(stored.map((one) => [one.externalId, one.wantedDigest]));
    const of = { connectionId: row.connectionId, photoCheck: feed.photoCheck, photoTokens };
    const settled = await settlePhotos(rows, former, digests, ask, of, { store });
    return settled.map(({ staged }) => staged);
  };
  const trial = tryMapping(
    row,
    {
      encoding: feed.encoding,
      mapping,
      mapper: { map: (raw) => mapper.map(raw), ahead: mapper.ahead, settle },
    },
    {
      store,
      spool: createFileSpool(config.dataDir),
      words: { vocabulary, places },
      isOwnText: feed.mappingText !== null,
      idPrefix: feed.idPrefix,
      itemWindowMs: protocol.item_window_seconds * 1000,
      now: seams.clock.now(),
      listingsMax,
      listsChanges,
    },
  );
  return trial.catch((error: unknown) => {
    if (error instanceof MappingOverrun) return `This cannot be tried. ${error.message}`;
    throw error;
  });
}
