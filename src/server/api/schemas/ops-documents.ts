import type { Millis } from '../../../model/millis.js';
import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import type { Sentence } from '../../../model/sentence.js';
import { valuesSentence, waitingListingSentence } from '../../../texts/content-words.js';
import { isWholeAgency } from '../../../core/removals/whole-agency.js';
import { typedAbove } from '../../../core/removals/typed-above.js';
import { toldReason } from '../../../texts/reasons/told-reason.js';
import { countsOf, runSentence, whatStoppedRun } from '../../../texts/runs/run-words.js';
import { agencySentence, unpublishableSentence } from '../../../texts/listing/standing-sentences.js';
import { standingOf } from '../../../model/standing.js';
import type { AgencyHome } from '../../../inspect/agency-home.js';
import { removalsSentence } from '../../../inspect/attention/tasks.js';
import type { ConnectionTurn } from '../../../inspect/connection-turn.js';
import type { PageFacts } from '../../../inspect/listing/page-facts.js';
import type { FeedReading } from '../../../inspect/reading-text.js';
import type { WholeSituation } from '../../../inspect/situation.js';
import type { ConnectionStatus, FeedStatus } from '../../../inspect/status.js';
import type { MappingGain } from '../../../store/facts/mapping-gains.js';
import { fieldName } from '../../../texts/field-names.js';
import { causeSentence } from '../../../texts/issue-sentences.js';
import type { LogLine } from '../../../platform/log/read-logs.js';
import type { Run } from '../../../model/run.js';
import type { Hold } from '../../../model/hold.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { UnlistedRecord, WaitingListing } from '../../../store/store.js';
import { connectionDocument } from '../../../documents/connection.js';
import { holdDocument } from '../../../documents/hold.js';
import { iso, maybeIso } from '../../../documents/time.js';
import { runDocument } from '../../../documents/run.js';
import { listingDocument } from '../../../documents/listing.js';
import { feedDocument, type FeedNames } from '../../../documents/feed.js';
import type {
  CardSchema,
  ConnectionDetailSchema,
  FeedReadingSchema,
  HoldDetailSchema,
  HomeSchema,
  LogLineSchema,
  SituationSchema,
  DescribedFeedSchema,
  DescribedListingSchema,
  DescribedRunSchema,
} from './ops-schemas.js';

export function situationDocument(found: WholeSituation): z.input<typeof SituationSchema> {
  const { feeds, listings, holds, budget, running, causes } = found;
  const { inReview, onTheWay, ...rest } = listings;
  return {
    feeds,
    listings: { ...rest, in_review: inReview, on_the_way: onTheWay },
    holds: {
      open: holds.open,
      listings: holds.listings,
      values: holds.values,
      oldest_at: maybeIso(holds.oldestAt),
    },
    budget: {
      items_spent: budget.itemsSpent,
      items_limit: budget.itemsLimit,
      exhausted: budget.exhausted,
      upserts: budget.upserts,
      removals: budget.removals,
      done_at: maybeIso(budget.doneAt),
    },
    running,
    causes: causes.map(({ since, unansweredSince, examples, ...cause }) => ({
      ...cause,
      since: maybeIso(since),
      unanswered_since: maybeIso(unansweredSince),
      examples: examples.map(({ agency, connectionId, feed, hold, count, link, closes }) => ({
        ...{ count, link, closes },
        agency,
        connection: connectionId,
        feed,
        hold,
      })),
    })),
  };
}

/** @param nextRequestAt when a feed may be read on request; null: now */
export function homeDocument(
  home: AgencyHome,
  nextRequestAt: (feed: FeedRecord) => Millis | null,
): z.input<typeof HomeSchema> {
  const { agency, connection, sentence, listings, waiting, actor, tasks } = home;
  return {
    agency,
    connection: connection.id,
    status: connection.status,
    sentence,
    listings,
    on_portal: home.onPortal,
    held: home.held,
    missing: home.missing,
    missing_until: maybeIso(home.missingUntil),
    in_review: home.inReview,
    on_the_way: home.onTheWay,
    waiting,
    actor,
    tasks,
    feeds: home.feeds.map(({ feed, reading }) => ({
      name: feed.name,
      life: feed.life,
      can_check_at: maybeIso(nextRequestAt(feed)),
      reading: readingDocument(reading),
    })),
  };
}

export function readingDocument(reading: FeedReading): z.input<typeof FeedReadingSchema> {
  const { readAt, fileAt, newFile, sentence } = reading;
  return { read_at: maybeIso(readAt), file_at: maybeIso(fileAt), new_file: newFile, sentence };
}

/** @param feeds of this connection */
export function connectionDetail(
  found: ConnectionStatus,
  feeds: readonly FeedRecord[],
  turn: ConnectionTurn,
): z.input<typeof ConnectionDetailSchema> {
  const { connection } = found;
  return {
    ...connectionDocument(found),
    register_number: connection.remote?.agency.register_number ?? null,
    feeds: feeds.map(({ name }) => name),
    actor: turn.actor,
    since: maybeIso(turn.since),
    sentence: turn.sentence,
    read_at: maybeIso(connection.readAt),
    last_push_at: maybeIso(connection.lastPushAt),
    next_reconcile_at: maybeIso(connection.nextReconcileAt),
    adopting_since: maybeIso(connection.adoptingSince),
  };
}

export function holdDetail(
  hold: Hold,
  known: {
    nameOf: FeedNames;
    agencyOf: (connectionId: string) => string;
    renames: number;
    /** The agency's listings on the portal. */
    onPortal: number;
  },
): z.input<typeof HoldDetailSchema> {
  return {
    ...holdDocument(hold, known.nameOf),
    agency: known.agencyOf(hold.connectionId),
    renames: known.renames,
    sentence: holdSentence(hold),
    why: toldReason(hold.reason),
    on_portal: known.onPortal,
    may_hide: isWholeAgency(hold, known.onPortal),
    expect_above: typedAbove(hold, known.onPortal),
  };
}

