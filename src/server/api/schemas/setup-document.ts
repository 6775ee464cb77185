import { whyNotSend } from '../../../texts/why-not-send.js';
import type { z } from '@hono/zod-openapi';
import { connectHelp } from '../../../texts/connect-refusals.js';
import { differingFacts } from '../../../core/setup/differing-facts.js';
import type { AgencyReading, ListingCard, ReadingResult } from '../../../core/setup/agency-reading.js';
import type { Vocabulary } from '../../../model/reference.js';
import type { Sentence } from '../../../model/sentence.js';
import { agencyState, type AgencyState, type SetupFacts } from '../../../core/setup/setup-steps.js';
import { causeSentence } from '../../../texts/issue-sentences.js';
import { labelAmong } from '../../../texts/listing/value-words.js';
import { toldReason } from '../../../texts/reasons/told-reason.js';
import { readingSentence } from '../../../texts/setup-texts.js';
import { redactUrl } from '../../../feed/fetch/redact-url.js';
import { Facts } from '../../../inspect/attention/facts.js';
import { countBy } from '../../../inspect/standing-counts.js';
import { isThere } from '../../../model/standing.js';
import { connectionTurns } from '../../../inspect/connection-turn.js';
import { askedByFact, changesOfSetup, factsOf, stateOfSetup } from '../../../store/facts/setup-facts.js';
import type { AccountRecord, SetupRecord, StatementRecord, Store } from '../../../store/store.js';
import { connectionsOf, type Actor } from '../../access/permissions.js';
import { attentionContext } from '../../attention-context.js';
import type { ServerDeps } from '../../deps.js';
import { mayBeSameAgency } from '../../../core/setup/same-agency.js';
import { iso, maybeIso } from '../../../documents/time.js';
import type {
  AgencySchema,
  CardSchema,
  ReadingSchema,
  SetupSchema,
  StatementSchema,
} from './setup-schemas.js';
import { lineDocument, ownText, proposalDocument } from './proposal-document.js';
import { pathOf, questionsDocument } from './questions-document.js';

type AgencyDocument = z.input<typeof AgencySchema>;
type SetupDocument = z.input<typeof SetupSchema>;
type Tiles = NonNullable<SetupDocument['progress']>['tiles'];

/** Returns the documents of agencies, with the parts that the account may see. */
export async function agencyDocuments(
  agencies: readonly SetupRecord[],
  actor: Actor,
  deps: ServerDeps,
): Promise<AgencyDocument[]> {
  const { store } = deps.services;
  const people = await store.setups.people();
  const accounts = new Map((await store.access.accounts()).map((account) => [account.id, account]));
  const waiting = (await store.setups.waiting()).map(({ name }) => name);
  const changes = await store.feedChanges.current();
  const sent = agencies.flatMap(({ sentAt, connectionId }) => (sentAt === null ? [] : (connectionId ?? [])));
  const onPortal = countBy(await store.figures.standings(sent), isThere);
  const troubled = await troubledConnections(store);
  return agencies.map((agency) => {
    const own = (people.get(agency.name) ?? []).flatMap((id) => accounts.get(id) ?? []);
    const connectionId = agency.sentAt === null ? null : agency.connectionId;
    const ofIt = changes.filter((row) => row.feed === agency.name && row.connectionId === connectionId);
    const known = {
      ...{ facts: factsOf(agency, ofIt, own), people: own, waiting },
      onPortal: connectionId === null ? null : (onPortal.get(connectionId) ?? 0),
      isTroubled: connectionId !== null && troubled.has(connectionId),
    };
    const document = documentOf(agency, known, deps);
    // Only accounts of the partner see the daemon's own error texts.
    if (connectionsOf(actor) === null) return document;
    return { ...document, problem_detail: null, reading: { ...document.reading, detail: null, why: null } };
  });
}

/** Returns the document of one agency, with the parts that the account may see. */
export async function agencyDocument(
  agency: SetupRecord,
  actor: Actor,
  deps: ServerDeps,
): Promise<AgencyDocument> {
  const [document] = await agencyDocuments([agency], actor, deps);
  if (document === undefined) throw new RangeError(`${agency.name} is not there`);
  return document;
}

interface Known {
  facts: SetupFacts;
  people: readonly AccountRecord[];
  /** Names of the agencies whose feeds wait to be read, in order. */
  waiting: readonly string[];
  /** Null until it was sent. */
  onPortal: number | null;
  /** See `troubledConnections`. */
  isTroubled: boolean;
}

/** Connections with a stalled feed or an open hold. */
async function troubledConnections({ feeds, holds }: Store): Promise<ReadonlySet<string>> {
  const stalled = (await feeds.all()).filter(({ life }) => life === 'stalled');
  return new Set([...stalled, ...(await holds.open({}))].map(({ connectionId }) => connectionId));
}

