import { contentSettings, feedSource, feedToRead } from '../effective/feeds.js';
import { readPresets, withoutFolders } from '../effective/mapping-files.js';
import { readMapping } from '../effective/mappings.js';
import { changedFeed, storeFeed } from '../effective/merge.js';
import type { FeedConfig } from '../config/feed-schema.js';
import type { Config } from '../config/schema.js';
import { namesFiles, readStoreFeed } from '../config/store-feed.js';
import type { ReadingResult } from '../core/setup/agency-reading.js';
import type { Sentence } from '../model/sentence.js';
import { ownValue } from '../model/own-value.js';
import { fetchProblem, sentences } from '../texts/setup-problems.js';
import { joinParts, snapshotParts } from '../model/snapshot-parts.js';
import { withoutConsequence } from '../feed/consequence.js';
import { discardFile, fetchFeed } from '../feed/fetch/fetch-feed.js';
import { announcedMore } from '../feed/more/announced-more.js';
import { readPage } from '../feed/read-page.js';
import type { UnpackedFile } from '../feed/zip/zip-member.js';
import { AgencyTally, QuestionTally } from '../inspect/agency-tally.js';
import { largestOf, proposeFrom } from '../inspect/init/index.js';
import { mappedRecords, type TriedRecord } from '../inspect/mapping-trial/map-snapshot.js';
import { explainer } from '../inspect/unmapped.js';
import { bounded } from '../platform/bounded.js';
import { currentFence } from '../platform/fence.js';
import { firstLine } from '../platform/library.js';
import { pointerOf } from '../mapping/language/payload-fields.js';
import { statedFields } from '../mapping/language/stated-facts.js';
import type { BorrowedFile, Spool, SpooledFile } from '../platform/files/spool.js';
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

/** Number of listings that an agency is shown before it sends. */
const cardsMax = 12;
/** How often progress is published, in records. */
const progressEveryRecords = 2_000;

/** Ends a reading with a message for the agency. */
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
  // Constants under `feed_defaults` are allowed: the operator wrote them.
  const stated = statedFields.find((field) => ownValue(ownValue(document, 'constants'), field) !== undefined);
  if (overNetwork && stated !== undefined) return sentences.statedFact(stated);
  if (config.feeds.some((feed) => feed.name === name)) return sentences.nameOfConfiguration(name);
  if (!('mapping' in document)) return null;
  const loaded = await readMapping(config, read.feed);
  if (!loaded.ok) return sentences.badMapping(read.feed.mapping, problemsOf(loaded));
  const { dictionary } = loaded.mapping;
  const words = ownValue(document, 'tables');
  const stating = statedFields.find((field) =>
    dictionary.tablesOf(pointerOf(field)).some((table) => ownValue(words, table) !== undefined),
  );
  return overNetwork && stating !== undefined ? sentences.statedFact(stating) : null;
}

function problemsOf({ problems, files }: { problems: readonly string[]; files: readonly string[] }): string {
  return withoutFolders(problems.join('; '), files);
}

/** A missing mapping is detected when the feed is read. */
function withSomeMapping(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { mapping: 'unknown', ...document };
}

interface SetupContext {
  config: Config;
  services: Services;
  under: Reading;
  changed: (name: string) => void;
}

/** Reads an agency's feed. A reading that stalls has failed. */
async function readInTime(agency: SetupRecord, context: SetupContext): Promise<AgencyRead> {
  const { clock } = context.services;
  try {
    return await bounded(setupLimit, clock, () => readAgency(agency, context), { keepsFiles: false });
  } catch (error) {
    currentFence()?.check();
    const { keptFile, feed } = agency;
    const exception = firstLine(error);
    const problem = { detail: exception, ...sentences.readingFailed };
    return { reading: { ok: false, readAt: clock.now(), problem }, keptFile, feed, exception };
  }
}

