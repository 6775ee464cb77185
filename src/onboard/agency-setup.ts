import { feedSource, feedToRead } from '../effective/feeds.js';
import { withoutFolders } from '../effective/mapping-files.js';
import { readMapping } from '../effective/mappings.js';
import { changedFeed, storeFeed } from '../effective/merge.js';
import type { FeedConfig } from '../config/feed-schema.js';
import type { Config } from '../config/schema.js';
import { namesFiles, readStoreFeed } from '../config/store-feed.js';
import type { ReadingResult } from '../core/setup/agency-reading.js';
import type { Sentence } from '../model/sentence.js';
import { ownValue } from '../model/own-value.js';
import { fetchProblem, sentences } from '../texts/setup-problems.js';
import { joinParts, partsOf } from '../model/snapshot-parts.js';
import { withoutConsequence } from '../feed/consequence.js';
import { fetchFeed } from '../feed/fetch/fetch-feed.js';
import { AgencyTally, QuestionTally } from '../inspect/agency-tally.js';
import { proposeFrom, readPresets } from '../inspect/init/index.js';
import { mappedRecords, type TriedRecord } from '../inspect/mapping-trial/map-snapshot.js';
import { explainer } from '../inspect/unmapped.js';
import { bounded } from '../platform/bounded.js';
import { currentFence } from '../platform/fence.js';
import { firstLine } from '../platform/library.js';
import { pointerOf } from '../mapping/language/payload-fields.js';
import { statedFields } from '../mapping/language/stated-facts.js';
import type { BorrowedFile, SpooledFile } from '../platform/files/spool.js';
import type { Changes } from '../sync/services/changes.js';
import type { KeptFile, SetupRecord } from '../store/store.js';
import { fetchSource, type FetchedSource } from '../sync/snapshot/fetch-source.js';
import { setupLimit } from '../sync/job-limits.js';
import { loadReference, type LoadedReference } from '../sync/reference/load-reference.js';
import { openMapper } from '../sync/map/record-mapper.js';
import type { Feed, Services } from '../sync/services/services.js';
import type { AgencyRead, SetupServices } from '../sync/services/setup-services.js';
import { withoutSecrets } from '../sync/snapshot/without-secrets.js';
import { photosMax } from '../wire/limits.js';

/** What an agency is shown before it has sent anything. */
const cardsMax = 12;
/** Whoever watches is told no more often. */
const toldEveryRecords = 2_000;

/** A reading that ends with a sentence for the agency. */
class UnreadFeed extends Error {
  constructor(readonly sentence: Sentence & { detail?: string | null }) {
    super(sentence.en);
  }
}

type Reading = SetupServices['underWay'] extends () => infer Under ? NonNullable<Under> : never;

export function openSetups(
  config: () => Config,
  services: () => Services,
  changes: Pick<Changes, 'publish'>,
): SetupServices {
  let current: Reading | null = null;
  const changed = (name: string): void =>
    changes.publish([{ what: 'agencies', connection: null, feed: name }]);
  return {
    changed,
    underWay: () => current,
    whyNotFeed: (name, document, overNetwork) => whyNotFeed(name, document, overNetwork, config()),
    async read(agency) {
      const under = { name: agency.name, records: 0 };
      current = under;
      changed(agency.name);
      try {
        return await readInTime(agency, { config: config(), services: services(), under, changed });
      } finally {
        current = null;
      }
    },
  };
}

async function whyNotFeed(
  name: string,
  document: Readonly<Record<string, unknown>>,
  overNetwork: boolean,
  config: Config,
): Promise<Sentence | null> {
  if (overNetwork && namesFiles(document)) return sentences.ownFiles;
  const read = readStoreFeed(
    { name, connectionId: null, document: withSomeMapping(document) },
    config.inherited,
  );
  if (!read.ok) return sentences.badFeed(read.problems.join('; '));
  // What stands under all feeds, the operator wrote.
  const stated = statedFields.find((field) => ownValue(ownValue(document, 'constants'), field) !== undefined);
  if (overNetwork && stated !== undefined) return sentences.statedFact(stated);
  if (config.feeds.some((feed) => feed.name === name)) return sentences.nameOfConfiguration(name);
  if (!('mapping' in document)) return null;
  const loaded = await readMapping(config, read.feed);
  if (!loaded.ok) return sentences.badMapping(read.feed.mapping, problemsOf(loaded));
  const { dictionary } = loaded.mapping;
  const words = ownValue(document, 'tables');
  const asked = statedFields.find((field) =>
    dictionary.tablesOf(pointerOf(field)).some((table) => ownValue(words, table) !== undefined),
  );
  return overNetwork && asked !== undefined ? sentences.statedFact(asked) : null;
}

function problemsOf({ problems, files }: { problems: readonly string[]; files: readonly string[] }): string {
  return withoutFolders(problems.join('; '), files);
}

/** Without one it is found out by reading. */
function withSomeMapping(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { mapping: 'unknown', ...document };
}

