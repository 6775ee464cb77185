import type { Issue } from '../../model/outcome.js';
import { photosOf } from './photo-digests.js';

type Payload = Readonly<Record<string, unknown>>;

/**
 * The payload with those photos whose host answers over https. Photos that the listing has stay, and where all would go, the listing keeps
 * what it has (RULES R162).
 * @param upgraded addresses that the feed writes with http or without a scheme
 * @param former the stored payload; null for a new listing
 */
export function withAnsweredPhotos<Wanted extends Payload>(
  payload: Wanted,
  upgraded: readonly string[],
  answers: (host: string) => boolean,
  former: Payload | null,
): { payload: Wanted; leftOut: string[] } {
  const photos = photosOf(payload);
  const before = photosOf(former ?? {});
  const live = new Set(before.map(({ url }) => url));
  const unanswered = new Set(upgraded.filter((url) => !live.has(url) && !answers(new URL(url).host)));
  const left = photos.filter(({ url }) => unanswered.has(url)).map(({ url }) => url);
  if (left.length === 0) return { payload, leftOut: [] };
  const kept = photos.filter(({ url }) => !unanswered.has(url));
  const now = kept.length === 0 ? before.map(({ digest, ...photo }) => photo) : kept;
  const { photos: _, ...rest } = payload;
  return { payload: { ...rest, ...(now.length > 0 && { photos: now }) } as unknown as Wanted, leftOut: left };
}

/** @param leftOut at least one address */
export function leftOutIssue(leftOut: readonly string[]): Issue {
  const photos = leftOut.length === 1 ? 'One photo is' : `${leftOut.length} photos are`;
  const hosts = [...new Set(leftOut.map((url) => new URL(url).host))];
  const others = hosts.length > 3 ? ` and ${hosts.length - 3} more` : '';
  return {
    severity: 'warning',
    code: 'photo_dropped',
    pointer: '/photos',
    message: `${photos} left out: the feed gives http addresses, the portal takes https alone, and ${hosts.slice(0, 3).join(', ')}${others} has not answered over https.`,
    value: (leftOut[0] ?? '').replace(/^https:/, 'http:').slice(0, 120),
  };
}
