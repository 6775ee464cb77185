import { hash } from 'node:crypto';
import type { PhotoSource } from '../../model/outcome.js';
import type { PhotoMarks } from '../../model/staged-record.js';
import { decodeAmpersands } from '../content/photo-addresses.js';
import { photoIdentity } from './digest.js';
import { photosOf } from './photo-digests.js';

type Payload = Readonly<Record<string, unknown>>;

/**
 * The marks of a listing's photos, from which `withKeptCover` tells later whether they changed.
 * @param tokens query keys that do not make a photo another one
 */
export function photoMarks(
  { rule, slots, former }: PhotoSource,
  cover: string,
  tokens: readonly string[],
): PhotoMarks {
  const keys = keysOf(
    slots.map(({ url }) => url),
    tokens,
  );
  const lines = slots.map((slot, index) => `${keys[index] ?? ''} ${slot.mark}`);
  return { cover, source: mark([rule, ...lines]), former: mark(keysOf(former, tokens)) };
}

/**
 * The payload with the cover that the listing has, where its photos did not change since: neither a new rule nor an upgrade changes the cover
 * of a live listing (RULES R159).
 * @param former the listing's wanted payload
 * @param formerSource the `source` of its marks; null if release 0.1.0 mapped it
 * @returns the payload itself where its cover is right
 */
export function withKeptCover<Wanted extends Payload>(
  payload: Wanted,
  marks: PhotoMarks,
  former: Payload,
  formerSource: string | null,
  tokens: readonly string[],
): Wanted {
  const before = keysOfPhotos(former, tokens);
  const isUnchanged = formerSource === null ? mark(before) === marks.former : formerSource === marks.source;
  if (!isUnchanged) return payload;
  const photos = photosOf(payload);
  const cover = photos[keysOfPhotos(payload, tokens).indexOf(before[0] ?? '')];
  if (cover === undefined || cover === photos[0]) return payload;
  return { ...payload, photos: [cover, ...photos.filter((photo) => photo !== cover)] };
}

function keysOfPhotos(payload: Payload, tokens: readonly string[]): string[] {
  return keysOf(
    photosOf(payload).map(({ url }) => url),
    tokens,
  );
}

/** The addresses as they are compared: without their queries where these do not tell the photos apart, as a query may hold a token. */
function keysOf(urls: readonly string[], tokens: readonly string[]): string[] {
  const bare = urls.map((url) => url.split('?', 1)[0] ?? '');
  if (new Set(bare).size === urls.length) return bare;
  // Release 0.1.0 sent `&amp;` in addresses.
  return urls.map((url) => photoIdentity(decodeAmpersands(url), tokens));
}

function mark(lines: readonly string[]): string {
  return hash('sha256', lines.join('\n')).slice(0, 16);
}
