import { isOpenDoubt } from '../../core/content/guard/questions.js';
import type { Confirmation, OpenDoubt } from '../../model/content.js';
import type { ExternalId } from '../../model/ids.js';
import { listingDigest } from '../../core/listing/digest.js';
import { photoMarks, withKeptCover } from '../../core/listing/cover.js';
import { photosOf, withoutPhotoDigests } from '../../core/listing/photo-digests.js';
import type { EncodingName } from '../../model/feed-format.js';
import type { CompiledMapping, PlainEnvironment, Trace } from '../../mapping/compile/load-mapping.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Hold } from '../../model/hold.js';
import type { Actor, Sentence } from '../../model/sentence.js';
import type { BatchRecord, OutboxEntry } from '../../model/outbox.js';
import type { ListingEvent } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { photoToken } from '../../store/facts/photo-token.js';
import type { Eta } from '../../core/schedule/eta.js';
import type { Alias } from '../../store/store.js';
import { photosOfPlan } from '../../wire/photos-of-plan.js';
import { eventSentence } from '../../texts/listing/event-words.js';
import { timelineOf, type TimelineStep } from './timeline.js';
import { differences, type Difference } from '../mapping-trial/differences.js';
import { describedDoubts, isUnconfirmed, type DescribedDoubt } from '../hold-doubts.js';
import type { Subject } from './find-subject.js';
import { listingActor } from './listing-actor.js';
import { waitOf, type Wait } from './wait.js';
import { lastFile, type LastFile } from '../last-file.js';
import { readAgain, type RecordReader, type Reread, type RereadSource } from './read-again.js';
import { etaOfRow } from '../status.js';
import type { ListingCondition } from '../../model/standing.js';
import { conditionOf } from './condition.js';
import { connectionWaits } from './connection-waits.js';
import { conditionFacts, verdict, type VerdictContext, type VerdictFacts } from './verdict.js';

/** Everything known about one listing or record. */
export interface Explanation extends Subject {
  /** Where the listing is and what becomes of it; null for a record that yields none. */
  condition: ListingCondition | null;
  /** One sentence: whether it is on the portal, and why. */
  sentence: Sentence;
  /** Who must act so that the portal shows what the feed has. */
  actor: Actor;
  /** Why the listing, or a change of it, waits; null where it waits only for its turn, or not at all. */
  wait: Wait | null;
  /** When each step happened, or why it has not; empty for foreign listings. */
  timeline: TimelineStep[];
  /** How each field was derived, from the newest kept snapshot with the record; null where none can be read. */
  reading: { snapshot: Reread['snapshot']; trace: Trace } | null;
  /** The file of its feed that was committed last. */
  lastFile: LastFile | null;
  /** Why `reading` is null; null where it is not. */
  readingProblem: string | null;
  /** The wanted payload. */
  payload: Record<string, unknown> | null;
  /** How the confirmed content compares with the wanted content. */
  agreement: 'same' | 'different' | 'nothing_confirmed' | 'nothing_wanted';
  /**
   * Differences from the confirmed to the wanted payload; null where one of them is missing, or no kept snapshot yields the confirmed one.
   */
  unsent: Difference[] | null;
  /** Differences from the wanted payload to the one that today's mapping produces from the kept record. */
  unplanned: Difference[];
  outbox: OutboxEntry | null;
  batch: BatchRecord | null;
  /** The open hold that contains the listing, its values in doubt, or the whole first file of its feed. */
  hold: Hold | null;
  /** Values of the record that are not live because they are in doubt. */
  doubts: DescribedDoubt[];
  /** Confirmations of values that stand, oldest first. */
  confirmations: Confirmation[];
  /**
   * When the outbox entry is sent, and how many are sent before it; null where the entry does not wait for its turn, or the time is
   * unknown.
   */
  eta: Eta | null;
  /** The record's own id, if the listing was continued under a new id by `--rekey`. */
  alias: Alias | null;
  /** Oldest first, each with what happened as a clause. */
  events: (ListingEvent & { told: Sentence })[];
}

/** How a configured feed is read. */
export interface ReadableFeed {
  encoding: EncodingName;
  mapping: CompiledMapping;
  /** @param environment null: only ids are needed */
  reader: (environment: PlainEnvironment | null) => RecordReader;
}

export interface ExplainDeps {
  store: Store;
  spool: Spool;
  /** The portal's name of the field that mappings call `title`. */
  titleField: string;
  /** Window of the portal's item budget. */
  itemWindowMs: number;
  /** The feed as configured now, or a sentence with the reason why it cannot be read. */
  readable: (feedName: string) => Promise<ReadableFeed | string>;
}