function documentOf(
  agency: SetupRecord,
  { facts, people, waiting, onPortal, isTroubled }: Known,
  deps: ServerDeps,
): AgencyDocument {
  const { name, title, email, language, feed, reading } = agency;
  const result = reading?.ok === true ? reading.result : null;
  const problem = agency.sentAt === null ? null : deps.problemOf(name);
  return {
    ...{ name, title, email, language },
    state: agencyState(facts),
    url: shownUrl(feed),
    mapping: typeof feed.mapping === 'string' ? feed.mapping : null,
    connection: agency.connectionId,
    listings: result?.listings ?? null,
    ready: result?.ready ?? null,
    on_portal: onPortal,
    needs_attention: problem !== null || isTroubled,
    reading: readingDocument(agency, waiting, deps),
    people: people.map(({ id, name: account, passwordHash, signedInAt }) => ({
      id,
      name: account,
      has_password: passwordHash !== null,
      signed_in_at: maybeIso(signedInAt),
    })),
    problem: problem === null ? null : doesNotRun,
    problem_detail: problem,
    created_at: iso(agency.createdAt),
    created_by: agency.createdBy,
    sent_at: maybeIso(agency.sentAt),
  };
}

const doesNotRun: Sentence = {
  sr: 'Oglasi ove agencije se sada ne čitaju. Javite operateru uvoza.',
  en: 'The listings of this agency are not read now. Contact the operator of the import.',
};

/** The feed's first address, without the password that it may contain; empty: the address cannot be read. */
function shownUrl({ url, urls }: SetupRecord['feed']): string {
  const listed: unknown[] = Array.isArray(urls) ? urls : [];
  const [first] = [url, ...listed].filter((one) => one !== undefined);
  const address = typeof first === 'object' && first !== null && 'url' in first ? first.url : first;
  return typeof address === 'string' && URL.canParse(address) ? redactUrl(new URL(address)) : '';
}

function readingDocument(
  { name, reading, readAskedAt }: SetupRecord,
  waiting: readonly string[],
  { services }: ServerDeps,
): z.input<typeof ReadingSchema> {
  const under = services.setups.underWay();
  const isUnderWay = under?.name === name;
  const { sentence, detail, records } = resultOf(reading);
  const isRetryAhead = readAskedAt !== null && readAskedAt > services.clock.now();
  const askedAt = isRetryAhead ? null : readAskedAt;
  const state =
    askedAt !== null || isUnderWay
      ? isUnderWay
        ? ('reading' as const)
        : ('waiting' as const)
      : reading?.ok === true
        ? ('done' as const)
        : ('failed' as const);
  return {
    state,
    ahead: state === 'waiting' ? Math.max(0, waiting.indexOf(name)) : 0,
    records: isUnderWay ? under.records : records,
    asked_at: maybeIso(askedAt),
    read_at: maybeIso(reading?.readAt ?? null),
    sentence,
    detail,
    why: detail === null ? null : toldReason(detail),
  };
}

function resultOf(reading: AgencyReading | null): {
  sentence: Sentence;
  detail: string | null;
  records: number;
} {
  if (reading === null) return { sentence: beingRead, detail: null, records: 0 };
  if (reading.ok)
    return { sentence: readingSentence(reading.result), detail: null, records: reading.result.records };
  const { sr, en, detail } = reading.problem;
  return { sentence: { sr, en }, detail, records: 0 };
}

const beingRead: Sentence = {
  sr: 'Fajl agencije se čita ili čeka na red.',
  en: 'The agency’s file is being read, or waits for its turn.',
};

/** Returns everything that the setup page of an agency shows. @param tiles numbers of its listings; null: it is not sent */
export async function setupDocument(
  agency: SetupRecord,
  actor: Actor,
  deps: ServerDeps,
  tiles: Tiles | null,
): Promise<SetupDocument> {
  const { store } = deps.services;
  const facts = await stateOfSetup(agency, store);
  const changes = await changesOfSetup(agency, store);
  const statements = await store.setups.statements(agency.name);
  const known = await store.reference.known();
  const { vocabulary, places } = {
    vocabulary: known?.vocabulary.vocabulary ?? null,
    places: known?.places.places ?? [],
  };
  const result = agency.reading?.ok === true ? agency.reading.result : null;
  const proposal = agency.reading?.proposal ?? null;
  const isStaff = connectionsOf(actor) === null;
  const why = facts.isSent ? null : whyNotSend(facts);
  return {
    agency: await agencyDocument(agency, actor, deps),
    step: stepOf(agencyState(facts), facts),
    ...resultDocument(result, facts, vocabulary, isStaff),
    connect_help: connectHelp,
    connection: connectionDocument(agency),
    questions: questionsDocument(
      { result, facts, changes, statements, listings: await askedByFact(differingFacts, agency, store) },
      { vocabulary, places },
    ),
    id_request: result?.idRequest ?? (result === null ? (proposal?.idRequest ?? null) : null),
    own_mapping: isStaff
      ? { text: ownText(changes), proposal: proposal && proposalDocument(proposal) }
      : null,
    may_send: !facts.isSent && why === null,
    why_not: why,
    progress: await progressDocument(agency, deps, tiles),
  };
}