function holdSentence(hold: Hold): { sr: string; en: string } {
  const { kind, lineCount, cause } = hold;
  if (kind === 'removals') return removalsSentence(hold);
  if (kind === 'content') return valuesSentence(lineCount, cause);
  if (kind === 'plan')
    return {
      sr: 'Fajl se mnogo razlikuje od prethodnog: do odluke na portalu ostaje sve kako jeste.',
      en: 'The file differs much from the one before: the portal stays as it is until there is a decision.',
    };
  return {
    sr: 'O ovim oglasima treba odlučiti; do tada ostaju na portalu.',
    en: 'These listings need a decision; they stay on the portal until then.',
  };
}

/** Masks contacts in a sentence: it may contain a text of the portal that quotes the listing. */
export function masked({ sr, en }: Sentence): Sentence {
  return { sr: maskContacts(sr), en: maskContacts(en) };
}

/** Names of the feeds and agencies of listings. */
export interface ListingNames {
  feed: FeedNames;
  agency: (connectionId: string) => string;
}

/** The document of a listing in a list: its data, the sentence that says where it stands, and its card. */
export function describedListing(
  { listing, outbox, condition, wait, issues, inDoubt }: PageFacts,
  card: z.input<typeof CardSchema> | null,
  names: ListingNames,
): z.input<typeof DescribedListingSchema> {
  const isUnpublished = condition.kind === 'unpublishable' && !condition.isThere && issues.length > 0;
  return {
    ...listingDocument(listing, outbox, names.feed, { title: maskContacts(listing.title) }),
    agency: names.agency(listing.connectionId),
    since: maybeIso(listing.standingSince),
    standing: standingOf(listing),
    told: masked(
      isUnpublished ? unpublishableSentence(issues) : agencySentence(condition, { ...listing, waits: wait }),
    ),
    in_doubt: inDoubt,
    card,
  };
}

/** The document of a new listing that waits because of a doubt. */
export function describedWaiting(
  { externalId, connectionId, feedId, sourceId, title, doubts }: WaitingListing,
  card: z.input<typeof CardSchema> | null,
  names: ListingNames,
): z.input<typeof DescribedListingSchema> {
  const since = doubts.length === 0 ? null : Math.min(...doubts.map(({ openedAt }) => openedAt));
  return {
    ...{ external_id: externalId, connection: connectionId, feed: names.feed(feedId), source_id: sourceId },
    ...{ agency: names.agency(connectionId), since: maybeIso(since) },
    ...{ title: maskContacts(title), owner: 'feed', presence: 'present', intent: 'publish', portal: 'none' },
    ...{ failure_code: null, warnings: [], queued: null, wanted_digest: null, confirmed_digest: null },
    ...{ listing_id: null, public_url: null, grace_since: null, pinned_until: null, deactivation: null },
    ...{ active_until: null, first_sent_at: null, off_since: null, last_seen_at: null },
    standing: 'waiting',
    told: masked(waitingListingSentence(doubts)),
    in_doubt: doubts.length,
    card,
  };
}

/** The document of a record that cannot be published and has no listing. */
export function describedUnlisted(
  { feedId, sourceId, issues }: UnlistedRecord,
  known: {
    connectionId: string;
    externalId: string;
    title: string | null;
    card: z.input<typeof CardSchema> | null;
  },
  names: ListingNames,
): z.input<typeof DescribedListingSchema> {
  return {
    ...{ external_id: known.externalId, connection: known.connectionId, feed: names.feed(feedId) },
    ...{ agency: names.agency(known.connectionId), since: null },
    ...{ source_id: sourceId, title: known.title, owner: 'feed', presence: 'invalid', intent: 'publish' },
    ...{ portal: 'none', failure_code: null, warnings: [], queued: null, wanted_digest: null },
    ...{ confirmed_digest: null, listing_id: null, public_url: null, grace_since: null, pinned_until: null },
    ...{ deactivation: null, active_until: null, first_sent_at: null, off_since: null, last_seen_at: null },
    standing: 'invalid',
    told: unpublishableSentence(issues),
    in_doubt: 0,
    card: known.card,
  };
}

/** A feed with a sentence for each value that looks wrong. */
export function describedFeed(
  found: FeedStatus,
  gains: readonly MappingGain[],
): z.input<typeof DescribedFeedSchema> {
  const findings = found.doubts.map(({ code, pointer, count, of }) => {
    const path = pointer.slice(1).replaceAll('/', '.');
    return { sentence: causeSentence(code, path, false), field: fieldName(path), count, of };
  });
  const { stallReason } = found.feed;
  return {
    ...feedDocument(found, gains),
    why: stallReason === null ? null : toldReason(stallReason),
    findings,
  };
}

/** A run with its sentence and its counts, as a page shows them. */
export function describedRun(run: Run, nameOf: FeedNames): z.input<typeof DescribedRunSchema> {
  return {
    ...runDocument(run, nameOf),
    sentence: runSentence(run),
    why: whatStoppedRun(run),
    counts: countsOf(run.balance),
  };
}

export function logDocument({ at, level, message, fields }: LogLine): z.input<typeof LogLineSchema> {
  const { message: sentence, feed, connection, run, listing, ...rest } = fields;
  return {
    at: iso(at),
    level,
    event: message,
    message: textOf(sentence),
    feed: textOf(feed),
    connection: textOf(connection),
    run: typeof run === 'number' ? run : null,
    listing: textOf(listing),
    fields: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, plain(value)])),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function plain(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return value === undefined ? null : JSON.stringify(value);
}
