import { photoIdentity } from './digest.js';

/** Photos of a payload by what tells them apart: their addresses without the query keys that change at each export. */
export function photoKeys(payload: Readonly<Record<string, unknown>>, tokens: readonly string[]): string[] {
  return photosOf(payload).map(({ url }) => photoIdentity(url, tokens));
}

/**
 * The payload with the SHA-256 of each photo that is known, so that a picture that was replaced under its
 * address makes another payload.
 * @returns the payload itself where nothing is to be added
 */
export function withPhotoDigests<Payload extends Readonly<Record<string, unknown>>>(
  payload: Payload,
  tokens: readonly string[],
  digestOf: (key: string) => string | null,
): Payload {
  const photos = photosOf(payload);
  const digests = photos.map(({ url }) => digestOf(photoIdentity(url, tokens)));
  const isNew = photos.some(({ digest }, index) => digests[index] != null && digests[index] !== digest);
  if (!isNew) return payload;
  return {
    ...payload,
    photos: photos.map((photo, index) => {
      const digest = digests[index] ?? null;
      return digest === null ? photo : { ...photo, digest };
    }),
  };
}

/** The payload as a mapping makes it, which knows nothing of what pictures show. */
export function withoutPhotoDigests<Payload extends Readonly<Record<string, unknown>>>(
  payload: Payload,
): Payload {
  const photos = photosOf(payload);
  if (!photos.some(({ digest }) => digest !== undefined)) return payload;
  return { ...payload, photos: photos.map(({ digest, ...photo }) => photo) };
}

interface Photo {
  url: string;
  digest?: unknown;
}

function photosOf({ photos }: Readonly<Record<string, unknown>>): Photo[] {
  return Array.isArray(photos) ? (photos as Photo[]) : [];
}
