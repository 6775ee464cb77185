import { chosenFacts, ownerFact, type DifferingFact } from '../../core/setup/differing-facts.js';
import { askedMax, idsNamedIn, isChoice, type FactAnswer } from '../../core/setup/fact-answer.js';
import { payloadFacts, type RuleFacts } from '../../core/setup/listing-rule.js';
import { readFactsNote } from '../../wire/facts-note.js';
import { ownValue } from '../../model/own-value.js';
import { readFactAnswer } from '../../wire/rule-schema.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Issue } from '../../model/outcome.js';
import type { AskedListing } from '../../core/setup/agency-reading.js';
import { listingsAsked, type SetupFacts } from '../../core/setup/setup-steps.js';
import type { AccountRecord, FeedChangeRecord, SetupRecord, Store } from '../store.js';

/** Changes of an agency's feed that are not undone, oldest first. */
export async function changesOfSetup(
  { name, connectionId, sentAt }: SetupRecord,
  { feedChanges }: Pick<Store, 'feedChanges'>,
): Promise<FeedChangeRecord[]> {
  const rows = await feedChanges.list({ feed: name, connectionId: sentAt === null ? null : connectionId });
  return rows.filter(({ undoneAt }) => undoneAt === null).reverse();
}

/** The facts that an agency's setup state is derived from. */
export async function stateOfSetup(
  agency: SetupRecord,
  store: Pick<Store, 'feedChanges' | 'setups' | 'access'>,
): Promise<SetupFacts> {
  const ids = (await store.setups.people()).get(agency.name) ?? [];
  const people = await Promise.all(ids.map((id) => store.access.account(id)));
  return factsOf(
    agency,
    await changesOfSetup(agency, store),
    people.filter((account) => account !== null),
  );
}

type AskedStore = Pick<Store, 'feedChanges' | 'feeds' | 'records' | 'listings'>;

/** @see askedByFact */
export async function askedListings(
  fact: DifferingFact,
  agency: SetupRecord,
  store: AskedStore,
): Promise<readonly AskedListing[]> {
  return (await askedByFact([fact], agency, store)).get(fact.path) ?? [];
}

/**
 * The listings that each fact is asked of, by its path: those of the file that was read, and once the agency is sent those that wait now,
 * with those of which it is stated by name, by a rule or with all others. The facts of one that waits are those that its mapping noted.
 * A listing of which several facts are asked is read once.
 */
export async function askedByFact(
  facts: readonly DifferingFact[],
  agency: SetupRecord,
  store: AskedStore,
): Promise<ReadonlyMap<string, readonly AskedListing[]>> {
  const read = facts.map((fact) => [fact.path, listingsAsked(fact, agency)] as const);
  if (agency.sentAt === null) return new Map(read);
  const feed = await feedOf(agency, store);
  const invalid = feed === undefined ? [] : await store.records.invalid(feed.id, askedMax);
  const changes = await changesOfSetup(agency, store);
  const asked: Asked[] = [];
  for (const fact of facts) asked.push(await idsAsked(fact, { agency, feed, invalid, changes }, store));
  const shown =
    feed === undefined
      ? new Map<string, ShownListing>()
      : await shownListings(feed, [...new Set(asked.flatMap(({ ids }) => ids))], store);
  return new Map(asked.map((one) => [one.fact.path, listingsOf(one, shown)]));
}

/** The ids that a fact is asked of, with what is known of them without the store's listings. */
interface Asked {
  fact: DifferingFact;
  ids: readonly string[];
  read: readonly AskedListing[];
  waiting: readonly string[];
  /** Words under which records note the answer, by record. */
  answers: ReadonlyMap<string, readonly string[]>;
}

async function idsAsked(
  fact: DifferingFact,
  {
    agency,
    feed,
    invalid,
    changes,
  }: {
    agency: SetupRecord;
    feed: FeedRecord | undefined;
    invalid: Awaited<ReturnType<Store['records']['invalid']>>;
    changes: readonly FeedChangeRecord[];
  },
  { records }: AskedStore,
): Promise<Asked> {
  const read = listingsAsked(fact, agency);
  const waiting = invalid
    .filter(({ issues }) => issues.some((issue) => isAsked(fact, issue)))
    .map(({ sourceId }) => sourceId);
  const known = idsNamedIn(answerAmong(changes, fact.question));
  const answers =
    feed === undefined
      ? new Map<string, string[]>()
      : await records.wordsUnder(feed.id, 'answer', fact.question);
  // Of a fact that is a constant, records note nothing before something is stated of some.
  const readIds = fact.vocabulary === null ? [] : read.map(({ sourceId }) => sourceId);
  const stillThere = feed === undefined ? [] : (await records.ordinals(feed.id, readIds)).keys();
  const ids = [...new Set([...waiting, ...known, ...answers.keys(), ...stillThere])].slice(0, askedMax);
  return { fact, ids, read, waiting, answers };
}

