import type { Ad } from '../ads.js';
import { categories, heatings } from '../drive/answers.js';
import { dinarsPerEuro, trueValue, type Field, type Value } from '../fields.js';
import type { Facts } from '../layout.js';
import type { Tongue } from '../tongues/tongue.js';
import type { Seen } from './payload.js';

/** How the listing on the portal differs from its ad. */
export interface Difference {
  field: Field;
  kind: 'wrong' | 'missing';
  /** For people. */
  words: string;
}

/** Fields that a rental has no place for on the portal. */
const saleOnly: readonly Field[] = ['rooms', 'floors', 'year'];
/** What feedsync makes where the record has none. */
const madeFields: readonly Field[] = ['updated', 'title', 'text', 'street', 'city'];
/** What the portal gets from elsewhere, or may get in another form. The period shows in the amount. */
const notCompared: readonly Field[] = ['code', 'state', 'quarter', 'period'];

/** Where the listing comes from. */
interface Source {
  tongue: Tongue;
  /** All texts of the record. */
  texts: readonly string[];
  /** Whether the ad holds the truth of fields that the record does not say. */
  isWhole: boolean;
}

/**
 * What is wrong or missing in a live listing. A field that the record does not say is wrong only where the listing has another value than
 * the ad's.
 */
export function differences(
  seen: Seen,
  ad: Ad,
  facts: Facts,
  { tongue, texts, isWhole }: Source,
): Difference[] {
  const found: Difference[] = [];
  const fields = new Set([...Object.keys(facts), ...Object.keys(seen)] as Field[]);
  for (const field of fields) {
    if (notCompared.includes(field) || (ad.offer === 'rent' && saleOnly.includes(field))) continue;
    const said = facts[field]?.value;
    if (said === undefined && (!isWhole || madeFields.includes(field))) continue;
    const truth = said ?? trueValue(field, ad, tongue);
    const value = seen[field];
    if (isDinars(field, seen, ad, texts)) continue;
    const words = `${field}: ${shown(value)}, not ${shown(truth)}`;
    if (value === undefined || isMadeUp(field, value, texts)) found.push({ field, kind: 'missing', words });
    else if (field === 'photos') found.push(...photoDifferences(seen.photos ?? [], truth as string[]));
    else if (truth === null || !isSame(field, value, truth)) found.push({ field, kind: 'wrong', words });
  }
  return found;
}

/** A text that stands nowhere in the record, or the time of this run: feedsync made it where it found none. */
function isMadeUp(field: Field, value: unknown, texts: readonly string[]): boolean {
  if (field === 'updated') return Date.parse(String(value)) > Date.now() - dayMs;
  if (field === 'street')
    return !texts.some(
      (text) => plain(text).split(',')[0] !== '' && /\d/.test(text) && plain(value).includes(plain(text)),
    );
  if (field !== 'title' && field !== 'text') return false;
  return !texts.some((text) => plain(text).includes(plain(value)));
}

/** The price in dinars that the record says beside the one in euros is the ad's as well. */
function isDinars(field: Field, seen: Seen, ad: Ad, texts: readonly string[]): boolean {
  const dinars = ad.euros * dinarsPerEuro;
  const isSaid = texts.some((text) => text.replaceAll(/\D/g, '').includes(String(dinars)));
  return (
    (field === 'amount' || field === 'currency') &&
    isSaid &&
    seen.currency === 'RSD' &&
    seen.amount === dinars
  );
}

function shown(value: unknown): string {
  return (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 90);
}

function photoDifferences(urls: readonly string[], truth: readonly string[]): Difference[] {
  const foreign = urls.find((url) => !truth.includes(url));
  const words = `photos: ${shown(foreign ?? urls)}`;
  if (foreign !== undefined) return [{ field: 'photos', kind: 'wrong', words }];
  if (urls.length > 0 && urls[0] !== truth[0])
    return [{ field: 'photos', kind: 'wrong', words: `photos: ${shown(urls[0])} is the cover` }];
  if (urls.length < truth.length) return [{ field: 'photos', kind: 'missing', words }];
  return [];
}

function isSame(field: Field, value: unknown, truth: Value): boolean {
  switch (field) {
    case 'kind':
      return (
        (categories as Record<string, readonly string[]>)[String(truth)]?.includes(String(value)) ?? false
      );
    case 'heating':
      return heatings[String(truth)]?.includes(String(value)) ?? false;
    case 'amount':
      return near(value, truth, 0.5);
    case 'area':
    case 'plot':
      return near(value, truth, 0.011);
    case 'lat':
    case 'lng':
      return near(value, truth, 0.0002);
    case 'title':
      return alternatives(truth).some((one) => plain(value) === plain(one));
    case 'text':
    case 'street':
      return alternatives(truth).some((one) => plain(value).includes(plain(one)));
    case 'updated':
      return truth instanceof Date && Math.abs(Date.parse(String(value)) - truth.getTime()) <= dayMs;
    default:
      return value === truth;
  }
}

/** Of a text that stands in several languages, each. */
function alternatives(truth: Value): readonly unknown[] {
  return Array.isArray(truth) ? (truth as readonly unknown[]) : [truth];
}

/** Zones and dates without a time of day. */
const dayMs = 26 * 3_600_000;

function near(value: unknown, truth: Value, margin: number): boolean {
  return typeof value === 'number' && typeof truth === 'number' && Math.abs(value - truth) <= margin;
}

function plain(text: unknown): string {
  return String(text).normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}
