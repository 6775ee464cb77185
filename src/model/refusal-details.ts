import { isObject } from './own-value.js';
/** One fault that the portal reports for a listing: the field and the reason. */
export interface RefusalDetail {
  /** JSON pointer into the listing; empty where the portal names no field. */
  pointer: string;
  /** Empty where the portal gives none. */
  code: string;
  /** The portal's message, verbatim. */
  message: string;
}

const detailsMax = 20;
const textMax = 300;

/**
 * Reads `details` of a refusal: a list of `{pointer, code, message}` or of plain messages, or an object whose scalar members are one detail
 * each. Anything else yields none. At most 20 details, texts cut to 300 characters. The `/listings/<index>` prefix of a batch item's
 * pointer is stripped.
 */
export function readRefusalDetails(details: unknown): RefusalDetail[] {
  if (Array.isArray(details)) return details.slice(0, detailsMax).flatMap(readDetail);
  if (!isObject(details)) return [];
  return Object.entries(details)
    .slice(0, detailsMax)
    .flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [{ pointer: '', code: cut(name), message: cut(String(value)) }]
        : [],
    );
}

function readDetail(detail: unknown): RefusalDetail[] {
  if (typeof detail === 'string') return [{ pointer: '', code: '', message: cut(detail) }];
  if (!isObject(detail)) return [];
  const text = (name: string): string => (typeof detail[name] === 'string' ? cut(detail[name]) : '');
  const read = {
    pointer: text('pointer').replace(/^\/listings\/\d+(?=\/|$)/, ''),
    code: text('code'),
    message: text('message'),
  };
  return read.pointer === '' && read.code === '' && read.message === '' ? [] : [read];
}

/** The index of the batch item that a detail points to; null where it points to none. */
export function batchIndexOf(detail: unknown): number | null {
  const pointer = isObject(detail) ? detail.pointer : null;
  const index = typeof pointer === 'string' ? /^\/listings\/(\d+)(?:\/|$)/.exec(pointer)?.[1] : undefined;
  return index === undefined ? null : Number(index);
}

/** One line, such as `/price/amount: Too large (too_big)`. */
export function refusalDetailText({ pointer, code, message }: RefusalDetail): string {
  const what = message === '' ? code : code === '' ? message : `${message} (${code})`;
  return pointer === '' ? what : what === '' ? pointer : `${pointer}: ${what}`;
}

function cut(text: string): string {
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}