/** Explains one listing or record. */
export async function explain(
  subject: Subject,
  deps: ExplainDeps,
  context: VerdictContext,
): Promise<Explanation> {
  const { store } = deps;
  const { connectionId, externalId, listing } = subject;
  const facts = await factsOf(subject, deps, context.now);
  const { outbox, batch, hold, doubts } = facts;
  const payload = listing === null ? null : await store.listings.payload(connectionId, externalId);
  const events = listing === null ? [] : await store.listings.events(connectionId, externalId);
  const source = await rereadSource(subject, deps);
  const { sourceId, record } = subject;
  const wanted = { sourceId: sourceId ?? '', externalId, offer: record?.offer ?? null };
  const readings = typeof source === 'string' ? null : readAgain(wanted, source);
  const newest = (await readings?.next())?.value ?? null;
  const token = subject.feed === null ? null : await photoToken(subject.feed.id, store);
  const named = typeof source === 'string' ? [] : source.mapping.photoTokens;
  const photoTokens = token === null || named.includes(token.key) ? named : [...named, token.key];
  const today =
    newest === null || payload === null
      ? null
      : await plannedPayload(newest, subject, payload, { ...deps, photoTokens });
  const known = (await store.content.known(connectionId, [externalId])).get(externalId);
  const condition = listing === null ? null : conditionOf(conditionFacts({ ...facts, listing }));
  const wait = waitOf(facts, context.now);
  return {
    ...subject,
    condition,
    sentence: verdict(facts, context),
    actor: listingActor(facts, condition, wait),
    wait,
    timeline: timelineOf({ ...facts, events }, context),
    reading: newest === null ? null : { snapshot: newest.snapshot, trace: traceOf(facts, newest.trace) },
    readingProblem:
      typeof source === 'string'
        ? source
        : newest === null
          ? 'No kept snapshot of the feed has its record.'
          : null,
    lastFile: subject.feed === null ? null : await lastFile(subject.feed, store),
    payload,
    agreement: agreementOf(subject),
    unsent: await unsentDifferences(subject, payload, readings, {
      titleField: deps.titleField,
      photoTokens,
    }),
    unplanned: payload === null || today === null ? [] : differences(withoutPhotoDigests(payload), today),
    outbox,
    batch,
    hold,
    doubts: await describedDoubts(doubts, store),
    confirmations: (known?.confirmations ?? []).filter(({ takenBackAt }) => takenBackAt === null),
    eta: facts.eta ?? null,
    alias: await store.aliases.of(connectionId, externalId),
    events: events.map((event) => ({ ...event, told: eventSentence(event) })),
  };
}

/** The trace of this listing, where a record yields two. Entries without a listing belong to both. */
function traceOf({ listing, externalId, doubts }: VerdictFacts, trace: Trace): Trace {
  const isListing = listing !== null || doubts.length > 0;
  if (!isListing || !trace.some((entry) => entry.listing === externalId)) return trace;
  return trace.filter((entry) => entry.listing === undefined || entry.listing === externalId);
}

async function factsOf(
  subject: Subject,
  { store, itemWindowMs }: ExplainDeps,
  now: Millis,
): Promise<VerdictFacts> {
  const { connectionId, externalId } = subject;
  const [outbox = null] = await store.outbox.of(connectionId, [externalId]);
  const batchId = outbox?.batchId ?? null;
  const waits = await connectionWaits(connectionId, itemWindowMs, now, store);
  const window = { windowMs: itemWindowMs, itemsLimit: waits.budget.itemsLimit };
  const doubts = (await store.content.doubtsOf(externalId, connectionId)).filter(isUnconfirmed);
  return {
    ...subject,
    outbox,
    batch: batchId === null ? null : await store.batches.get(batchId),
    hold: (await holdNaming(subject, store)) ?? (await holdOfValues(subject, doubts, store, now)),
    doubts,
    suppression:
      subject.listing?.intent === 'suppressed'
        ? await store.suppressions.get(connectionId, externalId)
        : null,
    ...waits,
    eta:
      outbox === null || waits.keyStopped || isKeptBack(outbox, now)
        ? null
        : await etaOfRow(outbox, window, now, store),
  };
}

function isKeptBack({ waits, notBefore }: OutboxEntry, now: Millis): boolean {
  return waits !== null && notBefore > now;
}

