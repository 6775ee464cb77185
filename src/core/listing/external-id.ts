import type { SourceId } from '../../model/ids.js';
import type { Offer } from '../../model/outcome.js';
import { createHash } from 'node:crypto';

const portalPattern = /^[A-Za-z0-9._:-]{1,64}$/;
const lengthMax = 64;
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Suffix of the rental's id, for a record that offers both sale and rent. */
export const rentSuffix = suffixOf('rent');

function suffixOf(offer: Offer): string {
  return `__${offer}`;
}

/**
 * The id under which the store keeps the second record of a pair: two records of a feed with one id, one for sale and one for rent (RULES R40).
 * No source id has two spaces in a row.
 */
export function pairId(sourceId: SourceId, offer: Offer): string {
  return `${sourceId}  (${offer})`;
}

/** The source id of a stored record as the feed writes it, and its offer if it is the second record of a pair. */
export function readPairId(id: SourceId): { sourceId: SourceId; offer: Offer | null } {
  for (const offer of ['sale', 'rent'] as const)
    if (id.endsWith(`  (${offer})`)) return { sourceId: id.slice(0, -pairId('', offer).length), offer };
  return { sourceId: id, offer: null };
}

/**
 * The portal's `external_id` of a source id. No two source ids get the same one: an id that is used unchanged never holds `__`, and
 * every encoded id does (RULES R40).
 * @param id a source id, or the `pairId` of one
 * @param prefix of the feed, itself within the portal's pattern and without `__`; may be empty
 */
export function externalId(id: SourceId, prefix = '', suffix = ''): string {
  const { sourceId, offer } = readPairId(id);
  return idOf(sourceId, prefix, offer === null ? suffix : suffixOf(offer));
}

function idOf(sourceId: SourceId, prefix: string, suffix: string): string {
  const readable = isPlain(prefix + sourceId) ? sourceId : encode(sourceId);
  const id = prefix + readable + suffix;
  if (id.length <= lengthMax) return id;
  return `${(prefix + readable).slice(0, 34)}__h${shortHash(sourceId)}${suffix}`;
}

function isPlain(id: string): boolean {
  return portalPattern.test(id) && id !== '.' && id !== '..' && !id.includes('__') && !id.endsWith('_');
}

function encode(sourceId: SourceId): string {
  return [...Buffer.from(sourceId, 'utf8')]
    .map((byte) =>
      /[A-Za-z0-9:-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `__${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
}

function shortHash(id: string): string {
  const digest = createHash('sha256').update(id).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, 13)) bits = (bits << 8n) | BigInt(byte);
  bits >>= 4n;
  let text = '';
  for (let i = 0; i < 20; i++) {
    text = (base32[Number(bits & 31n)] ?? '') + text;
    bits >>= 5n;
  }
  return text;
}
