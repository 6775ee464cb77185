import { bounded, TimeOverError } from '../../platform/bounded.js';
import type { Clock } from '../../platform/clock.js';
import { FetchError, type FetchReply, type Fetcher, type OwnAddress } from '../../platform/http/fetcher.js';
import type { BorrowedFile, Spool, SpooledFile } from '../../platform/files/spool.js';
import { TooLate, within } from '../../platform/within.js';
import { withConsequence } from '../consequence.js';
import { emptyFile, FetchFailure, tooLarge, type FetchFailureCode } from '../fetch-failure.js';
import { createCookieJar, type CookieJar } from './cookie-jar.js';
import { feedRequest, type RequestedSource } from './feed-request.js';
import { conditions, discardBody, openFollowing, type FollowedReply } from './follow-redirects.js';
import { inflated, isGzip } from '../zip/inflate.js';
import { isPublicAddress } from '../../platform/http/address-guard.js';
import { openLocalFile, type LocalFile } from './read-local-file.js';
import { receiveBody } from '../receive-body.js';
import { redactUrl } from './redact-url.js';
import { refusal, webPage, type RefusedReply } from './refused-reply.js';
import { notShared, sharedDocument } from './share-links.js';
import { signsInHeaders } from '../more/signs-in-headers.js';
import type { Sign } from '../more/signs-of-more.js';
import { mayBeOldWorkbook } from '../sheet/old-workbook.js';
import type { FoundSheet } from '../sheet/sheet-writer.js';
import { headOf, isZip } from '../zip/head-of-file.js';
import { unpacked, type UnpackedFile } from '../zip/zip-member.js';

export interface FeedSource extends RequestedSource {
  /** The name of the feed's files in a ZIP, with `*` and `?`. Without it, all files that may be a feed. */
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
  /** Where hosts reach the operator, for the user agent; null or left out: not configured. */
  contact?: string | null;
  /** The address at which this process listens. No feed is read from it. */
  own?: OwnAddress;
}

