import { fold } from '../../model/fold.js';
import { changedTokens } from '../../mapping/check/photo-tokens.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { RecordDecision, StagedWithStored } from '../../store/store.js';

/** So many changed listings of a poll tell whether photo addresses change at each export. */
const comparedMax = 50;
/** More new words at once mean another kind of file; the first of them are told. */
const wordsMax = 1_000;
const wordLengthMax = 80;

/** What a poll noticed in passing of the records that it committed; nothing that is sent depends on it. */
export interface ContentWatch {
  /** Words without a meaning: pointer and folded word → how the feed spells it. */
  readonly words: Map<string, { pointer: string; word: string }>;
  /** Of changed listings: query keys of their photos that alone became others. */
  readonly compared: { sourceId: string; tokens: string[] }[];
}

export function newWatch(): ContentWatch {
  return { words: new Map(), compared: [] };
}

export function watchBlock(
  watch: ContentWatch,
  block: readonly StagedWithStored[],
  decisions: readonly RecordDecision[],
  formerPayloads: ReadonlyMap<string, Record<string, unknown>>,
): void {
  for (const [index, decision] of decisions.entries()) {
    noteWords(watch, decision);
    const staged = block[index]?.staged;
    if (staged !== undefined) comparePhotos(watch, staged, decision, formerPayloads);
  }
}

/** One word as it is told apart. */
export function wordKey(pointer: string, word: string): string {
  return `${pointer}\n${fold(word)}`;
}

function noteWords({ words }: ContentWatch, { issues }: RecordDecision): void {
  for (const { code, pointer, value } of issues) {
    if (code !== 'unmapped_word' || value === undefined || words.size >= wordsMax) continue;
    const word = value.slice(0, wordLengthMax);
    const key = wordKey(pointer, word);
    if (!words.has(key)) words.set(key, { pointer, word });
  }
}

/** Only listings that are sent again are worth a look: it is their photos that cost. */
function comparePhotos(
  { compared }: ContentWatch,
  { sourceId, listings }: StagedWithStored['staged'],
  decision: RecordDecision,
  formerPayloads: ReadonlyMap<string, Record<string, unknown>>,
): void {
  for (const { externalId, wanted } of listings) {
    if (compared.length >= comparedMax) return;
    const former = formerPayloads.get(externalId);
    const isQueued = decision.listings.some((one) => one.externalId === externalId && one.queue !== null);
    if (former === undefined || wanted === null || !isQueued) continue;
    compared.push({ sourceId, tokens: changedTokens(former, unpackPayload(wanted.packed)) });
  }
}
