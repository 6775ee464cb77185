import { photoIdentity } from './digest.js';

/** Identities of a payload's photos: their URLs without the query keys that change with each export. */
export function photoKeys(payload: Readonly<Record<string, unknown>>, tokens: readonly string[]): string[] {
  return photosOf(payload).map(({ url }) => photoIdentity(url, tokens));
}

/**
 * The payload with the known SHA-256 of each photo (spec: photos, `digest`), so that a picture that was replaced under the same URL
 * changes the payload.
 * @returns the payload itself where nothing is added
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

/** The payload without photo digests, as the mapping produces it. */
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

export function photosOf({ photos }: Readonly<Record<string, unknown>>): Photo[] {
  return Array.isArray(photos) ? (photos as Photo[]) : [];
}
