import type { RecordObject, RecordValue } from '../../model/record.js';

/** A value outside of the records that announces records which are not in the file. */
export interface Sign {
  /** Its path from the root, such as `/meta/next`, or the lower-case name of an HTTP header. */
  at: string;
  /**
   * - `link`: the address of the next page.
   * - `mark`: the next page by another name (a number, a token), or the bare statement that there is more.
   * - `pages`, `total`: the number of pages, of records.
   */
  kind: 'link' | 'mark' | 'pages' | 'total';
  value: string;
}

/** What was read of the feed. */
export interface ReadSoFar {
  records: number;
  pages: number;
  /** Places that the feed's configuration declares to mean something else. */
  ignored: readonly string[];
  /** Whether the totals count the records of this file. A delta file holds only what changed. */
  totals: boolean;
}

/**
 * The signs among the values around the records of one file.
 * @param header the values before the records, or behind them
 * @param recordPaths the format's paths of the records: an object on such a path speaks of the records
 */
export function signsIn(header: RecordObject, recordPaths: readonly string[] = []): Sign[] {
  return signsOfObject(header, [], new Set(recordPaths.flatMap((path) => path.split('/'))));
}

/** The signs that still stand after what was read: each says that there is more. */
export function openSigns(signs: readonly Sign[], read: ReadSoFar): Sign[] {
  const ignored = new Set(read.ignored.map(placeKey));
  return signs.filter(({ at, kind, value }) => {
    if (ignored.has(placeKey(at))) return false;
    if (kind === 'pages') return Number(value) > read.pages;
    return kind !== 'total' || (read.totals && Number(value) > read.records);
  });
}

/** One sentence part: what the sign says. */
export function saying({ at, kind, value }: Sign): string {
  const said = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  if (kind === 'link') return `${at} holds the address of a next page`;
  if (kind === 'pages') return `${at} announces ${said} pages`;
  return kind === 'total' ? `${at} announces ${said} records` : `${at} announces more (${said})`;
}

