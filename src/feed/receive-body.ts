import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../platform/code-of.js';
import type { Spool, SpoolFile } from '../platform/files/spool.js';
import { FetchError } from '../platform/http/fetcher.js';
import { emptyFile, FetchFailure, tooLarge } from './fetch-failure.js';
import { DamagedBody, inflated, type Bytes } from './zip/inflate.js';

export interface ReceivedBody {
  file: SpoolFile;
  /** Length of the inflated body. */
  bytes: number;
  /** SHA-256 of the inflated bytes, hex. */
  bodyHash: string;
  /** Whether a label named a compression that the body does not have: its announced length then proves nothing. */
  falselyLabelled: boolean;
}

/** The number of bytes at the start of a body by which web pages are recognised. */
const sniffedBytes = 1024;

/**
 * Inflates a body and writes it to a temporary file of the spool. Removes the file if that fails.
 * @param options `asWebPage`: the failure of a web page, by its first text
 * @throws FetchFailure if the body is cut, damaged, empty, a web page or longer than `maxBytes`, or if the disk fails; FetchError if
 *   feedsync is stopped
 */
export async function receiveBody(
  sent: Readable,
  spool: Spool,
  options: {
    contentEncoding: string;
    maxBytes: number;
    signal: AbortSignal;
    asWebPage?: (text: string) => FetchFailure;
  },
): Promise<ReceivedBody> {
  const measure = measuring(options.maxBytes, options.asWebPage ?? plainWebPage);
  const body = inflated(sent, options.contentEncoding);
  let file: SpoolFile | null = null;
  try {
    file = await created(spool);
    await pipeline(body.bytes, measure.pass, file.stream, {
      signal: options.signal,
    });
    measure.checkWhole();
    return {
      ...{ file, bytes: measure.bytes(), bodyHash: measure.hash() },
      falselyLabelled: body.falselyLabelled(),
    };
  } catch (error) {
    await file?.discard();
    throw classified(error, options.signal);
  } finally {
    sent.on('error', () => undefined);
    sent.destroy();
  }
}

async function created(spool: Spool): Promise<SpoolFile> {
  try {
    return await spool.create();
  } catch (error) {
    throw error instanceof Error && 'code' in error ? notWritten(String(error.code)) : error;
  }
}

function plainWebPage(): FetchFailure {
  return new FetchFailure(
    'html',
    'a web page came instead of the feed. A browser shows at this address what it says',
  );
}

function measuring(
  maxBytes: number,
  asWebPage: (text: string) => FetchFailure,
): {
  pass: (chunks: Bytes) => Bytes;
  checkWhole: () => void;
  bytes: () => number;
  hash: () => string;
} {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const refuseWebPage = (): void => {
    if (isWebPage(head)) throw asWebPage(head.toString('latin1'));
  };
  return {
    async *pass(chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        if (head.length < sniffedBytes) {
          head = Buffer.concat([head, chunk.subarray(0, sniffedBytes)]);
          if (head.length >= sniffedBytes) refuseWebPage();
        }
        hash.update(chunk);
        yield chunk;
      }
    },
    checkWhole() {
      if (bytes === 0) throw emptyFile();
      refuseWebPage();
    },
    bytes: () => bytes,
    hash: () => hash.digest('hex'),
  };
}

/** Whether the text starts with an HTML doctype or tag, behind white space, comments and an XML declaration. */
function isWebPage(head: Buffer): boolean {
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/, '');
  return /^<(?:!doctype\s+html|html|head|body)[\s>]/i.test(text);
}

/** The failure of work on a body that was received. An error that shows a mistake of this program stays as it is. */
export function asFailure(error: unknown, signal: AbortSignal): unknown {
  const isKnown = error instanceof DamagedBody || signal.aborted || /^E[A-Z]+$/.test(codeOf(error));
  return isKnown ? classified(error, signal) : error;
}

function classified(error: unknown, signal: AbortSignal): FetchFailure | FetchError {
  if (error instanceof FetchFailure) return error;
  // Any other FetchError while a body is read means that the transfer was cut: it falls through to the end.
  if (error instanceof FetchError && error.code === 'stopped') return error;
  if (signal.aborted) return new FetchFailure('timeout', 'the transfer took too long in all');
  if (error instanceof DamagedBody)
    return new FetchFailure('damaged', `the body is damaged: ${error.message}`);
  const code = codeOf(error);
  // These codes come from the file system, never from a connection.
  if (/^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EACCES|EFBIG|ENOENT|ENOTDIR)$/.test(code))
    return notWritten(code);
  return new FetchFailure('cut', 'the transfer ended before the announced end');
}

const whatToDo: Readonly<Partial<Record<string, string>>> = {
  ENOSPC: 'Free some space there',
  EDQUOT: 'Free some space there',
  EMFILE: 'Let the process open more files',
  ENFILE: 'Let the process open more files',
};

function notWritten(code: string): FetchFailure {
  const next = whatToDo[code] ?? 'See that the folder is there, sound and writable';
  return new FetchFailure('disk', `the copy could not be written to the data folder (${code}). ${next}`);
}
