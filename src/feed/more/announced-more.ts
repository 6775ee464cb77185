import { openSigns, saying, type ReadSoFar, type Sign } from './signs-of-more.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { SnapshotEnd } from '../snapshot-reader.js';

/** The files that came from one URL of a feed, and what is announced beyond them. */
export interface Arrival {
  /** Number of its files. */
  files: number;
  /** Number of pages that were fetched; null: the files did not come as pages. */
  pages: number | null;
  /** What replies, and for pages their contents, announce beyond the files. */
  signs: readonly Sign[];
  /** The file of the last snapshot, which is proven whole. */
  isCopy: boolean;
}

/** What the reading of one file found. */
export type ReadFile = Pick<SnapshotEnd, 'recordCount' | 'signs'>;

/**
 * Why the files of a fetch are not the whole feed: they, or the replies that brought them, announce more than was read. A part that is
 * taken for the whole would make every other listing look absent.
 * @param read of each file, in the order of the arrivals
 * @param totals whether the totals count these records. A delta file may state the size of the whole stock
 * @param ignored places that the feed's configuration declares to mean something else
 * @returns a clause; null where nothing more is announced
 */
export function announcedMore(
  arrivals: readonly Arrival[],
  read: readonly ReadFile[],
  rules: Pick<ReadSoFar, 'totals' | 'ignored'>,
): string | null {
  let at = 0;
  for (const arrival of arrivals) {
    const files = read.slice(at, at + arrival.files);
    at += arrival.files;
    if (arrival.isCopy) continue;
    const [sign] = openOf(arrival, files, rules);
    if (sign !== undefined) return clauseOf(sign, files);
  }
  return null;
}

/** Whether the replies with a file that is known announce more than it holds. The file itself was proven whole when it was read. */
export function repliesAnnounceMore(
  arrivals: readonly Arrival[],
  ignored: readonly string[],
  { recordCount, kind }: Pick<Snapshot, 'recordCount' | 'kind'>,
): boolean {
  // How the records are spread over the files is not kept: each address may hold them all.
  const read = arrivals.flatMap(({ files }) =>
    Array.from({ length: files }, (_, index): ReadFile => ({
      recordCount: index === 0 ? recordCount : 0,
      signs: [],
    })),
  );
  return announcedMore(arrivals, read, { totals: kind === 'full', ignored }) !== null;
}

function openOf(
  { pages, signs }: Arrival,
  files: readonly ReadFile[],
  rules: Pick<ReadSoFar, 'totals' | 'ignored'>,
): Sign[] {
  const records = files.reduce((sum, { recordCount }) => sum + recordCount, 0);
  // The links between pages were followed.
  if (pages !== null) return openSigns(signs, { records, pages, ...rules });
  const stated = files.flatMap((file) => file.signs.filter(({ kind }) => kind === 'total'));
  const statesOneTotal =
    new Set(stated.map(({ value }) => value)).size === 1 && stated.length === files.length;
  const own = files.flatMap((file) =>
    // Several files of a ZIP may each state the total of them all.
    openSigns(file.signs, { records: statesOneTotal ? records : file.recordCount, pages: 1, ...rules }),
  );
  return [...openSigns(signs, { records, pages: 1, ...rules }), ...own];
}

function clauseOf(sign: Sign, files: readonly ReadFile[]): string {
  const records = files.reduce((sum, { recordCount }) => sum + recordCount, 0);
  const place = sign.at.replace(/\[rel=next\]$/, '');
  return `it is a part only: ${saying(sign)}, and ${records} records were read. ${remedy(sign)} If ${sign.at} means something else, write ignore_more: ['${place}'] for this feed`;
}

function remedy({ kind }: Sign): string {
  if (kind === 'link')
    return 'That address cannot be followed from here: ask for one on the host of the feed, or for all records at once.';
  return "If further pages can be asked for by a number in the address, write pages: with that parameter in the mapping's format; else ask for all records at once.";
}