function stepOf(state: AgencyState, { isConnected, reading }: SetupFacts): SetupDocument['step'] {
  switch (state) {
    case 'invited':
    case 'reading':
    case 'connecting':
      return reading?.ok === true || isConnected ? 'connect' : 'read';
    case 'confirming':
      return 'confirm';
    case 'answering':
      return reading?.ok === true ? 'answer' : 'read';
    case 'ready':
      return 'send';
    case 'sent':
      return 'sent';
  }
}

/** What was read of an agency's file, at its address or uploaded. */
export function resultDocument(
  result: ReadingResult | null,
  facts: SetupFacts,
  vocabulary: Parameters<typeof cardDocument>[3],
  isStaff: boolean,
) {
  const { causes = [], cards = [], lines = [], asked = {} } = result ?? {};
  return {
    numbers:
      result === null
        ? null
        : {
            ...{ records: result.records, listings: result.listings, ready: result.ready },
            left_out: result.leftOut,
          },
    causes: causes.map(causeDocument),
    cards: cards.map((card) => cardDocument(card, asked, facts, vocabulary)),
    lines: lines.map((line) => lineDocument(line, isStaff)),
  };
}

function causeDocument({
  blocks,
  code,
  pointer,
  listings,
  samples,
}: ReadingResult['causes'][number]): SetupDocument['causes'][number] {
  return {
    ...{ blocks, code, pointer, listings },
    sentence: causeSentence(code, pathOf(pointer), blocks),
    samples: samples.map(({ externalId, message, value }) => ({ external_id: externalId, message, value })),
  };
}

/**
 * Leaves out a currency that the feed does not contain and that the agency has not chosen yet. The reading only assumed it, so that the
 * rest of the feed could be read.
 */
function cardDocument(
  card: ListingCard,
  asked: ReadingResult['asked'],
  { choices }: SetupFacts,
  vocabulary: Vocabulary | null,
): z.input<typeof CardSchema> {
  const { externalId: external_id, currency, ...shown } = card;
  const path = card.transaction === 'rent' ? 'rent.currency' : 'price.currency';
  const isAssumed = asked[path] !== undefined && choices[path] === undefined;
  const { category } = card;
  return {
    external_id,
    ...shown,
    category_label: category === null || vocabulary === null ? null : labelAmong(category, vocabulary),
    currency: isAssumed ? null : currency,
  };
}

function connectionDocument(agency: SetupRecord): SetupDocument['connection'] {
  const { connectionId: id, remote, connectedAt, confirmedAt, confirmedBy } = agency;
  if (id === null || connectedAt === null || remote === null) return null;
  const { name, register_number, listing_quota: quota, photo_limit } = remote.agency;
  return {
    ...{ id, agency: name, register_number, quota, photo_limit },
    has_other_name: !mayBeSameAgency(name, agency.title),
    status: remote.status,
    redeemed_at: iso(connectedAt),
    confirmed_at: maybeIso(confirmedAt),
    confirmed_by: confirmedBy,
  };
}

async function progressDocument(
  { connectionId, sentAt }: SetupRecord,
  { services: { store }, running }: ServerDeps,
  tiles: Tiles | null,
): Promise<SetupDocument['progress']> {
  if (connectionId === null || sentAt === null || tiles === null) return null;
  const row = await store.connections.get(connectionId);
  if (row === null) return null;
  const feeds = (await store.feeds.all()).filter((feed) => feed.connectionId === connectionId);
  const turnOf = await connectionTurns(new Facts(store, attentionContext(running()), [connectionId]));
  const { actor, since, sentence } = turnOf(row, feeds);
  const counts = await store.listings.countsByPortalState({ connectionId });
  const { upserts } = await store.outbox.counts(connectionId);
  const of = (...states: (keyof typeof counts)[]): number =>
    states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return {
    ...{ status: row.status, actor, since: iso(since ?? sentAt), sentence, note: row.certificationNote },
    listings: {
      sent: of('sent', 'accepted', 'unknown'),
      waiting: upserts,
      in_review: of('needs_review'),
      live: of('live', 'inactive'),
      refused: of('rejected', 'taken_down'),
    },
    tiles,
  };
}

export function statementDocument(row: StatementRecord): z.input<typeof StatementSchema> {
  const { id, kind, version, language, sentence, value, name, role, account, connectionId, at } = row;
  return {
    ...{ id, kind, version, language, sentence, value, name, role, account },
    connection: connectionId,
    at: iso(at),
  };
}
