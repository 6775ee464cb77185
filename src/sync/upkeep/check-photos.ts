import type { ExternalId } from '../../model/ids.js';
import { listingDigest } from '../../core/listing/digest.js';
import { isDue, isDueAgain } from '../../core/schedule/due.js';
import { photoKeys, withPhotoDigests } from '../../core/listing/photo-digests.js';
import { readPhoto } from '../../feed/fetch/read-photo.js';
import { packPayload } from '../../store/records/staged-record.js';
import type { ListingRecord } from '../../model/listing.js';
import type { PhotoDigestChange, PhotoRecord } from '../../store/store.js';
import { withPhotoToken } from '../map/photo-tokens.js';
import type { Feed, Services } from '../services/services.js';

const dayMs = 24 * 3_600_000;
/** A photo that was not requested for this long is forgotten: its listing is taken to be gone. */
const rememberedMs = 30 * dayMs;
/** Limits of one slice, in total and per host. Slices are at least a second apart. */
const requestsMax = 16;
const requestsPerHostMax = 4;
const listingsPerPage = 20;
/** Limit of photos per feed and round. */
const requestsPerRoundMax = 100_000;
const restMs = { least: 15 * 60_000, most: dayMs } as const;

/** Progress of the daily round over a feed's photos. Stored, so that a restart continues it. */
interface Round {
  startedAt: number;
  /** The last listing that was checked; null before the first. */
  after: string | null;
  done: boolean;
  asked: number;
  changed: number;
  failed: number;
  /** Why the latest failed request failed. */
  problem?: string;
  /** Hosts that get no requests, and until when. */
  resting: Record<string, number>;
}

export interface PhotoReport {
  feed: string;
  asked: number;
  changed: number;
  failed: number;
  /** Whether the round over the feed's photos is complete. */
  done: boolean;
}

/** Feeds that have photos to check now. */
export async function photoChecksDue(feeds: readonly Feed[], services: Services): Promise<Feed[]> {
  const checked = feeds.filter(({ photoCheck }) => photoCheck === 'daily');
  if (checked.length === 0) return [];
  const rows = new Map((await services.store.feeds.all()).map((row) => [row.id, row]));
  const due: Feed[] = [];
  for (const feed of checked) {
    const round = await loadRound(feed, services);
    const isDue =
      round?.done === false || round === null || isDueAgain(round.startedAt, dayMs, services.clock.now());
    const row = rows.get(feed.id);
    if (isDue && row?.life === 'active' && row.committedSnapshotId !== null) due.push(feed);
  }
  return due;
}

/**
 * Runs one slice of the daily round over the photos of some feeds, with conditional requests and few per host. If a photo was replaced under
 * its URL, its listings are sent again with the new SHA-256 (RULES R155).
 */
export async function checkPhotos(feeds: readonly Feed[], services: Services): Promise<PhotoReport[]> {
  const quota = new Quota();
  const reports: PhotoReport[] = [];
  for (const feed of feeds) {
    if (quota.isSpent) break;
    reports.push(await checkFeed(await withPhotoToken(feed, services), quota, services));
  }
  return reports;
}

class Quota {
  #left = requestsMax;
  readonly #byHost = new Map<string, number>();

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  take(host: string): boolean {
    const asked = this.#byHost.get(host) ?? 0;
    if (this.isSpent || asked >= requestsPerHostMax) return false;
    this.#byHost.set(host, asked + 1);
    this.#left--;
    return true;
  }
}

async function checkFeed(feed: Feed, quota: Quota, services: Services): Promise<PhotoReport> {
  const { store, clock, log } = services;
  const former = await loadRound(feed, services);
  const round = former === null || former.done ? newRound(clock.now()) : former;
  const before = { ...round };
  while (!round.done) {
    const filter = { feedId: feed.id, connectionId: feed.connectionId, presence: ['present'] } as const;
    const page = await store.listings.list({
      ...filter,
      limit: listingsPerPage,
      ...(round.after !== null && { after: round.after }),
    });
    const reached = await checkListings(feed, page, round, quota, services);
    if (!reached) break;
    if (page.length < listingsPerPage || round.asked >= requestsPerRoundMax) round.done = true;
  }
  await store.meta.set(roundKey(feed), JSON.stringify(round));
  if (round.done) {
    await store.photos.forget(clock.now() - rememberedMs);
    const { asked, changed, failed, problem } = round;
    log.info('photos checked', { feed: feed.name, asked, changed, failed, ...(problem && { problem }) });
  }
  return {
    feed: feed.name,
    asked: round.asked - before.asked,
    changed: round.changed - before.changed,
    failed: round.failed - before.failed,
    done: round.done,
  };
}

