import type { Spool } from '../platform/files/spool.js';
import { headerValue } from './declared-count.js';
import { openSnapshot } from './read-snapshot.js';
import type { SnapshotOptions } from './snapshot-reader.js';

/** What a page of a feed says of itself, its records unparsed. */
export interface PageContent {
  /** Why it is not whole, a sentence; null if it is, be it without records. */
  problem: string | null;
  recordCount: number;
  /** Equal for pages with the same records. */
  recordsHash: string;
  /** What stands at `linkPath` outside of the records; null where nothing does. */
  link: string | null;
}

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
    const { completeness, reason, recordCount, recordsHash, header } = reader.end();
    const link = linkPath === null || header === null ? null : headerValue(header, linkPath);
    return {
      problem: completeness === 'incomplete' ? (reason ?? 'It is not whole.') : null,
      recordCount,
      recordsHash,
      link: link === '' ? null : link,
    };
  } finally {
    await reader.close();
  }
}
