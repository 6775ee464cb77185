import { createHash } from 'node:crypto';
import { fold } from '../../model/fold.js';
import { isObject, ownValue } from '../../model/own-value.js';

type Payload = Readonly<Record<string, unknown>>;

/** What the listings of a file tell about who offers them. */
export class FeedTraits {
  /** Folded. */
  readonly titles = new Set<string>();
  /** Domains of agents' e-mail addresses and of pages; the whole address where the domain is a public mailbox's. */
  readonly contacts = new Set<string>();
  /** Where photos lie: host, and the first folder where that names no listing. */
  readonly photoPlaces = new Set<string>();

  add(title: string | null, payload: Payload): void {
    if (title !== null) this.titles.add(fold(title));
    const email = ownValue(payload.agent, 'email');
    if (typeof email === 'string') this.contacts.add(contactOf(email.toLowerCase()));
    const page = urlOf(ownValue(payload.source, 'url'));
    if (page !== null) this.contacts.add(page.host.replace(/^www\./, ''));
    const photos = Array.isArray(payload.photos) ? (payload.photos as unknown[]) : [];
    for (const photo of photos) {
      const url = urlOf(ownValue(photo, 'url'));
      if (url !== null) this.photoPlaces.add(placeOf(url));
    }
  }
}

const publicMailboxes =
  /^(?:gmail|googlemail|yahoo|hotmail|outlook|live|msn|icloud|me|aol|gmx|mail|yandex|proton|protonmail|eunet|sbb|mts|ptt)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

function contactOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return publicMailboxes.test(domain) ? email : domain;
}

function placeOf({ host, pathname }: URL): string {
  const [folder = '', ...others] = pathname.split('/').slice(1);
  // A folder with a digit may be a listing's own.
  return others.length === 0 || /\d/.test(folder) ? host : `${host}/${folder}`;
}

function urlOf(text: unknown): URL | null {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
}

/** What speaks for another agency's feed, or for renamed ids, where a small feed shares no id and no title with its former content. */
export type OtherFeedSign = 'agency' | 'contacts' | 'photos' | 'size' | 'renamed';

export interface OtherFeedFacts {
  former: FeedTraits;
  now: FeedTraits;
  /** Numbers of listings before, and of records now. */
  counts: { former: number; now: number };
  /** Number of new records that match a former listing in address, area and price. */
  renamed: number;
  /** The header names another agency than before. */
  otherAgency: boolean;
}

/** A larger file is a sign if it has over this many times the records. */
const growthMax = 3;

/**
 * Signs that a small feed serves another agency's listings, or has new ids (RULES R61). Empty where a title is shared: growth and sales
 * alone are no sign. Call it only where no id is shared.
 */
export function otherFeedSigns({ former, now, ...facts }: OtherFeedFacts): OtherFeedSign[] {
  if (!sharesNone(former.titles, now.titles)) return [];
  const { counts, renamed, otherAgency } = facts;
  const signs: [OtherFeedSign, boolean][] = [
    ['agency', otherAgency],
    ['contacts', areApart(former.contacts, now.contacts)],
    ['photos', areApart(former.photoPlaces, now.photoPlaces)],
    ['size', counts.now > counts.former * growthMax],
    ['renamed', renamed > 0],
  ];
  return signs.flatMap(([sign, found]) => (found ? [sign] : []));
}

function sharesNone(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].every((value) => !b.has(value));
}

/** Whether both sets hold something and share nothing. */
function areApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && sharesNone(a, b);
}

/** The values of a header that are about the agency, by path; each is a short digest, because a header may hold contacts. */
export type HeaderAgency = Readonly<Record<string, string>>;

const aboutAgency =
  /agenc|agenz|agentur|anbieter|broker|office|company|firm|publisher|provider|dealer|seller|advertiser|customer|client|inmobiliaria|kancelari|biuro/;
const valuesMax = 50;

/** Reads the agency of a file's header. @param headers one per file; the first that names an agency counts */
export function headerAgency(headers: readonly unknown[]): HeaderAgency | null {
  for (const header of headers) {
    const found: Record<string, string> = {};
    collect(header, '', found);
    if (Object.keys(found).length > 0) return found;
  }
  return null;
}

function collect(value: unknown, path: string, found: Record<string, string>): void {
  if (Object.keys(found).length >= valuesMax) return;
  if (typeof value === 'string') {
    if (value !== '' && aboutAgency.test(path.toLowerCase())) found[path] = digestOf(value);
  } else if (Array.isArray(value) || isObject(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, `${path}/${name}`, found);
  }
}

function digestOf(value: string): string {
  return createHash('sha256').update(fold(value)).digest('hex').slice(0, 12);
}

/** Whether most values that both headers have differ: an agency that moves changes some of them. */
export function isOtherAgency(before: HeaderAgency | null, now: HeaderAgency | null): boolean {
  if (before === null || now === null) return false;
  const both = Object.keys(before).filter((path) => ownValue(now, path) !== undefined);
  const changed = both.filter((path) => before[path] !== now[path]);
  return changed.length * 2 > both.length;
}
