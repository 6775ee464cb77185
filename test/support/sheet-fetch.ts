import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fetchFeed, type FetchOutcome } from '../../src/feed/fetch/fetch-feed.js';
import type { Fetcher } from '../../src/platform/http/fetcher.js';
import { memorySpool } from '../feed/memory-spool.js';

/** A sheet as it was read: its name, and the cells of its rows by the rows' numbers. */
export interface ReadSheet {
  name: string;
  rows: Map<number, string[]>;
  hidden: number;
}

export type SheetsOutcome =
  | { ok: true; sheets: ReadSheet[]; lengthAnnounced: boolean; texts: string[] }
  | { ok: false; code: string; message: string };

/** Fetches a file as a feed, and divides the texts of its sheets by hand. Fails if the spool keeps anything else. */
export async function fetchSheets(
  body: Buffer,
  { maxBytes = 50_000_000, type = 'text/html' }: { maxBytes?: number; type?: string } = {},
): Promise<SheetsOutcome> {
  const fetcher: Fetcher = {
    open: () =>
      Promise.resolve({ status: 200, headers: { 'content-type': type }, body: Readable.from([body]) }),
  };
  const spool = memorySpool();
  const never = { now: () => 0, elapsed: () => 0, sleep: () => new Promise<void>(() => undefined) };
  const outcome: FetchOutcome = await fetchFeed(
    { url: new URL('https://agency.example/export'), headers: {} },
    { etag: null, lastModified: null, unconditional: true },
    { fetcher, spool, clock: never },
    { maxBytes, timeoutMs: 60_000, allowPrivateAddresses: [] },
  );
  if (outcome.kind === 'failed') {
    if (spool.paths().length > 0) throw new Error(`left in the spool: ${spool.paths().join()}`);
    return { ok: false, code: outcome.code, message: outcome.message };
  }
  if (outcome.kind !== 'fetched') throw new Error(outcome.kind);
  const files = [outcome, ...outcome.others].map(({ file }) => file.path);
  if (spool.paths().join() !== [...files].sort().join())
    throw new Error(`in the spool: ${spool.paths().join()}`);
  const texts = await Promise.all(files.map((path) => text(spool.read(path))));
  return {
    ok: true,
    texts,
    sheets: texts.map(readSheetText),
    lengthAnnounced: outcome.lengthAnnounced,
  };
}

function readSheetText(whole: string): ReadSheet {
  const lines = whole.replace(/^\uFEFF/, '').split('\x1e');
  const meta = (line: string | undefined): { sheet?: string; hidden?: number } =>
    JSON.parse((line ?? '').replace('\x1d', '')) as { sheet?: string; hidden?: number };
  const rows = lines.slice(1, -2).map((line, index) => [index + 1, line.split('\x1f')] as const);
  return {
    name: meta(lines[0]).sheet ?? '',
    rows: new Map(rows.filter(([, cells]) => cells.join('') !== '')),
    hidden: meta(lines.at(-2)).hidden ?? 0,
  };
}
