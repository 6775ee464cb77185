import type { ReferenceUse } from '../../model/outcome.js';
import type { RecordStore } from '../contract/records.js';
import { blocksOf, type Reader, type Writer } from '../database/database.js';
import { insertMany } from '../database/insert-many.js';
import { readUsedWord, usedWord } from './staged-record.js';
import { type UsedWord } from '../../model/staged-record.js';

/** A word that was missed resolves to nothing. */
const missed = '';

/**
 * Which records asked which words of the portal's directories. Records repeat a few hundred words in every combination: each word is
 * a row, new ones get theirs here, and a record lists the numbers of its own.
 * @param records what each of them asked @returns the numbers of each
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

/** Source ids of records that used one of these words, or missed any. */
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

/** Feeds with a missed answer among their words, whether a record has it still or not. */
export async function feedsUnanswered(reader: Reader): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('feed')
    .select('id')
    // Feed by feed along the index of their words: an answer is asked for by its name, without a word of the feed.
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

/** Records named with an unmapped word, for a person to look at. */
const samplesMax = 3;

/** Words without a mapping, most frequent first, each with the first records that have it. */
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

/** Words of the portal's lists that records of a feed have and that mean something, with how many have them. */
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
  const numbers = new Map<UsedWord, number>();
  const words = new Set([...wanted].map((used) => readUsedWord(used).word));
  for (const block of blocksOf([...words])) {
    const rows = await reader
      .selectFrom('usedWord')
      .selectAll()
      .where('feedId', '=', feedId)
      .where('word', 'in', block)
      .execute();
    for (const row of rows) {
      const used = usedWord({ ...row, resolved: row.resolved === missed ? null : row.resolved });
      if (wanted.has(used)) numbers.set(used, row.id);
    }
  }
  return numbers;
}
