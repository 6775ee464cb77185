import type { FileKind } from '../../model/feed-format.js';
import type { RecordObject } from '../../model/record.js';
import { notUsable, whatFollows } from '../../feed/consequence.js';
import { announcedMore, type Arrival, type ReadFile } from '../../feed/more/announced-more.js';
import type { Feed } from '../services/services.js';

/** A file's kind, and its place among the files of its feed. */
export interface FileFacts {
  kind: FileKind;
  /**
   * Increases from file to file; null if the mapping does not say where it is. Null also if the file of a full feed, or of a feed with two
   * addresses, lacks it.
   */
  sequence: number | null;
}

/** The header before the records, one per file. */
export interface FileHeaders {
  headers: readonly RecordObject[];
}

/** The facts that a feed's files state about themselves, or a message why the files cannot be used. All files must agree. */
export function factsOf(
  feed: Feed,
  { headers }: FileHeaders,
): { ok: true; facts: FileFacts } | { ok: false; reason: string } {
  const { kind: statement, sequence } = feed.mapping.file;
  const kinds = statement === null || feed.kind === 'delta' ? [] : headers.map((header) => statement(header));
  if (feed.part === 'delta') {
    if (kinds.some((kind) => kind.ok && kind.value === 'full')) return { ok: false, reason: notChanges };
    return { ok: true, facts: { kind: 'delta', sequence: greatest(statedPlaces(headers, sequence)) } };
  }
  if (feed.kind === 'full' || feed.part === 'full') {
    if (kinds.some((kind) => kind.ok && kind.value === 'delta')) return { ok: false, reason: changesOnly };
    return { ok: true, facts: { kind: 'full', sequence: greatest(statedPlaces(headers, sequence)) } };
  }
  const facts: FileFacts = { kind: 'delta', sequence: null };
  for (const [index, kind] of kinds.entries()) {
    if (!kind.ok) return unusable(`it does not say ${kind.problem}`, 'kind', feed);
    if (index > 0 && kind.value !== facts.kind)
      return unusable('some of its files are full, others are deltas', 'kind', feed);
    facts.kind = kind.value;
  }
  for (const place of sequence === null ? [] : headers.map((header) => sequence(header))) {
    if (!place.ok) return unusable(`it does not say ${place.problem}`, 'sequence', feed);
    facts.sequence = Math.max(place.value, facts.sequence ?? place.value);
  }
  return { ok: true, facts };
}

/** The sequences that the files state. A full feed, and one of two addresses, can be read without. */
function statedPlaces(
  headers: FileHeaders['headers'],
  sequence: Feed['mapping']['file']['sequence'],
): number[] {
  if (sequence === null) return [];
  return headers.flatMap((header) => {
    const place = sequence(header);
    return place.ok ? place.value : [];
  });
}

function greatest(places: readonly number[]): number | null {
  return places.length === 0 ? null : Math.max(...places);
}

const notChanges = `The feed is not usable: the file at changes_url says that it holds everything. Write the address of the full file as url, and that of the changes as changes_url. ${whatFollows}`;

/** Why the files are a part of the feed only, a whole sentence; null if nothing more is announced (RULES R20). */
export function whatIsMissing(
  { ignoreMore: ignored }: Pick<Feed, 'ignoreMore'>,
  arrivals: readonly Arrival[],
  { files }: { files: readonly ReadFile[] },
  { kind }: Pick<FileFacts, 'kind'>,
): string | null {
  const missing = announcedMore(arrivals, files, { totals: kind === 'full', ignored });
  return missing === null ? null : notUsable(missing);
}

const changesOnly = `The feed is not usable: the file says that it holds only changes, and the feed is configured as kind: full, so everything else would look absent. Write kind: auto for this feed. ${whatFollows}`;

function unusable(problem: string, key: string, { mapping }: Feed): { ok: false; reason: string } {
  return {
    ok: false,
    reason: `The feed is not usable: ${problem} (${key}: in the mapping ${mapping.name} says where to look). ${whatFollows}`,
  };
}