function agreementOf({ listing }: Subject): Explanation['agreement'] {
  const wanted = listing?.wantedDigest ?? null;
  const confirmed = listing?.confirmedDigest ?? null;
  if (wanted === null) return 'nothing_wanted';
  if (confirmed === null) return 'nothing_confirmed';
  return confirmed === wanted ? 'same' : 'different';
}

async function holdNaming({ externalId, feed }: Subject, store: Store): Promise<Hold | null> {
  if (feed === null) return null;
  for (const { id } of await store.holds.open({ feedId: feed.id })) {
    const found = await store.holds.get(id);
    if (found?.lines.some((line) => line.externalId === externalId)) return found.hold;
  }
  return null;
}

/** The open hold of the feed's values in doubt, if the listing waits for it: a value of its own, or the whole first file. */
async function holdOfValues(
  { feed, listing }: Subject,
  doubts: readonly OpenDoubt[],
  { holds }: Store,
  now: Millis,
): Promise<Hold | null> {
  if (feed === null) return null;
  const [hold = null] = await holds.open({ feedId: feed.id, kind: 'content' });
  const isInFirstFile = hold?.cause === 'first_file' && listing === null;
  return isInFirstFile || doubts.some((doubt) => isOpenDoubt(doubt, now)) ? hold : null;
}

/** Only the digest of the confirmed payload is stored. An earlier snapshot that yields the same digest shows the payload. */
async function unsentDifferences(
  { listing, externalId }: Subject,
  wanted: Record<string, unknown> | null,
  earlier: AsyncGenerator<Reread> | null,
  { titleField, photoTokens }: { titleField: string; photoTokens: readonly string[] },
): Promise<Difference[] | null> {
  const digest = listing?.confirmedDigest ?? null;
  if (digest === null || wanted === null) return null;
  if (digest === listing?.wantedDigest) return [];
  for await (const reread of earlier ?? []) {
    const payload = mappedPayload(reread, externalId, titleField);
    if (payload !== null && listingDigest(payload, photoTokens) === digest)
      return differences(payload, wanted);
  }
  return null;
}

/** How the record's kept snapshots are read under today's mapping, or a sentence with the reason why they cannot be. */
export async function rereadSource(
  { feed, sourceId, connectionId }: Pick<Subject, 'feed' | 'sourceId' | 'connectionId'>,
  { store, spool, readable }: Pick<ExplainDeps, 'store' | 'spool' | 'readable'>,
): Promise<RereadSource | string> {
  if (feed === null || sourceId === null) return 'No feed here has it.';
  const configured = await readable(feed.name);
  if (typeof configured === 'string') return configured;
  const known = await store.reference.known();
  if (known === null) return 'The portal’s vocabulary and places have not been read yet.';
  const { vocabulary } = known.vocabulary;
  const { places } = known.places;
  const aliases = await store.aliases.ofFeed(feed.id);
  const portalIds = new Map(aliases.map(({ ownId, externalId }) => [ownId, externalId]));
  const remote = (await store.connections.get(connectionId))?.remote ?? null;
  const reader = configured.reader({ vocabulary, places, photoMax: photosOfPlan(remote), portalIds });
  const kept = await store.rawRecords.of(feed.id, sourceId);
  const { encoding, mapping } = configured;
  return { encoding, mapping, reader, kept, snapshots: await store.snapshots.ofFeed(feed.id), spool };
}

/** The payload that today's mapping makes of the record, with the cover that the listing keeps. The content guard does not judge it. */
async function plannedPayload(
  reread: Reread,
  { connectionId, externalId }: Subject,
  stored: Readonly<Record<string, unknown>>,
  { store, titleField, photoTokens }: ExplainDeps & { photoTokens: readonly string[] },
): Promise<Record<string, unknown> | null> {
  const payload = mappedPayload(reread, externalId, titleField);
  const source = reread.mapped.listings.find((listing) => listing.externalId === externalId)?.photoSource;
  const [cover] = photosOf(payload ?? {});
  if (payload === null || source === undefined || cover === undefined) return payload;
  const sources = await store.listings.photoSources(connectionId, [externalId]);
  const marks = photoMarks(source, cover.url, photoTokens);
  return withKeptCover(payload, marks, stored, sources.get(externalId) ?? null, photoTokens);
}

function mappedPayload(
  { mapped }: Reread,
  externalId: ExternalId,
  titleField: string,
): Record<string, unknown> | null {
  const payload = mapped.listings.find((listing) => listing.externalId === externalId)?.payload ?? null;
  if (payload === null || titleField === 'title') return payload;
  const { title, ...rest } = payload;
  return { ...rest, [titleField]: title };
}