interface Desk {
  config: Config;
  services: Services;
  under: Reading;
  changed: (name: string) => void;
}

/** A reading that does not come on is one that failed. */
async function readInTime(agency: SetupRecord, desk: Desk): Promise<AgencyRead> {
  const { clock } = desk.services;
  try {
    return await bounded(setupLimit, clock, () => readAgency(agency, desk), { keepsFiles: false });
  } catch (error) {
    currentFence()?.check();
    const { keptFile, feed } = agency;
    const exception = firstLine(error);
    const problem = { detail: exception, ...sentences.readingFailed };
    return { reading: { ok: false, readAt: clock.now(), problem }, keptFile, feed, exception };
  }
}

async function readAgency(agency: SetupRecord, desk: Desk): Promise<AgencyRead> {
  const { clock } = desk.services;
  let keptFile = agency.keptFile;
  let document = agency.feed;
  try {
    const reference = await loadReference(desk.services);
    if (reference === null) throw new UnreadFeed(sentences.noWords);
    if (!('mapping' in document))
      document = await withFoundMapping({ ...agency, feed: document }, reference, desk);
    const read = { ...agency, feed: document };
    const feed = await feedOf(read, desk);
    const mapping = await mappingOf(feed, desk);
    if (keptFile === null || !agency.readFromKept) keptFile = await takeFile(feed, mapping, desk);
    const result = await tryFile(keptFile, { feed, mapping, agency: read, reference }, desk);
    return { reading: { ok: true, readAt: clock.now(), result }, keptFile, feed: document };
  } catch (error) {
    const isUnread = error instanceof UnreadFeed;
    const exception = isUnread ? null : firstLine(error);
    const problem = { detail: exception, ...(isUnread ? error.sentence : sentences.readingFailed) };
    return { reading: { ok: false, readAt: clock.now(), problem }, keptFile, feed: document, exception };
  }
}

/** With what was answered in setting up. */
async function feedOf(agency: SetupRecord, desk: Desk): Promise<FeedConfig> {
  const read = readStoreFeed(storeFeed({ ...agency, connectionId: null }), desk.config.inherited);
  if (!read.ok) throw new UnreadFeed(sentences.badFeed(read.problems.join('; ')));
  const feed = changedFeed(read.feed, await changesOf(agency, desk));
  if (typeof feed === 'string') throw new UnreadFeed(sentences.badFeed(feed));
  return feed;
}

/** Oldest first, as they lie over each other. */
async function changesOf(
  { name }: SetupRecord,
  { services }: Desk,
): Promise<Parameters<typeof changedFeed>[1]> {
  const all = await services.store.feedChanges.list({ feed: name, connectionId: null });
  return all.filter(({ undoneAt }) => undoneAt === null).reverse();
}

type FeedMapping = Pick<Feed, 'mapping' | 'isGuarded'>;

async function mappingOf(feed: FeedConfig, { config, services }: Desk): Promise<FeedMapping> {
  const loaded = await readMapping(config, feed, [], { guard: services.guard });
  if (!loaded.ok) throw new UnreadFeed(sentences.badMapping(feed.mapping, problemsOf(loaded)));
  return loaded;
}

/** The mapping of the folder that knows the file's format. */
async function withFoundMapping(
  agency: SetupRecord,
  reference: LoadedReference,
  { config, services }: Desk,
): Promise<Record<string, unknown>> {
  const document = withSomeMapping(agency.feed);
  const read = readStoreFeed({ name: agency.name, connectionId: null, document }, config.inherited);
  if (!read.ok) throw new UnreadFeed(sentences.badFeed(read.problems.join('; ')));
  const { fetcher, spool, clock, limits } = services;
  const source = feedSource(read.feed, read.feed.urls[0] ?? '');
  const whole = { etag: null, lastModified: null, unconditional: true };
  const fetched = await fetchFeed(source, whole, { fetcher, spool, clock }, limits.fetch);
  if (fetched.kind !== 'fetched') throw new UnreadFeed(problemOfFetch(fetched));
  try {
    const presets = await readPresets(config.mappings);
    const portal = { reference, vocabulary: reference.vocabulary, places: reference.places ?? [] };
    const proposal = await proposeFrom(spool, fetched.file.path, { presets, portal });
    if (!proposal.ok) throw new UnreadFeed(sentences.notUnderstood(proposal.reason));
    if (proposal.preset === null) throw new UnreadFeed(sentences.unknownFormat(proposal.format.about));
    const { preset: mapping, encoding } = proposal;
    return { ...(encoding !== 'auto' && { encoding }), ...agency.feed, mapping };
  } finally {
    await fetched.file.discard();
  }
}

function problemOfFetch(outcome: { kind: string; code?: string; message?: string }): UnreadFeed['sentence'] {
  const { message = null } = outcome;
  return fetchProblem(outcome.code ?? outcome.kind, message === null ? null : withoutConsequence(message));
}

