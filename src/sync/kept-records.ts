import type { RecordSurroundings } from '../core/format.js';
import { Fingerprinter } from '../feed/fingerprint.js';
import type { RawRecords } from '../feed/parse-records.js';
import type { RecordBlock, SnapshotReader } from '../feed/read-snapshot.js';
import { foundRecords } from '../feed/splitter.js';
import type { RawContent, RawSelection, Store } from '../store/store.js';

/** What stood around a record, and in which encoding its file was: the latter is part of its fingerprint. */
type Place = RecordSurroundings & { encoding: string };

const blockRecords = 128;

/** Records of one block as they are kept. */
export function rawContents(raw: RawRecords, encoding: string): RawContent[] {
  const places = raw.surroundings.map((around) => JSON.stringify({ ...around, encoding } satisfies Place));
  const undecodable = new Set(raw.undecodable);
  return raw.ends.map((end, index) => ({
    bytes: raw.bytes.subarray(raw.ends[index - 1] ?? 0, end),
    undecodable: undecodable.has(index),
    surroundings: places[raw.around[index] ?? 0] ?? '',
  }));
}

/** Reads kept records of one place as if they stood in a file; it is told which they were. */
export function openKept(
  of: { feedId: number; which: RawSelection; place: { id: number; surroundings: string } },
  contextOf: (surroundings: RecordSurroundings) => Uint8Array,
  met: (record: { ordinal: number; sourceId: string }) => void,
  { rawRecords }: Pick<Store, 'rawRecords'>,
): SnapshotReader {
  const { encoding, ...around } = JSON.parse(of.place.surroundings) as Place;
  const printer = new Fingerprinter(contextOf, encoding);
  const number = printer.enter(around);
  let recordCount = 0;
  return {
    async *blocks() {
      for (let after = -1; ;) {
        const page = await rawRecords.page(
          of.feedId,
          { ...of.which, placeId: of.place.id },
          after,
          blockRecords,
        );
        const last = page.at(-1);
        if (last === undefined) return;
        after = last.ordinal;
        recordCount += page.length;
        for (const record of page) met(record);
        yield blockOf(page, around, (bytes) => fingerprintOf(bytes, number, printer));
      }
    },
    doubt: () => undefined,
    end: () => ({
      completeness: 'complete',
      reason: null,
      recordCount,
      badRecords: 0,
      encoding,
      recordsHash: '',
      header: around.header,
    }),
    close: () => Promise.resolve(),
  };
}

function blockOf(
  page: readonly Pick<RawContent, 'bytes' | 'undecodable'>[],
  around: RecordSurroundings,
  fingerprint: (bytes: Uint8Array) => Uint8Array,
): RecordBlock {
  const raw = (index: number): Uint8Array => page[index]?.bytes ?? new Uint8Array();
  return {
    count: page.length,
    fingerprints: Buffer.concat(page.map(({ bytes }) => fingerprint(bytes))),
    raw,
    take: (indices) => {
      let end = 0;
      return {
        bytes: Buffer.concat(indices.map(raw)),
        ends: indices.map((index) => (end += raw(index).length)),
        undecodable: [...indices.keys()].filter((at) => page[indices[at] ?? -1]?.undecodable === true),
        around: indices.map(() => 0),
        surroundings: [around],
      };
    },
  };
}

function fingerprintOf(bytes: Uint8Array, surroundings: number, printer: Fingerprinter): Uint8Array {
  const found = foundRecords(1);
  found.count = 1;
  found.ends[0] = bytes.length;
  found.surroundings[0] = surroundings;
  return printer.of(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), found);
}