async function readAgency(agency: SetupRecord, context: SetupContext): Promise<AgencyRead> {
  const { clock } = context.services;
  let keptFile = agency.keptFile;
  let document = agency.feed;
  try {
    const reference = await loadReference(context.services);
    if (reference === null) throw new UnreadFeed(sentences.noWords);
    if (!('mapping' in document))
      document = await withFoundMapping({ ...agency, feed: document }, reference, context);
    const read = { ...agency, feed: document };
    const feed = await feedOf(read, context);
    const mapping = await mappingOf(feed, context);
    if (keptFile === null || !agency.readFromKept) keptFile = await takeFile(feed, mapping, context);
    const result = await tryFile(keptFile, { feed, mapping, agency: read, reference }, context);
    return { reading: { ok: true, readAt: clock.now(), result }, keptFile, feed: document };
  } catch (error) {
    const isUnread = error instanceof UnreadFeed;
    const exception = isUnread ? null : firstLine(error);
    const problem = { detail: exception, ...(isUnread ? error.sentence : sentences.readingFailed) };
    return { reading: { ok: false, readAt: clock.now(), problem }, keptFile, feed: document, exception };
  }
}

/** The feed with the answers that were given during setup. */
async function feedOf(agency: SetupRecord, context: SetupContext): Promise<FeedConfig> {
  const read = readStoreFeed(storeFeed({ ...agency, connectionId: null }), context.config.inherited);
  if (!read.ok) throw new UnreadFeed(sentences.badFeed(read.problems.join('; ')));
  const feed = changedFeed(read.feed, await changesOf(agency, context));
  if (typeof feed === 'string') throw new UnreadFeed(sentences.badFeed(feed));
  return feed;
}

/** The oldest change first, as they are applied. */
async function changesOf(
  { name }: SetupRecord,
  { services }: SetupContext,
): Promise<Parameters<typeof changedFeed>[1]> {
  const all = await services.store.feedChanges.list({ feed: name, connectionId: null });
  return all.filter(({ undoneAt }) => undoneAt === null).reverse();
}

type FeedMapping = Pick<Feed, 'mapping' | 'isGuarded'>;

async function mappingOf(
  feed: FeedConfig,
  { config, services }: SetupContext,
  trial: { leavesOpen?: true } = {},
): Promise<FeedMapping> {
  const loaded = await readMapping(config, feed, [], { guard: services.guard, ...trial });
  if (!loaded.ok) throw new UnreadFeed(sentences.badMapping(feed.mapping, problemsOf(loaded)));
  return loaded;
}

/** The feed with the preset that knows the file's format. */
async function withFoundMapping(
  agency: SetupRecord,
  reference: LoadedReference,
  { config, services }: SetupContext,
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
    const zip = [fetched, ...fetched.others];
    const { file } = largestOf<UnpackedFile>(fetched, fetched.others);
    const proposal = await proposeFrom(spool, file.path, { presets, portal, zip });
    if (!proposal.ok) throw new UnreadFeed(sentences.notUnderstood(proposal.reason));
    if (proposal.preset === null) throw new UnreadFeed(sentences.unknownFormat(proposal.format.about));
    const { preset: mapping, encoding } = proposal;
    return { ...(encoding !== 'auto' && { encoding }), ...agency.feed, mapping };
  } finally {
    await discardFile(fetched);
  }
}

function problemOfFetch(outcome: { kind: string; code?: string; message?: string }): UnreadFeed['sentence'] {
  const { message = null } = outcome;
  return fetchProblem(outcome.code ?? outcome.kind, message === null ? null : withoutConsequence(message));
}

/** Fetches like a poll, under the same limits. The addresses of this machine and its network stay blocked. */
async function takeFile(
  feed: FeedConfig,
  mapping: FeedMapping,
  { services }: SetupContext,
): Promise<KeptFile> {
  const readable = feedToRead(feed, mapping);
  const whole = { etag: null, lastModified: null, unconditional: true };
  const fetched = await fetchSource(readable, whole, { parts: null, snapshot: null }, services);
  if (fetched.kind !== 'fetched') throw new UnreadFeed(problemOfFetch(fetched));
  const missing = await partOf(readable, fetched, services.spool);
  if (missing !== null) {
    for (const file of fetched.files) await file.discard();
    throw new UnreadFeed(fetchProblem('part', missing));
  }
  const files = await withoutSecrets(readable, fetched.files, services);
  if (typeof files === 'string') throw new UnreadFeed(sentences.notUnderstood(files));
  try {
    return await keepFiles(files, { feed, fetched, fetchedAt: services.clock.now() });
  } catch (error) {
    for (const file of files) await file.discard();
    throw error;
  }
}