function listingsOf(
  { fact: { only }, ids, read, waiting, answers }: Asked,
  shown: ReadonlyMap<string, ShownListing>,
): AskedListing[] {
  const byId = new Map(read.map((listing) => [listing.sourceId, listing]));
  const isWaiting = new Set(waiting);
  return ids.map((sourceId) => {
    const found = shown.get(sourceId);
    const isOfFact = found !== undefined && (only === null || found.facts.transaction === only);
    const listing = (isOfFact ? found : byId.get(sourceId)) ?? { sourceId, title: null, place: null };
    if (!isWaiting.has(sourceId)) return listing;
    // The facts of the payload are those before: the record that waits has others.
    const { facts: _, ...unruled } = listing;
    const noted = (answers.get(sourceId) ?? []).map(readFactsNote).find((facts) => facts !== null);
    return noted == null ? unruled : { ...unruled, title: unruled.title ?? noted.title, facts: noted };
  });
}

async function feedOf(
  { name, connectionId }: Pick<SetupRecord, 'name' | 'connectionId'>,
  { feeds }: Pick<Store, 'feeds'>,
): Promise<FeedRecord | undefined> {
  return (await feeds.ofConnection(connectionId ?? '')).find((feed) => feed.name === name);
}

/**
 * The ids of which something is stated although the feed does not have them any more: no record of theirs is kept, and no listing that is
 * not removed. Empty until the feed was read whole since the agency was sent: until then nothing is known to be gone.
 */
export async function goneIds(
  fact: DifferingFact,
  agency: SetupRecord,
  store: Pick<Store, 'feedChanges' | 'feeds' | 'records'>,
): Promise<ReadonlySet<string>> {
  const ids = idsNamedIn(answerAmong(await changesOfSetup(agency, store), fact.question));
  const feed = agency.sentAt === null ? undefined : await feedOf(agency, store);
  const isRead = feed?.lastCompleteAt != null && feed.lastCompleteAt > (agency.sentAt ?? 0);
  if (feed === undefined || !isRead) return new Set();
  const kept = await store.records.ordinals(feed.id, ids);
  return new Set(ids.filter((id) => !kept.has(id)));
}

function addressOf({ location }: Readonly<Record<string, unknown>>): string | null {
  const line = ownValue(location, 'address_line');
  return typeof line === 'string' ? line : null;
}

type ShownListing = AskedListing & { facts: RuleFacts };

/** The listings of these records as the store has them, by record. */
async function shownListings(
  { id, connectionId }: Pick<FeedRecord, 'id' | 'connectionId'>,
  sourceIds: readonly string[],
  { records, listings }: Pick<Store, 'records' | 'listings'>,
): Promise<Map<string, ShownListing>> {
  const ordinals = await records.ordinals(id, sourceIds);
  const rows = await listings.ofOrdinals(id, [...ordinals.values()]);
  const payloads = await listings.payloads(
    connectionId,
    rows.map(({ externalId }) => externalId),
  );
  const shown = new Map<string, ShownListing>();
  for (const { sourceId, externalId, title } of rows) {
    const payload = payloads.get(externalId);
    if (sourceId === null || payload === undefined) continue;
    shown.set(sourceId, { sourceId, title, place: addressOf(payload), facts: payloadFacts(payload) });
  }
  return shown;
}

function isAsked({ path }: DifferingFact, { code, pointer }: Issue): boolean {
  return code === 'answer_missing' && pointer === `/${path.replaceAll('.', '/')}`;
}

/** The answer in force to a question; null: there is none. */
function answerAmong(changes: readonly FeedChangeRecord[], question: string): FactAnswer | null {
  const value = changes.findLast(({ kind, subject }) => kind === 'answer' && subject === question)?.value;
  return readFactAnswer(value);
}

/** As `stateOfSetup`, from rows that were read already. @param changes result of `changesOfSetup` @param people accounts of the agency */
export function factsOf(
  agency: SetupRecord,
  changes: readonly FeedChangeRecord[],
  people: readonly AccountRecord[],
): SetupFacts {
  const mandate = answerAmong(changes, 'mandate_attested');
  return {
    reading: agency.reading,
    hasSignedIn: people.some(({ signedInAt }) => signedInAt !== null),
    isConnected: agency.connectionId !== null,
    isConfirmed: agency.confirmedAt !== null,
    isSent: agency.sentAt !== null,
    mandate: typeof mandate === 'boolean' ? mandate : null,
    ownerNearby: answerAmong(changes, ownerFact.question),
    chosen: Object.fromEntries(
      chosenFacts.flatMap(({ path, question }) => {
        const answer = answerAmong(changes, question);
        return isChoice(answer) ? [[path, answer]] : [];
      }),
    ),
    choices: Object.fromEntries(
      changes.flatMap(({ kind, subject, value }) =>
        kind === 'constant' && typeof value === 'string' ? [[subject, value]] : [],
      ),
    ),
  };
}