function placeKey(place: string): string {
  return place.replace(/^\//, '').toLowerCase();
}

const depthMax = 6;

function signsOfObject(object: RecordObject, path: readonly string[], around: ReadonlySet<string>): Sign[] {
  if (path.length >= depthMax || isOfSomethingElse(path, around)) return [];
  const entries = Object.entries(object);
  const rel = object['@rel'] ?? object.rel;
  const href = object['@href'] ?? object.href;
  if (rel !== undefined && href !== undefined)
    return textOf(rel)?.toLowerCase() === 'next' ? linkSign(`${shown(path)}[rel=next]`, textOf(href)) : [];
  const own = entries.flatMap(([name, value]) => signsOfMember([...path, name], value, around));
  return own.some(({ kind }) => kind === 'total') ? withoutUnfiltered(own, entries, path) : own;
}

function signsOfMember(path: readonly string[], value: RecordValue, around: ReadonlySet<string>): Sign[] {
  // Lists hold records of another kind, except a list of links.
  if (Array.isArray(value))
    return value.flatMap((item) =>
      typeof item === 'object' && !Array.isArray(item) && ('@rel' in item || 'rel' in item)
        ? signsOfObject(item, path, around)
        : [],
    );
  if (typeof value === 'string') return signsOfText(path, value.trim());
  const text = value['#text'];
  const inner = Object.fromEntries(Object.entries(value).filter(([name]) => name !== '#text'));
  return [
    ...(typeof text === 'string' && text.trim() !== '' ? signsOfText(path, text.trim()) : []),
    ...(Object.keys(value).length === 0 && bare(path.at(-1)) === 'maxrows'
      ? [{ at: shown(path), kind: 'mark' as const, value: 'there are more rows' }]
      : []),
    ...signsOfObject(inner, path, around),
  ];
}

/** Names of the next page. A bare `next_id` or `next_number` counts something else. */
const nextName =
  /^(?:odata)?next(?:page(?:link|url|uri|href|address|number|no|token|id)?|link|url|uri|href|token|cursor|offset|start|skip)?$|^(?:continuation|resumption)token$|^(?:sledec[ai]|naredna)(?:strana|stranica)?$/;
/** Members of an object with such a name that hold its address. */
const addressName = /^(?:href|url|uri|link|value|cursor|token|page|number|offset)$/;
const moreName =
  /^(?:has|have|is|are)?(?:there)?more(?:pages|results|records|items|rows|data|available|listings)?$|^has(?:a)?next(?:page)?$|^(?:is)?truncated$/;
const lastName = /^(?:is)?last(?:page)?$/;
const pagesName =
  /^(?:total|num|number|numberof|count|max)(?:of)?pages?$|^pages?(?:total|count|number)$|^pages$|^lastpage$|^broj(?:strana|stranica)$/;
const things =
  'records?|results?|items?|elements?|hits?|listings?|ads?|adverts?|properties|property|objects?|entries|rows?|matches|offers?|units?|oglasa?|nekretnin[ae]|stanova|ponuda';
const totalName = new RegExp(
  `^(?:odata)?(?:total(?:of)?(?:count|size|number|num)?(?:of)?(?:${things})?|(?:num|number|numberof|countof|broj|ukupanbroj)(?:${things})|(?:count|ukupno)(?:${things})?|(?:${things})(?:count|total|found|available)|found|numfound)$`,
);
/** Among several totals of one object, these count what the request selected. */
const filteredName = /filtered|matched|matching/;
/** Objects whose counts are about something else than the records. */
const somethingElse =
  /photo|image|picture|slik|foto|agent|user|office|branch|client|price|view|visit|favou?rit|lead|inquir|comment|review|stat|quota|limit|credit/;
/** Objects of a link or a count, such as `next: { href }` and `COUNT Records="12"`. */
const countParent = /^(?:count|total|hits)$/;

function signsOfText(path: readonly string[], text: string): Sign[] {
  const name = bare(path.at(-1));
  const parent = bare(path.at(-2));
  const at = shown(path);
  if (text === '') return [];
  if (nextName.test(name) || (nextName.test(parent) && addressName.test(name))) return nextSign(at, text);
  if (moreName.test(name)) return isYes(text) ? [{ at, kind: 'mark', value: text }] : [];
  if (lastName.test(name) && /^(?:false|no|ne)$/i.test(text)) return [{ at, kind: 'mark', value: text }];
  if (!/^\d{1,9}$/.test(text)) return [];
  if (pagesName.test(name)) return [{ at, kind: 'pages', value: text }];
  const isTotal = totalName.test(name) || (countParent.test(parent) && isCounted.test(name));
  return isTotal ? [{ at, kind: 'total', value: text }] : [];
}

const isCounted = new RegExp(`^(?:value|${things})$`);

function nextSign(at: string, text: string): Sign[] {
  if (/^(?:null|none|false|no|ne|0|-1|-|#|undefined)$/i.test(text)) return [];
  if (looksLikeAddress(text)) return linkSign(at, text);
  // A date or a sentence under such a name is about something else.
  if (/\s/.test(text) || /^\d{4}-\d\d-\d\d|^\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}/.test(text)) return [];
  return [{ at, kind: 'mark', value: text }];
}

function linkSign(at: string, text: string | null): Sign[] {
  return text === null || text === '' ? [] : [{ at, kind: 'link', value: text }];
}

function looksLikeAddress(text: string): boolean {
  return !/\s/.test(text) && /^(?:https?:|\/|\?|[\w./~%-]+\?)/i.test(text);
}

function isYes(text: string): boolean {
  return /^(?:true|yes|y|da|1)$/i.test(text);
}

/** Without the totals that count more than the request selected, where one counts what it selected. */
function withoutUnfiltered(
  signs: readonly Sign[],
  entries: readonly (readonly [string, RecordValue])[],
  path: readonly string[],
): Sign[] {
  const filtered = entries.filter(
    ([name, value]) =>
      filteredName.test(bare(name)) && typeof value === 'string' && /^\d{1,9}$/.test(value.trim()),
  );
  const [first] = filtered;
  if (first === undefined) return [...signs];
  const others = signs.filter(({ kind }) => kind !== 'total');
  return [...others, { at: shown([...path, first[0]]), kind: 'total', value: (first[1] as string).trim() }];
}

function isOfSomethingElse(path: readonly string[], around: ReadonlySet<string>): boolean {
  return path.some((name) => !around.has(name) && somethingElse.test(bare(name)));
}

function textOf(value: RecordValue): string | null {
  return typeof value === 'string' ? value.trim() : null;
}

function bare(name: string | undefined): string {
  return (name ?? '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}

function shown(path: readonly string[]): string {
  return `/${path.filter((name) => name !== '#text').join('/')}`;
}
