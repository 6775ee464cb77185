import { askedPartnerCode } from '../../model/outcome.js';
import type { SnapshotId } from '../../model/ids.js';
import { isAboutWord, type Issue } from '../../model/outcome.js';
import type { Finding } from '../../model/quality-finding.js';
import { unknownWordKey } from '../../model/fold.js';
import { isDueAgain } from '../../core/schedule/due.js';
import { isDoubt } from '../../mapping/check/doubts.js';
import { Survey } from '../../mapping/check/survey.js';
import { photoToken } from '../../store/facts/photo-token.js';
import { letOthersRun } from '../../platform/event-loop.js';
import type { FeedRecord } from '../../model/feed.js';
import type { ContentWaits, MetWord } from '../../store/store.js';
import type { Poll } from './poll.js';
import type { Reading } from './reading.js';
import type { Services } from '../services/services.js';
import { isAboutLostPhotos } from './watch-content.js';

const surveyEveryMs = 3_600_000;
/** Interval of surveys while unmapped values or missing answers are open: the user who resolves them expects to see that soon. */
const waitingSurveyEveryMs = 10 * 60_000;
/** A poll logs at most this many new words one by one. */
const loggedMax = 20;
/**
 * From this many distinct unmapped values on, a further one is neither stored, nor counted, nor logged as new: a feed with more writes free
 * text into a looked-up field.
 */
const metMax = 5_000;
/** Unmapped values that are kept with their counts. */
const waitingWordsMax = 200;

/**
 * Runs after a committed poll. Logs each unmapped value that is new since the feed went live, once, and surveys the feed for likely
 * mistakes, usually once an hour at most.
 * @returns the number of new unmapped values; 0 before the feed is live
 */
export async function noteContent(
  poll: Poll,
  snapshotId: SnapshotId | null,
  reading: Reading | undefined,
): Promise<number> {
  const { feed, row, context, services, watch } = poll;
  const newWords = await noteWords(poll);
  const former = await services.store.quality.survey(feed.id);
  const unreadable = unreadableNow(former?.waits?.unreadable, reading, services.clock.now());
  const isDue =
    former === null ||
    (unreadable === undefined) !== (former.waits?.unreadable === undefined) ||
    isDueAgain(
      former.at,
      isWaiting(former.waits) ? waitingSurveyEveryMs : surveyEveryMs,
      services.clock.now(),
    ) ||
    row.context !== context ||
    // A new unmapped value needs a decision by a user, so the feed is surveyed at once: the next regular survey may be an hour away.
    hasNewWord(watch, former.waits) ||
    watch.changesToken ||
    // Listings without their photos lose visitors, so the feed is surveyed at once to report them, unless the last survey did.
    (watch.losesPhotos && !former.findings.some(isAboutLostPhotos)) ||
    // Photo addresses that change at each export cost budget, so the feed is surveyed at once to report them, unless the last survey did.
    (watch.compared.some(({ tokens }) => tokens.length > 0) && !former.findings.some(isAboutTokens));
  const { id, photoTokens } = feed;
  if (isDue) await surveyFeed({ id, snapshotId, unreadable, photoTokens }, services, watch.compared);
  return newWords;
}

/**
 * Set if no record of the file can be read. A record that was read before is not read again: it counts as unreadable if the whole file was
 * unreadable before.
 */
function unreadableNow(former: Unreadable, reading: Reading | undefined, now: number): Unreadable {
  if (reading === undefined) return former;
  const { records, unreadable, fault } = reading.fresh;
  if (unreadable < records) return undefined;
  const known = reading.end.recordCount - records;
  if (former !== undefined) return { ...former, count: reading.end.recordCount };
  return fault === null || known > 0 ? undefined : { since: now, count: records, reason: fault };
}

type Unreadable = ContentWaits['unreadable'];

function isWaiting(waits: ContentWaits | undefined): boolean {
  return waits !== undefined && waits.answers + waits.words.length > 0;
}

function hasNewWord({ words }: Poll['watch'], waits: ContentWaits | undefined): boolean {
  const known = new Set(waits?.words.map(({ pointer, word }) => unknownWordKey(pointer, word)));
  return known.size < waitingWordsMax && [...words.keys()].some((key) => !known.has(key));
}

/** Surveys feeds whose committed file is newer than their survey, or that were never surveyed. */
export async function surveyStaleFeeds(services: Services): Promise<void> {
  const { store } = services;
  for (const { id, committedSnapshotId: snapshotId } of await store.feeds.all()) {
    if (snapshotId === null) continue;
    const former = await store.quality.survey(id);
    const unreadable = former?.waits?.unreadable;
    if (former?.snapshotId !== snapshotId)
      await surveyFeed({ id, snapshotId, unreadable, photoTokens: [] }, services, []);
  }
}

