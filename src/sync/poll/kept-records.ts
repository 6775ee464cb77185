import type { FeedId, SourceId } from '../../model/ids.js';
import type { RawContent } from '../../model/staged-record.js';
import type { RecordSurroundings } from '../../model/feed-format.js';
import { Contexts, fingerprintsOf } from '../../feed/fingerprint.js';
import type { RawRecords } from '../../feed/parse-records.js';
import { recordBlock, type RecordBlock, type SnapshotReader } from '../../feed/snapshot-reader.js';
import type { RawSelection, Store } from '../../store/store.js';

/** The surroundings of a record in its file, and the file's encoding. Both are part of the record's fingerprint. */
type Place = RecordSurroundings & { encoding: string };

const blockRecords = 128;

/** The kept form of the records of one block. */
export function rawContents(raw: RawRecords, encoding: string): RawContent[] {
  const places = raw.surroundings.map((around) => JSON.stringify({ ...around, encoding } satisfies Place));
  const undecodable = new Set(raw.undecodable);
  return raw.ends.map((end, index) => ({
    bytes: raw.bytes.subarray(raw.ends[index - 1] ?? 0, end),
    undecodable: undecodable.has(index),
    surroundings: places[raw.around[index] ?? 0] ?? '',
  }));
}

/** Reads the kept records of one place as if they were in a file. Calls `met` for each of them. */
export function openKept(
  of: { feedId: FeedId; which: RawSelection; place: { id: number; surroundings: string } },
  contextOf: (surroundings: RecordSurroundings) => Uint8Array,
  met: (record: { ordinal: number; sourceId: SourceId }) => void,
  { rawRecords }: Pick<Store, 'rawRecords'>,
): SnapshotReader {
  const { encoding, ...around } = JSON.parse(of.place.surroundings) as Place;
  const contexts = new Contexts(contextOf, encoding);
  const { context } = contexts.get(contexts.enter(around));
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
        yield blockOf(page, around, context);
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
      signs: [],
      repairs: [],
    }),
    close: () => Promise.resolve(),
  };
}

function blockOf(
  page: readonly Pick<RawContent, 'bytes' | 'undecodable'>[],
  surroundings: RecordSurroundings,
  context: Uint8Array,
): RecordBlock {
  let end = 0;
  const ends = Int32Array.from(page, ({ bytes }) => (end += bytes.length));
  const block = {
    before: null,
    bytes: Buffer.concat(page.map(({ bytes }) => bytes)),
    starts: Int32Array.from(page, (_, index) => ends[index - 1] ?? 0),
    ends,
    around: new Int32Array(page.length),
    bad: [...page.keys()].filter((index) => page[index]?.undecodable === true),
    contexts: [context],
    surroundings: [surroundings],
  };
  return recordBlock(block, fingerprintsOf(block));
}
