import { parseJson } from '../json/json-value.js';
import { signsIn, type Sign } from './signs-of-more.js';

/**
 * Headers that count the records or pages of the whole, or that name the next page, under the names that servers and their libraries give
 * them.
 */
const counting: Readonly<Record<string, Sign['kind']>> = {
  'x-total-count': 'total',
  'x-total': 'total',
  'x-total-results': 'total',
  'x-total-items': 'total',
  'x-total-records': 'total',
  'x-wp-total': 'total',
  'total-count': 'total',
  'x-pagination-total-count': 'total',
  'x-total-pages': 'pages',
  'x-wp-totalpages': 'pages',
  'x-page-count': 'pages',
  'x-pagination-page-count': 'pages',
  'x-next-page': 'mark',
  'x-next-page-token': 'mark',
  'x-next-cursor': 'mark',
};

/** The signs of more among the headers of a reply. @param headers with lower-case names */
export function signsInHeaders(headers: Readonly<Record<string, string>>): Sign[] {
  const next = nextOfLink(headers.link ?? '');
  const range = /^\s*[a-z-]+\s+\d+-\d+\/(\d{1,9})\s*$/i.exec(headers['content-range'] ?? '')?.[1];
  return [
    ...(next === null ? [] : [{ at: 'link', kind: 'link' as const, value: next }]),
    ...(range === undefined || /^\s*bytes\b/i.test(headers['content-range'] ?? '')
      ? []
      : [{ at: 'content-range', kind: 'total' as const, value: range }]),
    ...Object.entries(counting).flatMap(([at, kind]) => countOf(at, kind, headers[at]?.trim() ?? '')),
    ...signsOfPagination(headers['x-pagination']),
  ];
}

function countOf(at: string, kind: Sign['kind'], value: string): Sign[] {
  if (kind === 'mark') return value === '' || value === '0' ? [] : [{ at, kind, value }];
  return /^\d{1,9}$/.test(value) ? [{ at, kind, value }] : [];
}

/** `X-Pagination` holds an object, as the libraries of .NET write it. */
function signsOfPagination(text: string | undefined): Sign[] {
  if (text === undefined || text.length > 4096) return [];
  try {
    const value = parseJson(text);
    if (value === null || typeof value === 'string' || Array.isArray(value)) return [];
    return signsIn(value).map((sign) => ({ ...sign, at: 'x-pagination' }));
  } catch {
    return [];
  }
}

/** The address with `rel=next` in a Link header (RFC 8288); null: there is none. */
function nextOfLink(header: string): string | null {
  if (header.length > 16_384) return null;
  for (const [, address = '', parameters = ''] of header.matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const names = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes('next')) return address.trim();
  }
  return null;
}