/** @returns false if the slice's limits were reached before the last listing */
async function checkListings(
  feed: Feed,
  listings: readonly ListingRecord[],
  round: Round,
  quota: Quota,
  services: Services,
): Promise<boolean> {
  const ids = listings.map(({ externalId }) => externalId);
  const payloads = await services.store.listings.payloads(feed.connectionId, ids);
  for (const { externalId, wantedDigest } of listings) {
    const payload = payloads.get(externalId);
    if (payload !== undefined) {
      const rows = await askForPhotos(feed, payload, round, quota, services);
      if (rows === null) return false;
      if (wantedDigest !== null) await putChange(feed, { externalId, wantedDigest }, payload, rows, services);
    }
    round.after = externalId;
  }
  return true;
}

/** @returns the photos, each checked in this round unless its host rests; null if the slice's limits were reached before */
async function askForPhotos(
  feed: Feed,
  payload: Record<string, unknown>,
  round: Round,
  quota: Quota,
  services: Services,
): Promise<Map<string, PhotoRecord> | null> {
  const { store, clock } = services;
  const keys = photoKeys(payload, feed.photoTokens);
  const urls = addresses(payload);
  const rows = await store.photos.get(keys);
  for (const [index, key] of keys.entries()) {
    const known = rows.get(key) ?? null;
    const url = new URL(urls[index] ?? key);
    if (known !== null && known.checkedAt >= round.startedAt) continue;
    if (!isDue(round.resting[url.host] ?? 0, restMs.most, clock.now())) continue;
    if (!quota.take(url.host)) return null;
    const row = await ask({ feed, key, url, known }, round, services);
    rows.set(key, row);
    await store.photos.save([row]);
  }
  return rows;
}

interface Picture {
  feed: Feed;
  key: string;
  url: URL;
  known: PhotoRecord | null;
}

async function ask(
  { feed, key, url, known }: Picture,
  round: Round,
  services: Services,
): Promise<PhotoRecord> {
  const now = services.clock.now();
  const allowed = services.limits.fetch.allowPrivateAddresses;
  const validators = known?.sha256 == null ? null : known;
  const reading = await readPhoto(url, validators, services, allowed);
  round.asked++;
  const unread = { url: key, etag: null, lastModified: null, sha256: null };
  const row = { ...unread, ...known, checkedAt: now };
  if (reading.kind === 'read') {
    const { sha256, etag, lastModified } = reading;
    if (known?.sha256 != null && known.sha256 !== sha256) round.changed++;
    return { ...row, sha256, etag, lastModified };
  }
  if (reading.kind === 'failed') {
    round.failed++;
    const rest = Math.min(Math.max(reading.retryAfterMs ?? 0, restMs.least), restMs.most);
    round.problem = reading.reason;
    if (reading.hostBusy) {
      round.resting[url.host] = now + rest;
      const { reason: problem } = reading;
      services.log.warn('photos cannot be checked now', { feed: feed.name, host: url.host, problem });
    }
  }
  return row;
}

async function putChange(
  feed: Feed,
  { externalId, wantedDigest }: { externalId: ExternalId; wantedDigest: string },
  payload: Record<string, unknown>,
  rows: ReadonlyMap<string, PhotoRecord>,
  { store, clock }: Services,
): Promise<void> {
  const { connectionId, photoTokens } = feed;
  const digested = withPhotoDigests(payload, photoTokens, (key) => rows.get(key)?.sha256 ?? null);
  if (digested === payload) return;
  const change: PhotoDigestChange = {
    externalId,
    formerDigest: wantedDigest,
    digest: listingDigest(digested, photoTokens),
    packed: packPayload(digested),
    lane: replacesOne(payload, digested) ? 'feed_change' : 'own_change',
  };
  const put = await store.photos.putDigests(connectionId, [change], clock.now());
  if (put.length > 0)
    await store.listings.addEvents([
      { connectionId, externalId, at: clock.now(), kind: 'photos_read', data: { digest: change.digest } },
    ]);
}

/** Whether a photo that was sent with a digest has another digest now. */
function replacesOne(payload: Record<string, unknown>, digested: Record<string, unknown>): boolean {
  const before = photoDigests(payload);
  return photoDigests(digested).some((digest, index) => before[index] !== null && before[index] !== digest);
}

function photoDigests({ photos }: Record<string, unknown>): (string | null)[] {
  return (photos as { digest?: string }[]).map(({ digest }) => digest ?? null);
}

function addresses(payload: Record<string, unknown>): string[] {
  return photoKeys(payload, []);
}

function newRound(startedAt: number): Round {
  return { startedAt, after: null, done: false, asked: 0, changed: 0, failed: 0, resting: {} };
}

async function loadRound(feed: Feed, { store }: Services): Promise<Round | null> {
  const text = await store.meta.get(roundKey(feed));
  return text === null ? null : (JSON.parse(text) as Round);
}

function roundKey({ id }: Feed): string {
  return `photos.round ${id}`;
}
