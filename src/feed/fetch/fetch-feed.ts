import { bounded, TimeOverError } from '../../platform/bounded.js';
import type { Clock } from '../../platform/clock.js';
import { FetchError, type FetchReply, type Fetcher, type OwnAddress } from '../../platform/http/fetcher.js';
import type { BorrowedFile, Spool, SpooledFile } from '../../platform/files/spool.js';
import { TooLate, within } from '../../platform/within.js';
import { withConsequence } from '../consequence.js';
import { FetchFailure, type FetchFailureCode } from '../fetch-failure.js';
import { discardBody, openFollowing, type HttpSource } from './follow-redirects.js';
import { isGzip } from '../zip/inflate.js';
import { openLocalFile, type LocalFile } from './read-local-file.js';
import { emptyFile, receiveBody, tooLarge } from '../receive-body.js';
import { redactUrl } from './redact-url.js';
import { retryAfterMs } from './retry-after.js';
import { headOf, isZip, unpacked, type UnpackOptions } from '../zip/zip-member.js';

export interface FeedSource {
  /** http, https or file; credentials in it are used, and never shown. */
  url: URL;
  auth?: { user: string; password: string };
  headers: Record<string, string>;
  /** Which file of a ZIP is the feed; without it, the first that may be one. */
  member?: string;
  /** What the configuration says of its file: read as its header is. */
  given?: Readonly<Record<string, string>>;
}

/** What the last complete fetch said of its copy. */
export interface PreviousFetch {
  etag: string | null;
  lastModified: string | null;
  /** Asks for the whole file whatever the validators say: once a day. */
  unconditional: boolean;
}

export interface FetchLimits {
  /** Of the inflated body. */
  maxBytes: number;
  /** For everything of a feed: names, redirects, headers, body, further parts and pages. */
  timeoutMs: number;
  /** What its earlier parts left of that; without it, all. */
  leftMs?: number;
  allowPrivateAddresses: readonly string[];
  /** Where this process itself answers; no feed is read from there. */
  own?: OwnAddress;
}

export interface FetchDeps {
  fetcher: Fetcher;
  spool: Spool;
  clock: Clock;
  /** A file of this machine is lent to the caller, who secures it, and not copied. */
  lendFiles?: boolean;
}

export interface FetchedFeed {
  kind: 'fetched';
  /** Temporary: the caller keeps or discards it. */
  file: SpooledFile | BorrowedFile;
  /** Inflated. */
  bytes: number;
  /** SHA-256 of the inflated bytes, hex; empty for a file that is lent: its records tell what it holds. */
  bodyHash: string;
  /** Whether the sender, or the ZIP around it, said how long the body is; it was that long. */
  lengthAnnounced: boolean;
  etag: string | null;
  lastModified: string | null;
  contentType: string | null;
}

export interface FailedFetch {
  kind: 'failed';
  code: FetchFailureCode;
  /** The whole sentence for a person. */
  message: string;
  /** As the server asked, not clamped. */
  retryAfterMs: number | null;
}

/** `no_content`: the server answers 204; nothing changed, and nothing was proven either. */
export type FetchOutcome = { kind: 'not_modified' } | { kind: 'no_content' } | FetchedFeed | FailedFetch;

const marginMs = 5_000;

/**
 * One fetch of a feed into the spool, at most one file, under one total deadline. Never throws for what a server, a network
 * or a disk does: that is a failed outcome.
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
    within(clock, leftMs, (signal) => fetch(source, previous, deps, limits, signal), discardFile);
  try {
    // The time of a transfer is its own, and not that of the work around it.
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

/** What came after the deadline is not kept. */
async function discardFile(outcome: FetchOutcome): Promise<void> {
  if (outcome.kind === 'fetched') await outcome.file.discard();
}

async function fetchHttp(
  source: FeedSource,
  previous: PreviousFetch,
  deps: FetchDeps,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { allowPrivateAddresses, own } = limits;
  const open = (validators: Record<string, string>): Promise<FetchReply> =>
    openFollowing(httpSource(source, validators), deps.fetcher, {
      allowPrivateAddresses,
      ...(own !== undefined && { own }),
      signal,
    });
  const validators = validatorsOf(previous);
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
    maxBytes: limits.maxBytes,
    signal,
  });
  const file = await unpacked(body, deps.spool, unpackOptions(source, limits, signal));
  return {
    kind: 'fetched',
    ...file,
    // A ZIP says how long its files are, and is not read without its end.
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
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const local = await openLocalFile(source.url, signal);
  if (!previous.unconditional && previous.etag === local.etag) {
    local.body.destroy();
    return { kind: 'not_modified' };
  }
  const { maxBytes } = limits;
  if (deps.lendFiles === true) {
    const lent = await lend(local, deps.spool, maxBytes);
    if (lent !== null) return lent;
  }
  const body = await receiveBody(local.body, deps.spool, { contentEncoding: '', maxBytes, signal });
  try {
    await local.checkUnchanged();
  } catch (error) {
    await body.file.discard();
    throw error;
  }
  const file = await unpacked(body, deps.spool, unpackOptions(source, limits, signal));
  const described = { lengthAnnounced: true, etag: local.etag, lastModified: null, contentType: null };
  return { kind: 'fetched', ...file, ...described };
}

function unpackOptions(
  { member }: FeedSource,
  { maxBytes }: FetchLimits,
  signal: AbortSignal,
): UnpackOptions {
  return { member: member ?? null, maxBytes, signal };
}

/** Null for a file that must be unpacked first. */
async function lend(local: LocalFile, spool: Spool, maxBytes: number): Promise<FetchedFeed | null> {
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
  return {
    kind: 'fetched',
    file,
    bytes,
    bodyHash: '',
    lengthAnnounced: true,
    etag: local.etag,
    lastModified: null,
    contentType: null,
  };
}

/** Names that this side sets itself; a feed's own headers never replace them. */
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

function validatorsOf(previous: PreviousFetch): Record<string, string> {
  if (previous.unconditional) return {};
  return {
    ...(previous.etag === null ? {} : { 'if-none-match': previous.etag }),
    ...(previous.lastModified === null ? {} : { 'if-modified-since': previous.lastModified }),
  };
}

/** A 304 counts only as an answer to what we asked: to our validators, and not naming another ETag. */
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
