import type { SourceId } from '../../model/ids.js';
import { unknownWordKey } from '../../model/fold.js';
import { changedTokens } from '../../mapping/check/photo-tokens.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { RecordDecision, StagedWithStored } from '../../store/store.js';

/** A poll compares the photo addresses of at most this many changed listings. So many show whether the addresses change at each export. */
const comparedMax = 50;
/** Only this many of the words of a poll are kept, the first ones. More new words at once mean another kind of file. */
const wordsMax = 1_000;
const wordLengthMax = 80;

/** Observations about the records that a poll committed. Nothing that is sent depends on them. */
export interface ContentWatch {
  /** Unmapped values: pointer and folded word → the feed's spelling. */
  readonly words: Map<string, { pointer: string; word: string }>;
  /** Of changed listings: query keys of photo URLs whose values alone changed. */
  readonly compared: { sourceId: SourceId; tokens: string[] }[];
  /** Whether a listing lost all its photos. */
  losesPhotos: boolean;
  /** Whether another query key of photo addresses counts no more, or one counts again. */
  changesToken: boolean;
}

export function newWatch(): ContentWatch {
  return { words: new Map(), compared: [], losesPhotos: false, changesToken: false };
}

export function watchBlock(
  watch: ContentWatch,
  block: readonly StagedWithStored[],
  decisions: readonly RecordDecision[],
  formerPayloads: ReadonlyMap<string, Record<string, unknown>>,
): void {
  for (const [index, decision] of decisions.entries()) {
    noteWords(watch, decision);
    watch.losesPhotos ||= decision.issues.some(isAboutLostPhotos);
    const staged = block[index]?.staged;
    if (staged !== undefined) comparePhotos(watch, staged, decision, formerPayloads);
  }
}

export function isAboutLostPhotos({ code }: { code: string }): boolean {
  return code === 'photos_lost';
}

function noteWords({ words }: ContentWatch, { issues }: RecordDecision): void {
  for (const { code, pointer, value } of issues) {
    if (code !== 'unmapped_word' || value === undefined || words.size >= wordsMax) continue;
    const word = value.slice(0, wordLengthMax);
    const key = unknownWordKey(pointer, word);
    if (!words.has(key)) words.set(key, { pointer, word });
  }
}

/** Compares the photos of listings that are sent again: only these cost budget. */
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