async function surveyFeed(
  {
    id,
    snapshotId,
    unreadable,
    photoTokens,
  }: Pick<FeedRecord, 'id'> & {
    snapshotId: SnapshotId | null;
    unreadable: Unreadable;
    photoTokens: readonly string[];
  },
  { store, clock }: Services,
  compared: Poll['watch']['compared'],
): Promise<void> {
  const survey = new Survey();
  const waits = { words: new Map<string, ContentWaits['words'][number]>(), answers: 0, partner: 0 };
  for await (const block of store.quality.issues(id)) {
    for (const { sourceId, issues } of block) {
      survey.addRecord(sourceId, issues.filter(isDoubt));
      countWaits(waits, issues);
    }
    await letOthersRun();
  }
  const dates = await store.quality.dates(id);
  if (dates !== null) survey.addDates(dates.least, dates.most, dates.count);
  for (const { sourceId, tokens } of compared) survey.addCompared(sourceId, tokens);
  const token = await photoToken(id, { meta: store.meta });
  if (token !== null) survey.addToken(token);
  const findings = survey.findings();
  const former = await store.quality.survey(id);
  // Too little changed in this poll to judge photo addresses: the former findings stay.
  const kept =
    survey.judgesPhotos || token !== null
      ? []
      : (former?.findings ?? []).filter((one) => isAboutTokens(one) && !isSettled(one, photoTokens));
  const words = [...waits.words.values()].sort((a, b) => b.count - a.count).slice(0, waitingWordsMax);
  await store.quality.saveSurvey(id, {
    at: clock.now(),
    snapshotId,
    findings: [...findings, ...kept],
    waits: {
      ...{ words, answers: waits.answers },
      ...(waits.answers > 0 && { answersSince: former?.waits?.answersSince ?? clock.now() }),
      ...(waits.partner > 0 && {
        partner: { count: waits.partner, since: former?.waits?.partner?.since ?? clock.now() },
      }),
      ...(unreadable !== undefined && { unreadable }),
    },
  });
}

/** Counts what only the agency or an operator can answer. Pages sum it over many feeds. */
function countWaits(
  waits: { words: Map<string, ContentWaits['words'][number]>; answers: number; partner: number },
  issues: readonly Issue[],
): void {
  if (issues.some(isUnanswered)) waits.answers++;
  if (issues.some(({ severity, code }) => severity === 'error' && code === askedPartnerCode)) waits.partner++;
  for (const { code, pointer, value } of issues) {
    if (value === undefined || !isAboutWord({ code, value })) continue;
    const key = unknownWordKey(pointer, value);
    const known = waits.words.get(key) ?? { pointer, word: value, count: 0 };
    known.count++;
    if (waits.words.size < metMax) waits.words.set(key, known);
  }
}

/** A listing goes without an attribute whose unit is asked: it waits for nothing. */
function isUnanswered({ severity, code }: Issue): boolean {
  return severity === 'error' && code === 'answer_missing';
}

function isAboutTokens({ code }: Finding): boolean {
  return code === 'photo_urls_change';
}

/** Whether the query keys that the finding names do not count any more. */
function isSettled({ samples }: Finding, photoTokens: readonly string[]): boolean {
  const keys = samples.flatMap(({ value }) => value?.split(', ') ?? []);
  return keys.length > 0 && keys.every((key) => photoTokens.includes(key));
}

/** While a feed is not live, unmapped values are part of setting it up. After that, each new one is news. */
async function noteWords({ feed, row, services, watch }: Poll): Promise<number> {
  if (watch.words.size === 0) return 0;
  const { store, clock, log } = services;
  const met = await store.quality.metWords(feed.id);
  if (met.length >= metMax) return 0;
  const known = new Set(met.map(({ pointer, word }) => unknownWordKey(pointer, word)));
  const isLive = row.firstPushAt !== null;
  const fresh: MetWord[] = [...watch.words]
    .filter(([key]) => !known.has(key))
    .map(([, word]) => ({ ...word, toldAt: isLive ? clock.now() : null }));
  if (fresh.length === 0) return 0;
  await store.quality.saveMetWords(feed.id, [...met, ...fresh]);
  if (!isLive) return 0;
  for (const { pointer, word } of fresh.slice(0, loggedMax))
    log.warn('new unmapped value: `feedsync unmapped` shows it', { field: pointer, word });
  return fresh.length;
}