/** Why the fetched files are a part of the feed only; null if nothing more is announced. Broken files are found when they are mapped. */
async function partOf(feed: Feed, { files, arrivals }: FetchedSource, spool: Spool): Promise<string | null> {
  const { encoding, ignoreMore: ignored, kind } = feed;
  const read = [];
  for (const { path } of files)
    read.push(await readPage(spool, path, { format: feed.mapping.format, encoding }, null));
  return announcedMore(arrivals, read, { totals: kind === 'full', ignored });
}

/** Replaces the former files under the same paths, so that a crash leaves no copy that nothing refers to. */
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

/** Maps the file twice: with the answers given so far, and with every question open, to count the listings that each decides about. */
async function tryFile(file: KeptFile, subject: Subject, context: SetupContext): Promise<ReadingResult> {
  const { feed, mapping, agency, reference } = subject;
  const words = { vocabulary: reference.vocabulary, places: reference.places ?? [] };
  const tally = new AgencyTally(words, cardsMax);
  const trial = await mappingOf(feed, context, { leavesOpen: true });
  await eachRecord(file, { feed, mapping: trial, reference }, context, (record) => {
    tally.meet(record);
    reportProgress(tally.records, context);
  });
  const open = readStoreFeed(storeFeed({ ...agency, connectionId: null }), context.config.inherited);
  const questions = new QuestionTally();
  if (open.ok) {
    const { tables, unmapped, mappingText } = feed;
    const meet = async (constants: FeedConfig['constants']): Promise<void> => {
      const unanswered = { ...open.feed, tables, unmapped, mappingText, constants };
      const tally = new QuestionTally();
      const known = await mappingOf(unanswered, context);
      await eachRecord(file, { feed, mapping: known, reference }, context, (record) => tally.meet(record));
      questions.add(tally);
    };
    await meet(open.feed.constants);
    // What is asked of rentals is known only once the offer is.
    const { transaction } = feed.constants;
    if (transaction !== undefined && open.feed.constants.transaction === undefined)
      await meet({ ...open.feed.constants, transaction });
  }
  const { dictionary } = mapping.mapping;
  const explain = explainer(dictionary, words);
  const { records, listings, ready, leftOut, cards } = tally;
  return {
    ...{ mapping: feed.mapping, records, listings, ready, leftOut, cards },
    causes: tally.causes(),
    understood: tally.understood(),
    asked: questions.result(),
    words: tally.words(explain, (pointer) => dictionary.vocabularyOf(pointer)),
  };
}

function reportProgress(records: number, { under, changed }: SetupContext): void {
  under.records = records;
  if (records % progressEveryRecords === 0) changed(under.name);
}

async function eachRecord(
  file: KeptFile,
  { feed, mapping: { mapping, isGuarded }, reference }: Omit<Subject, 'agency'>,
  { services }: SetupContext,
  meet: (record: TriedRecord) => void,
): Promise<void> {
  const { protocol, threads, guard, log, spool } = services;
  const { photoTokens } = mapping;
  const limits = { photoMax: photosMax, portalIds: new Map<string, string>(), isTrial: true };
  const mapper = openMapper(
    { name: feed.name, mapping, photoTokens, isGuarded, content: contentSettings(feed) },
    reference,
    limits,
    {
      ...{ protocol, threads, guard, log },
    },
  );
  const reading = {
    ...{ encoding: feed.encoding, mapping },
    mapper: {
      ...{ map: mapper.map.bind(mapper), ahead: mapper.ahead },
      settle: (records: readonly TriedRecord[]) => Promise.resolve(records),
    },
  };
  const parts = snapshotParts(file.path);
  const ends: { reason: string | null }[] = [];
  for await (const records of mappedRecords({ parts }, reading, spool, (end) => ends.push(end)))
    for (const record of records) meet(record);
  const broken = ends.find(({ reason }) => reason !== null);
  if (broken !== undefined) throw new UnreadFeed(sentences.notUnderstood(broken.reason));
  if (ends.length < parts.length) throw new UnreadFeed(sentences.notUnderstood(null));
}
