import type { FeedConfig } from '../../config/feed-schema.js';
import { readStoreFeed } from '../../config/store-feed.js';
import type { ReadingResult } from '../../core/setup/agency-reading.js';
import { contentSettings } from '../../effective/feeds.js';
import { storeFeed } from '../../effective/merge.js';
import { AgencyTally, QuestionTally } from '../../inspect/agency-tally.js';
import { readFirstRecords, type FirstRecords } from '../../inspect/init/first-records.js';
import { likelyOffer } from '../../inspect/init/judge-mapping.js';
import { mappedRecords, type TriedRecord } from '../../inspect/mapping-trial/map-snapshot.js';
import { explainer } from '../../inspect/unmapped.js';
import { snapshotParts } from '../../model/snapshot-parts.js';
import type { KeptFile, SetupRecord } from '../../store/store.js';
import { openMapper } from '../../sync/map/record-mapper.js';
import type { LoadedReference } from '../../sync/reference/load-reference.js';
import { sentences } from '../../texts/setup/setup-problems.js';
import { photosMax } from '../../wire/limits.js';
import { openQuestion } from './kept-proposal.js';
import { mappingOf, UnreadFeed, type FeedMapping, type SetupContext } from './setup-context.js';

/** Number of listings that an agency is shown before it sends. */
const cardsMax = 12;
/** How often progress is published, in records. */
const progressEveryRecords = 2_000;

interface Subject {
  feed: FeedConfig;
  mapping: FeedMapping;
  agency: SetupRecord;
  reference: LoadedReference;
}

/** Maps the file twice: with the answers given so far, and with every question open, to count the listings that each decides about. */
export async function tryFile(
  file: KeptFile,
  subject: Subject,
  context: SetupContext,
): Promise<ReadingResult> {
  const { feed, mapping, reference } = subject;
  const words = { vocabulary: reference.vocabulary, places: reference.places ?? [] };
  const first = await firstRecords(file, subject, context);
  const asked = await askedOf(file, subject, context);
  const recommended = first.recommended(reference);
  const tally = new AgencyTally(words, cardsMax, recommended, asked);
  const trial = await mappingOf(feed, context, { leavesOpen: true, openOffer: likelyOffer(recommended) });
  await eachRecord(file, { feed, mapping: trial, reference }, context, (record) => {
    tally.meet(record);
    reportProgress(tally.records, context);
  });
  const open = tally.questions.list();
  const { dictionary } = mapping.mapping;
  const explain = explainer(dictionary, words);
  const { records, listings, ready, leftOut, cards } = tally;
  return {
    ...{ mapping: feed.mapping, records, listings, ready, leftOut, cards },
    causes: tally.causes(),
    lines: first.lines(open),
    questions: open.map(openQuestion),
    idRequest: first.idRequest(tally.ids),
    asked: asked.result(),
    askedOf: tally.askedOf(),
    words: tally.words(explain, (pointer) => dictionary.vocabularyOf(pointer)),
  };
}

/** Looks at the first records beside the listings that are made of all. */
function firstRecords(
  { path }: KeptFile,
  { feed: { encoding, mappingText }, mapping: { mapping } }: Subject,
  { services: { spool } }: SetupContext,
): Promise<FirstRecords> {
  const file = { spool, paths: snapshotParts(path).map((part) => part.path), encoding };
  const { source, format } = mapping;
  return readFirstRecords(file, { text: source.text, format, isOwn: mappingText !== null });
}

/** Listings that wait for each fact that only the agency knows, whether it is answered or not. */
async function askedOf(
  file: KeptFile,
  { feed, agency, reference }: Subject,
  context: SetupContext,
): Promise<QuestionTally> {
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
  return questions;
}

function reportProgress(records: number, { under, changed }: SetupContext): void {
  under.records = records;
  if (records % progressEveryRecords === 0) changed();
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
