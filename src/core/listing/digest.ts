import { isObject } from '../../model/own-value.js';
import { hash } from 'node:crypto';

/**
 * SHA-256 (hex) of the RFC 8785 form of a listing payload without `digest` and `source.updated_at` (RULES R53).
 * @param photoTokens query keys that are stripped from photo URLs: some exports write a new token there each night
 */
export function listingDigest(
  payload: Readonly<Record<string, unknown>>,
  photoTokens: readonly string[] = [],
): string {
  const { digest, source, photos, ...content }: Record<string, unknown> = payload;
  if (isObject(source)) {
    const { updated_at, ...other } = source;
    content.source = other;
  }
  if (photos !== undefined)
    content.photos =
      Array.isArray(photos) && photoTokens.length > 0
        ? photos.map((photo) => withoutTokens(photo, photoTokens))
        : photos;
  return hash('sha256', canonicalJson(content));
}

/** RFC 8785: keys sorted by UTF-16 units, no white space. @throws TypeError for a value that JSON cannot hold, such as a lone surrogate */
export function canonicalJson(value: unknown): string {
  const text = canonical(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

/** Text that JSON needs no escapes for. */
const plain = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate is no text');
  return JSON.stringify(text);
}

function canonical(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no JSON number`);
  if (Array.isArray(value)) return `[${value.map((entry) => canonical(entry) ?? 'null').join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member = canonical(value[key]);
    if (member !== undefined) members += `${members === '' ? '' : ','}${quoted(key)}:${member}`;
  }
  return `{${members}}`;
}

function withoutTokens(photo: unknown, tokens: readonly string[]): unknown {
  if (!isObject(photo) || typeof photo.url !== 'string') return photo;
  return { ...photo, url: photoIdentity(photo.url, tokens) };
}

/** The identity of a photo: its URL without the query keys that change with each export. */
export function photoIdentity(address: string, tokens: readonly string[]): string {
  if (tokens.length === 0) return address;
  const url = new URL(address);
  for (const token of tokens) url.searchParams.delete(token);
  return url.href;
}
