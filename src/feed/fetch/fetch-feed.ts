import { bounded, TimeOverError } from '../../platform/bounded.js';
import type { Clock } from '../../platform/clock.js';
import { FetchError, type FetchReply, type Fetcher, type OwnAddress } from '../../platform/http/fetcher.js';
import type { BorrowedFile, Spool, SpooledFile } from '../../platform/files/spool.js';
import { TooLate, within } from '../../platform/within.js';
import { withConsequence } from '../consequence.js';
import { FetchFailure, type FetchFailureCode } from '../fetch-failure.js';
import { conditions, discardBody, openFollowing, type HttpSource } from './follow-redirects.js';
import { isGzip } from '../zip/inflate.js';
import { openLocalFile, type LocalFile } from './read-local-file.js';
import { emptyFile, receiveBody, tooLarge } from '../receive-body.js';
import { redactUrl } from './redact-url.js';
import { retryAfterMs } from './retry-after.js';
import { headOf, isZip, unpacked } from '../zip/zip-member.js';

export interface FeedSource {
  /** http, https or file. Credentials in the URL are sent and never shown. */
  url: URL;
  auth?: { user: string; password: string };
  headers: Record<string, string>;
  /** The name of the feed's file in a ZIP, with `*` and `?`. Without it, the first file that may be a feed. */
  member?: string;
  /** Values that the configuration gives for the file. Mappings find them in the header. */
  given?: Readonly<Record<string, string>>;
}

/** The validators of the last complete fetch. */
export interface PreviousFetch {
  etag: string | null;
  lastModified: string | null;
  /** Ignores the validators and requests the whole file. Set once a day. */
  unconditional: boolean;
}

export interface FetchLimits {
  /** The maximal length of the inflated body. */
  maxBytes: number;
  /** The time for the whole feed: DNS, redirects, headers, body, further parts and pages. */
  timeoutMs: number;
  /** The rest of `timeoutMs` behind the earlier parts of the feed. Without it, `timeoutMs`. */
  leftMs?: number;
  allowPrivateAddresses: readonly string[];
  /** The address at which this process listens. No feed is read from it. */
  own?: OwnAddress;
}

export interface FetchDeps {
  fetcher: Fetcher;
  spool: Spool;
  clock: Clock;
  /** A local file is not copied: the outcome has a `BorrowedFile`, and the caller secures it. */
  lendFiles?: boolean;
}

export interface FetchedFeed {
  kind: 'fetched';
  /** A temporary file. The caller keeps or discards it. */
  file: SpooledFile | BorrowedFile;
  /** Length of the inflated body. */
  bytes: number;
  /** SHA-256 of the inflated bytes, hex; empty for a borrowed file, whose content is compared by its records. */
  bodyHash: string;
  /** Whether the sender or the surrounding ZIP announced the length of the body. A body of another length fails the fetch. */
  lengthAnnounced: boolean;
  etag: string | null;
  lastModified: string | null;
  contentType: string | null;
}

export interface FailedFetch {
  kind: 'failed';
  code: FetchFailureCode;
  /** A whole sentence for the operator. */
  message: string;
  /** The server's Retry-After, not clamped; null if it sent none. */
  retryAfterMs: number | null;
}

/** `no_content`: the server answered 204. The feed did not change, but the last copy is not confirmed as current. */
export type FetchOutcome = { kind: 'not_modified' } | { kind: 'no_content' } | FetchedFeed | FailedFetch;

/** The limits of one transfer, and the signal that ends it. */
type Transfer = FetchLimits & { signal: AbortSignal };

const marginMs = 5_000;

/**
 * Fetches a feed into the spool, at most one file, under one total deadline. A failure of the server, the network or the disk is a
 * `failed` outcome, never an exception.
 */
export async function fetchFeed(
  source: FeedSource,
  previous: PreviousFetch,
  deps: FetchDeps,
  limits: FetchLimits,
): Promise<FetchOutcome> {
  const fetch = source.url.protocol === 'file:' ? fetchFile : fetchHttp;
  const { clock } = deps;
  const leftMs = limits.leftMs ?? limits.timeoutMs;
  const inTime = (): Promise<FetchOutcome> =>
    within(clock, leftMs, (signal) => fetch(source, previous, deps, { ...limits, signal }), discardFile);
  try {
    // The transfer has a time limit of its own, independent of the limit of the surrounding work.
    return await bounded({ withinMs: leftMs + marginMs }, clock, inTime);
  } catch (error) {
    if (error instanceof TooLate || error instanceof TimeOverError)
      return failed(source.url, tooSlow(limits));
    if (error instanceof FetchFailure || error instanceof FetchError) return failed(source.url, error);
    throw error;
  }
}

function tooSlow({ timeoutMs }: FetchLimits): FetchFailure {
  return new FetchFailure('timeout', `it took longer than ${timeoutMs / 1000} s, the limit of fetch.timeout`);
}

/** Discards a file that arrived after the deadline. */
async function discardFile(outcome: FetchOutcome): Promise<void> {
  if (outcome.kind === 'fetched') await outcome.file.discard();
}

