import type { Spool } from '../platform/files/spool.js';
import { headerValue } from './declared-count.js';
import type { Sign } from './more/signs-of-more.js';
import { openSnapshot } from './read-snapshot.js';
import type { SnapshotOptions } from './snapshot-reader.js';

/** One page of a paged feed, its records not parsed. */
export interface PageContent {
  /** Why the page is not whole, a sentence; null for a whole page, even without records. */
  problem: string | null;
  recordCount: number;
  /** Equal for pages with the same records. */
  recordsHash: string;
  /** The text at `linkPath` outside of the records; null if there is none. */
  link: string | null;
  /** What the values around the records announce beyond them. */
  signs: readonly Sign[];
}

/**
 * Reads a page without parsing its records.
 * @param path of the page in the spool
 * @param linkPath of the link to the next page, such as `header/next`; null for feeds without such links
 */
export async function readPage(
  spool: Spool,
  path: string,
  options: Pick<SnapshotOptions, 'format' | 'encoding'>,
  linkPath: string | null,
): Promise<PageContent> {
  const whole = { ...options, lengthAnnounced: true, mayBeEmpty: true };
  const reader = await openSnapshot(spool, path, whole, () => new Uint8Array());
  try {
    const blocks = reader.blocks()[Symbol.asyncIterator]();
    while ((await blocks.next()).done !== true);
    const { completeness, reason, recordCount, recordsHash, header, signs } = reader.end();
    const link = linkPath === null ? null : (headerValue(header ?? {}, linkPath) ?? signAt(signs, linkPath));
    return {
      problem: completeness === 'incomplete' ? (reason ?? 'It is not whole.') : null,
      recordCount,
      recordsHash,
      link: link === '' ? null : link,
      signs,
    };
  } finally {
    await reader.close();
  }
}

/** In XML, the link may also stand behind the records. */
function signAt(signs: readonly Sign[], path: string): string | null {
  return signs.find(({ at, kind }) => kind === 'link' && at === path.replace(/^\/?/, '/'))?.value ?? null;
}
