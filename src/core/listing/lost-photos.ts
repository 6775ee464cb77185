import type { Issue } from '../../model/outcome.js';
import type { PhotoMarks } from '../../model/staged-record.js';
import { photosOf } from './photo-digests.js';

const lost = /^lost (\d{1,6})$/;

/**
 * How many photos a listing had before it lost all of them; 0: it has some, or never had any.
 * @param formerSource the stored `source` of its marks, which remembers the number while it has none
 */
export function photosLost(
  payload: Readonly<Record<string, unknown>>,
  former: Readonly<Record<string, unknown>>,
  formerSource: string | null,
): number {
  if (photosOf(payload).length > 0) return 0;
  const count = photosOf(former).length;
  return count > 0 ? count : Number(lost.exec(formerSource ?? '')?.[1] ?? 0);
}

/** The marks of a listing that lost all its photos. */
export function lostMarks(count: number): PhotoMarks {
  return { cover: '', source: `lost ${count}`, former: '' };
}

export function lostPhotosIssue(count: number): Issue {
  const photos = count === 1 ? 'its only photo' : `all its ${count} photos`;
  return {
    severity: 'warning',
    code: 'photos_lost',
    pointer: '/photos',
    message: `The listing lost ${photos}: the feed lists none that can be used any more.`,
  };
}