async function fetchHttp(
  source: FeedSource,
  previous: PreviousFetch,
  deps: FetchDeps,
  { allowPrivateAddresses, own, maxBytes, signal }: Transfer,
): Promise<FetchOutcome> {
  const open = (validators: Record<string, string>): Promise<FetchReply> =>
    openFollowing(httpSource(source, validators), deps.fetcher, {
      allowPrivateAddresses,
      ...(own !== undefined && { own }),
      signal,
    });
  const validators = previous.unconditional ? {} : conditions(previous);
  let reply = await open(validators);
  if (reply.status === 304) {
    discardBody(reply);
    if (confirms(reply, validators)) return { kind: 'not_modified' };
    reply = await open({});
  }
  if (reply.status === 204) {
    discardBody(reply);
    return { kind: 'no_content' };
  }
  if (reply.status !== 200) {
    discardBody(reply);
    throw refusedStatus(reply, deps.clock.now());
  }
  const body = await receiveBody(reply.body, deps.spool, {
    contentEncoding: reply.headers['content-encoding'] ?? '',
    maxBytes,
    signal,
  });
  const file = await unpacked(body, deps.spool, source.member ?? null, { maxBytes, signal });
  return {
    kind: 'fetched',
    ...file,
    // A ZIP names the length of its files, and its directory at the end proves that it is whole.
    lengthAnnounced: file !== body || reply.headers['content-length'] !== undefined,
    etag: reply.headers.etag ?? null,
    lastModified: reply.headers['last-modified'] ?? null,
    contentType: reply.headers['content-type'] ?? null,
  };
}

async function fetchFile(
  source: FeedSource,
  previous: PreviousFetch,
  deps: FetchDeps,
  { maxBytes, signal }: Transfer,
): Promise<FetchOutcome> {
  const local = await openLocalFile(source.url, signal);
  if (!previous.unconditional && previous.etag === local.etag) {
    local.body.destroy();
    return { kind: 'not_modified' };
  }
  const described = { lengthAnnounced: true, etag: local.etag, lastModified: null, contentType: null };
  const lent = deps.lendFiles === true ? await lend(local, deps.spool, maxBytes) : null;
  if (lent !== null) return { kind: 'fetched', ...lent, ...described };
  const body = await receiveBody(local.body, deps.spool, { contentEncoding: '', maxBytes, signal });
  try {
    await local.checkUnchanged();
  } catch (error) {
    await body.file.discard();
    throw error;
  }
  const file = await unpacked(body, deps.spool, source.member ?? null, { maxBytes, signal });
  return { kind: 'fetched', ...file, ...described };
}

/**
 * Borrows the local file; null for a compressed file, which must be unpacked into a copy.
 * @throws FetchFailure if it is empty or too large
 */
async function lend(
  local: LocalFile,
  spool: Spool,
  maxBytes: number,
): Promise<Pick<FetchedFeed, 'file' | 'bytes' | 'bodyHash'> | null> {
  const file = await spool.borrow(local.path);
  const head = await headOf(spool, file.path);
  if (isZip(head) || isGzip(head)) {
    await file.discard();
    return null;
  }
  local.body.destroy();
  const { bytes } = file;
  if (bytes === 0) throw emptyFile();
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  return { file, bytes, bodyHash: '' };
}

/** Headers that feedsync or the HTTP library sets. The configured headers of a feed cannot replace them. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|range|if-.*|te|upgrade)$/i;

function httpSource(source: FeedSource, validators: Record<string, string>): HttpSource {
  const url = new URL(source.url);
  url.username = '';
  url.password = '';
  url.hash = '';
  const extra = Object.entries(source.headers).filter(([name]) => !ownHeaders.test(name));
  return {
    url,
    credentials: {
      ...authorization(source),
      ...Object.fromEntries(extra.map(([name, value]) => [name.toLowerCase(), value])),
    },
    headers: {
      'user-agent': 'feedsync',
      accept: 'application/xml, text/xml, text/csv, application/json, */*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      ...validators,
    },
  };
}

function authorization({ auth, url }: FeedSource): Record<string, string> {
  const user = auth?.user ?? unescaped(url.username);
  const password = auth?.password ?? unescaped(url.password);
  if (user === '' && password === '') return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a 304 is valid: the request had validators, and the reply names no other ETag. */
function confirms(reply: FetchReply, validators: Record<string, string>): boolean {
  if (Object.keys(validators).length === 0) return false;
  const asked = validators['if-none-match'];
  const named = reply.headers.etag;
  return asked === undefined || named === undefined || weak(asked) === weak(named);
}

function weak(etag: string): string {
  return etag.replace(/^W\//, '');
}

function refusedStatus(reply: FetchReply, now: number): FetchFailure {
  const { status } = reply;
  const wait = retryAfterMs(reply.headers['retry-after'], now);
  if (status === 304)
    return new FetchFailure('unasked_304', 'it says "not modified" to a request for the whole file');
  return new FetchFailure('http_status', `it answers ${status}${meaningOf(status)}`, wait);
}

function meaningOf(status: number): string {
  if (status === 401 || status === 403)
    return ': access is refused. Ask the agency for the right user name and password';
  if (status === 404 || status === 410)
    return ': there is no feed at this address. Ask the agency whether it moved';
  if (status === 429 || status === 503) return ': the server asks to be left alone for a while';
  return status >= 500 ? ': the server is in trouble' : '';
}

function failed(url: URL, failure: FetchFailure | FetchError): FailedFetch {
  return {
    kind: 'failed',
    code: failure.code,
    message: withConsequence(`${redactUrl(url)}: ${failure.message}`, failure.code),
    retryAfterMs: failure instanceof FetchFailure ? failure.retryAfterMs : null,
  };
}
