import type { ReferenceUse } from '../../model/outcome.js';
import type { RecordStore } from '../contract/records.js';
import { blocksOf, type Reader, type Writer } from '../database/database.js';
import { insertMany } from '../database/insert-many.js';
import { inBlocks } from '../database/queries.js';
import { readUsedWord, usedWord } from './staged-record.js';
import { type UsedWord } from '../../model/staged-record.js';

/** `resolved` of a word that the portal's directories lack. */
const missed = '';

/**
 * Ids in `usedWord` of the words that records looked up in the portal's directories; unknown words are added. Records repeat a few hundred
 * words in every combination, so each word is one row and a record lists ids.
 * @param records the words of each record
 * @returns the ids of each record, in the same order
 */
export async function numberWords(
  writer: Writer,
  feedId: number,
  records: readonly (readonly UsedWord[])[],
): Promise<number[][]> {
  const wanted = new Set(records.flat());
  const numbers = await numbersOf(writer, feedId, wanted);
  const fresh = [...wanted].filter((used) => !numbers.has(used));
  if (fresh.length > 0) {
    const rows = fresh.map((used) => {
      const { kind, name, word, resolved } = readUsedWord(used);
      return { feedId, kind, name, word, resolved: resolved ?? missed };
    });
    await insertMany(writer, rows, {
      name: 'used word',
      of: (some) => writer.insertInto('usedWord').values(some),
    });
    for (const [used, number] of await numbersOf(writer, feedId, wanted)) numbers.set(used, number);
  }
  return records.map((uses) => [...new Set(uses.map((used) => numbers.get(used) ?? -1))]);
}

/** See RecordStore.using. */
export async function recordsUsing(
  reader: Reader,
  feedId: number,
  kind: ReferenceUse['kind'],
  words: readonly string[] | 'missed' | 'any',
): Promise<string[]> {
  const ofKind = reader
    .selectFrom('usedWord')
    .select('id')
    .where('feedId', '=', feedId)
    .where('kind', '=', kind);
  const queries =
    words === 'any'
      ? [ofKind]
      : words === 'missed'
        ? [ofKind.where('resolved', '=', missed)]
        : [...blocksOf(words)].map((block) => ofKind.where('word', 'in', block));
  const wanted = new Set<number>();
  for (const query of queries) for (const { id } of await query.execute()) wanted.add(id);
  if (wanted.size === 0) return [];
  const sourceIds: string[] = [];
  for await (const { sourceId, uses } of recordsWithWords(reader, feedId))
    if (uses.some((number) => wanted.has(number))) sourceIds.push(sourceId);
  return sourceIds;
}

/** See RecordStore.wordsUnder. */
export async function wordsUnder(
  reader: Reader,
  feedId: number,
  kind: ReferenceUse['kind'],
  name: string,
): Promise<Map<string, string[]>> {
  const rows = await reader
    .selectFrom('usedWord')
    .select(['id', 'word'])
    .where('feedId', '=', feedId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
  const words = new Map(rows.map(({ id, word }) => [id, word]));
  const found = new Map<string, string[]>();
  if (words.size === 0) return found;
  for await (const { sourceId, uses } of recordsWithWords(reader, feedId)) {
    const own = uses.flatMap((number) => words.get(number) ?? []);
    if (own.length > 0) found.set(sourceId, own);
  }
  return found;
}

/** Ids of feeds with a missing answer among their words, even if no record needs it any more. */
export async function feedsUnanswered(reader: Reader): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('feed')
    .select('id')
    // One index look-up per feed: the use of an answer has a name but an empty word.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('usedWord')
          .select('usedWord.id')
          .whereRef('usedWord.feedId', '=', 'feed.id')
          .where('word', '=', '')
          .where('kind', '=', 'answer')
          .where('resolved', '=', missed),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

type UnmappedWord = Awaited<ReturnType<RecordStore['unmapped']>>[number];

/** Maximum number of sample records of an unmapped word. */
const samplesMax = 3;

/** See RecordStore.unmapped. The samples are the records with the lowest ordinals. */
export async function unmappedWords(reader: Reader, feedId: number | null): Promise<UnmappedWord[]> {
  let query = reader
    .selectFrom('usedWord')
    .selectAll()
    .where('kind', '=', 'vocabulary')
    .where('resolved', '=', missed)
    .orderBy('feedId')
    .orderBy('name')
    .orderBy('word');
  if (feedId !== null) query = query.where('feedId', '=', feedId);
  const words = new Map<number, UnmappedWord>();
  for (const { id, feedId: of, name, word } of await query.execute())
    words.set(id, { feedId: of, name, word, count: 0, samples: [] });
  for (const feed of new Set([...words.values()].map((word) => word.feedId)))
    for await (const { sourceId, uses } of recordsWithWords(reader, feed)) {
      for (const number of uses) {
        const word = words.get(number);
        if (word === undefined) continue;
        word.count += 1;
        if (word.samples.length < samplesMax) word.samples.push(sourceId);
      }
    }
  return [...words.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

/** See FigureStore.knownWords. `count` is the number of records with the word. */
export async function knownWords(
  reader: Reader,
  feedId: number,
): Promise<{ name: string; word: string; resolved: string; count: number }[]> {
  const rows = await reader
    .selectFrom('usedWord')
    .selectAll()
    .where('feedId', '=', feedId)
    .where('kind', '=', 'vocabulary')
    .where('resolved', '!=', missed)
    .orderBy('id')
    .execute();
  const words = new Map(rows.map(({ id, name, word, resolved }) => [id, { name, word, resolved, count: 0 }]));
  if (words.size === 0) return [];
  for await (const { uses } of recordsWithWords(reader, feedId))
    for (const number of uses) {
      const word = words.get(number);
      if (word !== undefined) word.count++;
    }
  return [...words.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

const pageSize = 5_000;

/** Records of the feed that used or missed any word, by ordinal. */
async function* recordsWithWords(
  reader: Reader,
  feedId: number,
): AsyncGenerator<{ sourceId: string; uses: number[] }> {
  for (let after = -1; ;) {
    const page = await reader
      .selectFrom('record')
      .select(['ordinal', 'sourceId', 'uses'])
      .where('feedId', '=', feedId)
      .where('ordinal', '>', after)
      .orderBy('ordinal')
      .limit(pageSize)
      .execute();
    for (const { sourceId, uses } of page)
      if (uses !== '[]') yield { sourceId, uses: JSON.parse(uses) as number[] };
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.ordinal;
  }
}

async function numbersOf(
  reader: Reader,
  feedId: number,
  wanted: ReadonlySet<UsedWord>,
): Promise<Map<UsedWord, number>> {
  const words = new Set([...wanted].map((used) => readUsedWord(used).word));
  const rows = await inBlocks([...words], (block) =>
    reader.selectFrom('usedWord').selectAll().where('feedId', '=', feedId).where('word', 'in', block),
  );
  return new Map(rows.map((row) => [usedWord(row), row.id]));
}