export interface FetchDeps {
  fetcher: Fetcher;
  spool: Spool;
  clock: Clock;
  /** The cookies of the fetch of which this is a part. Without it, the request has its own. */
  cookies?: CookieJar;
  /** Of a ZIP, one file is enough: the caller needs no content. */
  oneFile?: boolean;
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
  /** Further files of the same ZIP that may be the feed's, as temporary as `file`. */
  others: readonly UnpackedFile[];
  /** Name of `file` in its ZIP; null: it came alone. */
  member: string | null;
  /** The sheet of which `file` is the text; left out: it is no sheet. */
  sheet?: FoundSheet;
  /** The address that answered, behind all redirects. */
  from: URL;
  /** What the headers of the reply announce beyond its body. */
  signs: readonly Sign[];
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
 * Fetches one address of a feed into the spool, under one total deadline. A failure of the server, the network or the disk is a `failed`
 * outcome, never an exception.
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

/** Discards all files of a fetch. */
export async function discardFile(outcome: FetchOutcome): Promise<void> {
  if (outcome.kind !== 'fetched') return;
  for (const { file } of [outcome, ...outcome.others]) await file.discard();
}

async function fetchHttp(
  source: FeedSource,
  previous: PreviousFetch,
  deps: FetchDeps,
  limits: Transfer,
): Promise<FetchOutcome> {
  const { allowPrivateAddresses, own, maxBytes, signal } = limits;
  const cookies = deps.cookies ?? createCookieJar();
  const open = (validators: Record<string, string>): Promise<FollowedReply> =>
    openFollowing(feedRequest(source, validators, limits.contact ?? null), deps.fetcher, {
      allowPrivateAddresses,
      ...(own !== undefined && { own }),
      ...{ signal, cookies, lenient: true },
    });
  const validators = previous.unconditional ? {} : conditions(previous);
  let followed = await open(validators);
  if (followed.reply.status === 304) {
    discardBody(followed.reply);
    if (confirms(followed.reply, validators)) return { kind: 'not_modified' };
    followed = await open({});
  }
  const { reply, from } = followed;
  if (reply.status === 204) {
    discardBody(reply);
    return { kind: 'no_content' };
  }
  const document = sharedDocument(source.url);
  if (document !== null && isWithheld(reply.status)) {
    discardBody(reply);
    throw notShared(document, `it answers ${reply.status}`);
  }
  if (reply.status !== 200)
    throw refusal(describedReply(followed, source, await beginningOf(reply, deps.clock)), deps.clock.now());
  const body = await receiveBody(reply.body, deps.spool, {
    contentEncoding: reply.headers['content-encoding'] ?? '',
    ...{ maxBytes, signal },
    asWebPage: (text) =>
      document === null
        ? webPage(describedReply(followed, source, text))
        : notShared(document, 'a web page came instead of the file'),
  });
  const files = await unpacked(body, deps.spool, source.member ?? null, unpackLimits(deps, limits));
  return {
    ...fetchedFiles(files),
    // A ZIP names the length of its files, and its directory at the end proves that it is whole. A workbook is a ZIP.
    lengthAnnounced: isFromZip(files) || (announcesLength(reply) && !body.falselyLabelled),
    etag: reply.headers.etag ?? null,
    lastModified: reply.headers['last-modified'] ?? null,
    contentType: reply.headers['content-type'] ?? null,
    ...{ from, signs: signsInHeaders(reply.headers) },
  };
}

/** Services answer so to a request for a document that is not shared, or that its owner deleted. */
function isWithheld(status: number): boolean {
  return [401, 403, 404, 410].includes(status);
}

function isFromZip([first]: readonly UnpackedFile[]): boolean {
  return first !== undefined && (first.member !== null || first.sheet !== undefined);
}

/** A length beside chunks is not held against the body. */
function announcesLength({ headers }: FetchReply): boolean {
  return headers['content-length'] !== undefined && headers['transfer-encoding'] === undefined;
}

function unpackLimits(
  { oneFile }: FetchDeps,
  { maxBytes, signal }: Transfer,
): Parameters<typeof unpacked>[3] {
  return { maxBytes, signal, ...(oneFile !== undefined && { oneFile }) };
}

function fetchedFiles([first, ...others]: readonly UnpackedFile[]): Pick<
  FetchedFeed,
  'kind' | 'file' | 'bytes' | 'bodyHash' | 'member' | 'sheet' | 'others'
> {
  if (first === undefined) throw emptyFile();
  const { file, bytes, bodyHash, member, sheet } = first;
  return { kind: 'fetched', file, bytes, bodyHash, member, ...(sheet !== undefined && { sheet }), others };
}

/** The beginning of a refused reply's body is read within this time: it only serves to name the cause. */
const beginningMs = 5_000;
const beginningBytes = 4096;

/** The first text of a body; empty if it cannot be read. */
async function beginningOf(reply: FetchReply, clock: Clock): Promise<string> {
  const read = async (): Promise<string> => {
    let text = '';
    const { bytes } = inflated(reply.body, reply.headers['content-encoding'] ?? '');
    for await (const chunk of bytes) {
      text += chunk.toString('latin1', 0, beginningBytes);
      if (text.length >= beginningBytes) break;
    }
    return text.slice(0, beginningBytes);
  };
  try {
    return await within(clock, beginningMs, read);
  } catch {
    return '';
  } finally {
    discardBody(reply);
  }
}

function describedReply(
  { reply, from, sent }: FollowedReply,
  source: FeedSource,
  text: string,
): RefusedReply {
  const { credentials } = feedRequest(source, {}, null);
  const isWithheld = Object.keys(credentials).some((name) => name !== 'cookie' && !(name in sent));
  const address = reply.localAddress ?? null;
  return {
    ...{ status: reply.status, headers: reply.headers, text, sent },
    withheldFrom: isWithheld ? from.host : null,
    ourAddress: address !== null && isPublicAddress(address) ? address : null,
  };
}

async function fetchFile(
  source: FeedSource,
  previous: PreviousFetch,
  deps: FetchDeps,
  limits: Transfer,
): Promise<FetchOutcome> {
  const { maxBytes, signal } = limits;
  const local = await openLocalFile(source.url, signal);
  if (!previous.unconditional && previous.etag === local.etag) {
    local.body.destroy();
    return { kind: 'not_modified' };
  }
  const described = {
    ...{ lengthAnnounced: true, etag: local.etag, lastModified: null, contentType: null },
    ...{ from: source.url, signs: [] },
  };
  const lent = deps.lendFiles === true ? await lend(local, deps.spool, maxBytes) : null;
  if (lent !== null) return { kind: 'fetched', ...lent, member: null, others: [], ...described };
  const body = await receiveBody(local.body, deps.spool, { contentEncoding: '', maxBytes, signal });
  try {
    await local.checkUnchanged();
  } catch (error) {
    await body.file.discard();
    throw error;
  }
  const files = await unpacked(body, deps.spool, source.member ?? null, unpackLimits(deps, limits));
  return { ...fetchedFiles(files), ...described };
}

/**
 * Borrows the local file; null for a compressed file or a workbook, which must be unpacked into a copy.
 * @throws FetchFailure if it is empty or too large
 */
async function lend(
  local: LocalFile,
  spool: Spool,
  maxBytes: number,
): Promise<Pick<FetchedFeed, 'file' | 'bytes' | 'bodyHash'> | null> {
  const file = await spool.borrow(local.path);
  const head = await headOf(spool, file.path, 8);
  if (isZip(head) || isGzip(head) || mayBeOldWorkbook(head)) {
    await file.discard();
    return null;
  }
  local.body.destroy();
  const { bytes } = file;
  if (bytes === 0) throw emptyFile();
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  return { file, bytes, bodyHash: '' };
}

/** Whether a 304 is valid: the request had validators, and the reply names no other ETag. */
export function confirms(reply: Pick<FetchReply, 'headers'>, validators: Record<string, string>): boolean {
  if (Object.keys(validators).length === 0) return false;
  const asked = validators['if-none-match'];
  const named = reply.headers.etag;
  return asked === undefined || named === undefined || weak(asked) === weak(named);
}

function weak(etag: string): string {
  return etag.replace(/^W\//, '');
}

function failed(url: URL, failure: FetchFailure | FetchError): FailedFetch {
  return {
    kind: 'failed',
    code: failure.code,
    message: withConsequence(`${redactUrl(url)}: ${failure.message}`, failure.code),
    retryAfterMs: failure instanceof FetchFailure ? failure.retryAfterMs : null,
  };
}
