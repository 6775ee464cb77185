import type { ExpressionBuilder } from 'kysely';
import type { Millis } from '../../model/millis.js';
import type { Issue } from '../../model/outcome.js';
import type { Database, Reader } from '../database/database.js';
import { unpackPayload } from '../records/staged-record.js';
import type { QualityStore, RecordIssues, StoredSurvey, MetWord } from '../store.js';
import type { Tables } from '../database/tables.js';
import { readMeta, writeMeta } from '../database/meta.js';

const pageSize = 2_000;

/** Surveys and met words are stored in `meta`, one JSON document each. */
export function createQuality({ db, write }: Database): QualityStore {
  const load = async (key: string): Promise<unknown> => {
    const text = await readMeta(db, key);
    return text === null ? null : (JSON.parse(text) as unknown);
  };
  const save = (key: string, document: unknown): Promise<void> =>
    write((writer) => writeMeta(writer, key, JSON.stringify(document)));
  return {
    issues: (feedId) => recordIssues(db, feedId),
    payloads: (feedId) => contents(db, feedId, null),
    leftPayloads: (feedId, since) => contents(db, feedId, since),
    dates: (feedId) => feedDates(db, feedId),
    survey: async (feedId) => (await load(`quality ${feedId}`)) as StoredSurvey | null,
    saveSurvey: (feedId, survey) => save(`quality ${feedId}`, survey),
    metWords: async (feedId) => ((await load(`words.met ${feedId}`)) as MetWord[] | null) ?? [],
    saveMetWords: (feedId, words) => save(`words.met ${feedId}`, words),
  };
}

async function* recordIssues(reader: Reader, feedId: number): AsyncGenerator<RecordIssues[]> {
  for (let after = -1; ;) {
    const page = await reader
      .selectFrom('record')
      .select(['ordinal', 'sourceId', 'issues'])
      .where('feedId', '=', feedId)
      .where('ordinal', '>', after)
      .where('kind', 'not in', ['elsewhere', 'ignore'])
      .where((eb) => eb.not(eb.exists(absentListing(eb))))
      .orderBy('ordinal')
      .limit(pageSize)
      .execute();
    if (page.length > 0) yield page.map(decode);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.ordinal;
  }
}

/**
 * Selects a listing that is no longer present, of the record. A record with such a listing has left the feed and is stored only until the
 * listing is removed.
 */
function absentListing(eb: ExpressionBuilder<Tables, 'record'>) {
  return eb
    .selectFrom('listing')
    .select('listing.externalId')
    .whereRef('listing.feedId', '=', 'record.feedId')
    .whereRef('listing.sourceId', '=', 'record.sourceId')
    .where('listing.presence', 'not in', ['present', 'invalid']);
}

/** Skips parsing for records without issues, which are most. */
function decode({ sourceId, issues }: Pick<Tables['record'], 'sourceId' | 'issues'>): RecordIssues {
  return { sourceId, issues: issues === '[]' ? [] : (JSON.parse(issues) as Issue[]) };
}

/** @param leftSince null: of listings that are not removed */
async function* contents(
  reader: Reader,
  feedId: number,
  leftSince: Millis | null,
): AsyncGenerator<{ sourceId: string; payload: Record<string, unknown> }[]> {
  for (let after = ''; ;) {
    const page = await reader
      .selectFrom('listing')
      .innerJoin('payload', (join) =>
        join
          .onRef('payload.connectionId', '=', 'listing.connectionId')
          .onRef('payload.externalId', '=', 'listing.externalId'),
      )
      .select(['listing.externalId', 'listing.sourceId', 'payload.content'])
      .where('listing.feedId', '=', feedId)
      .where((eb) =>
        leftSince === null ? eb('listing.offSince', 'is', null) : eb('listing.offSince', '>=', leftSince),
      )
      .where('listing.externalId', '>', after)
      .orderBy('listing.externalId')
      .limit(pageSize / 4)
      .execute();
    yield page.map(({ sourceId, content }) => ({
      sourceId: sourceId ?? '',
      payload: unpackPayload(content),
    }));
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize / 4) return;
    after = last.externalId;
  }
}

async function feedDates(
  reader: Reader,
  feedId: number,
): Promise<{ count: number; least: number; most: number } | null> {
  const row = await reader
    .selectFrom('listing')
    .select((eb) => [
      eb.fn.count('feedUpdatedAt').as('count'),
      eb.fn.min('feedUpdatedAt').as('least'),
      eb.fn.max('feedUpdatedAt').as('most'),
    ])
    .where('feedId', '=', feedId)
    .where('offSince', 'is', null)
    .where('presence', 'in', ['present', 'invalid'])
    .executeTakeFirst();
  if (row?.least == null || row.most == null) return null;
  return { count: Number(row.count), least: row.least, most: row.most };
}