/** Fetched as a poll would, under the same limits; the addresses of this machine and its network stay closed. */
async function takeFile(feed: FeedConfig, mapping: FeedMapping, { services }: Desk): Promise<KeptFile> {
  const readable = feedToRead(feed, mapping);
  const whole = { etag: null, lastModified: null, unconditional: true };
  const fetched = await fetchSource(readable, whole, { parts: null, snapshot: null }, services);
  if (fetched.kind !== 'fetched') throw new UnreadFeed(problemOfFetch(fetched));
  const files = await withoutSecrets(readable, fetched.files, services);
  if (typeof files === 'string') throw new UnreadFeed(sentences.notUnderstood(files));
  try {
    return await keepFiles(files, { feed, fetched, fetchedAt: services.clock.now() });
  } catch (error) {
    for (const file of files) await file.discard();
    throw error;
  }
}

/** In the place of the former ones: a crash leaves no copy behind that nothing refers to. */
async function keepFiles(
  files: readonly (SpooledFile | BorrowedFile)[],
  { feed, fetched, fetchedAt }: { feed: FeedConfig; fetched: FetchedSource; fetchedAt: number },
): Promise<KeptFile> {
  const parts = [];
  for (const [index, file] of files.entries()) {
    const path = `setup/${feed.name}/${index}`;
    if ('secure' in file && !(await file.secure(true)))
      throw new UnreadFeed(fetchProblem('cut', 'the file was being written while it was read'));
    await file.keep(path);
    parts.push({ path, given: fetched.given[index] ?? null });
  }
  return { path: joinParts(parts), fetchedAt, bytes: fetched.bytes };
}

interface Subject {
  feed: FeedConfig;
  mapping: FeedMapping;
  agency: SetupRecord;
  reference: LoadedReference;
}

/** Twice: with every question answered in some way, and with what the agency did not say itself left open. */
async function tryFile(file: KeptFile, subject: Subject, desk: Desk): Promise<ReadingResult> {
  const { feed, mapping, agency, reference } = subject;
  const words = { vocabulary: reference.vocabulary, places: reference.places ?? [] };
  const tally = new AgencyTally(words, cardsMax);
  const assumed = await mappingOf(withAssumedAnswers(feed, reference), desk);
  await eachRecord(file, { feed, mapping: assumed, reference }, desk, (record) => {
    tally.meet(record);
    tellProgress(tally.records, desk);
  });
  const open = readStoreFeed(storeFeed({ ...agency, connectionId: null }), desk.config.inherited);
  const asked = new QuestionTally();
  if (open.ok) {
    const { tables, unmapped, mappingText } = feed;
    const unanswered = await mappingOf({ ...open.feed, tables, unmapped, mappingText }, desk);
    await eachRecord(file, { feed, mapping: unanswered, reference }, desk, (record) => asked.meet(record));
  }
  const { dictionary } = mapping.mapping;
  const explain = explainer(dictionary, words);
  const { records, listings, ready, leftOut, cards } = tally;
  return {
    ...{ mapping: feed.mapping, records, listings, ready, leftOut, cards },
    causes: tally.causes(),
    asked: asked.result(),
    words: tally.words(explain, (pointer) => dictionary.vocabularyOf(pointer)),
  };
}

/** What is still wrong then is the feed's or the mapping's. */
function withAssumedAnswers(feed: FeedConfig, { vocabulary }: LoadedReference): FeedConfig {
  const kind = vocabulary.fields.rental_type[0]?.key ?? 'long_term';
  const constants = { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': kind };
  const answers = { mandate_attested: true, owner_lives_nearby: false };
  return {
    ...feed,
    answers: { ...answers, ...feed.answers },
    constants: { ...constants, ...feed.constants },
  };
}

function tellProgress(records: number, { under, changed }: Desk): void {
  under.records = records;
  if (records % toldEveryRecords === 0) changed(under.name);
}

async function eachRecord(
  file: KeptFile,
  { feed, mapping: { mapping, isGuarded }, reference }: Omit<Subject, 'agency'>,
  { services }: Desk,
  meet: (record: TriedRecord) => void,
): Promise<void> {
  const { protocol, threads, guard, log, spool } = services;
  const { photoTokens } = mapping;
  const limits = { photoMax: photosMax, portalIds: new Map<string, string>(), isTrial: true };
  const mapper = openMapper({ name: feed.name, mapping, photoTokens, isGuarded }, reference, limits, {
    ...{ protocol, threads, guard, log },
  });
  const reading = {
    ...{ encoding: feed.encoding, mapping },
    mapper: {
      ...{ map: mapper.map.bind(mapper), ahead: mapper.ahead },
      settle: (records: readonly TriedRecord[]) => Promise.resolve(records),
    },
  };
  const ends: { reason: string | null }[] = [];
  for await (const records of mappedRecords(file, reading, spool, (end) => ends.push(end)))
    for (const record of records) meet(record);
  const broken = ends.find(({ reason }) => reason !== null);
  if (broken !== undefined) throw new UnreadFeed(sentences.notUnderstood(broken.reason));
  if (ends.length < partsOf(file.path).length) throw new UnreadFeed(sentences.notUnderstood(null));
}
