import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import type { FeedFormat, RecordSurroundings } from '../../src/model/feed-format.js';
import type { MappedRecord } from '../../src/model/outcome.js';
import type { Vocabulary } from '../../src/model/reference.js';
import type { ContainerReader } from '../../src/feed/container-reader.js';
import { readers } from '../../src/feed/readers.js';
import { foundRecords } from '../../src/feed/splitter.js';
import type { CompiledMapping } from '../../src/mapping/compile/load-mapping.js';
import { checkListing } from '../../src/wire/listing.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { vocabularyKeys } from '../../src/wire/vocabulary.js';
import { sharedDir } from '../shared-dir.js';
import { sandboxReference } from './sandbox-reference.js';

export interface MappedFromFile extends MappedRecord {
  /** What the spec has against the payloads. */
  details: unknown[];
}

const { reference, vocabulary } = sandboxReference();

/** Every record of a real file, cut out, parsed and mapped as a poll does it. @param path below the shared feeds */
export function mapFeedFile(path: string, mapping: CompiledMapping, encoding = 'utf8'): MappedFromFile[] {
  const bytes = Buffer.from(iconv.decode(readFileSync(`${sharedDir}/feeds/${path}`), encoding));
  return recordsOf(bytes, mapping.format).map((record) => {
    const mapped = mapping.map(record, { reference, photoMax: 64 });
    const details = mapped.listings.flatMap(({ payload }) => refusals(payload, vocabulary));
    return { ...mapped, details };
  });
}

/** The records of a file in UTF-8, as its format is read. */
export function recordsOf(bytes: Buffer, format: FeedFormat): Parameters<CompiledMapping['map']>[0][] {
  const reader: ContainerReader<FeedFormat> = readers[format.container];
  const entered: RecordSurroundings[] = [];
  const splitter = reader.createSplitter(format, (around) => entered.push(around) - 1, {
    formerEndedWithNewline: null,
    lengthAnnounced: true,
  });
  const records: Parameters<CompiledMapping['map']>[0][] = [];
  let state: string;
  do {
    const found = foundRecords(1000);
    state = splitter.scan(bytes, true, found);
    for (let index = 0; index < found.count; index++) {
      const around = entered[found.surroundings[index] ?? 0] ?? { ancestors: [], header: {} };
      const parsed = reader.parse(bytes.subarray(found.starts[index], found.ends[index]), around);
      if (!parsed.ok) throw new Error(parsed.reason);
      records.push(parsed.record);
    }
  } while (state === 'full');
  const problem = splitter.problem();
  if (problem !== null) throw new Error(problem);
  return records;
}

function refusals(payload: Record<string, unknown> | null, vocabulary: Vocabulary): unknown[] {
  if (!payload) return ['no payload'];
  const dated = { ...payload, source: { ...(payload.source as object), updated_at: '2026-01-01T00:00:00Z' } };
  const answer = checkListing(dated, { protocol: defaultProtocol, vocabulary: vocabularyKeys(vocabulary) });
  return answer.ok ? [] : answer.details;
}

/** How often each issue occurs, as "severity code pointer". */
export function issueCounts(records: readonly MappedRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { severity, code, pointer } of records.flatMap((record) => record.issues)) {
    const line = `${severity} ${code} ${pointer}`.trim();
    counts[line] = (counts[line] ?? 0) + 1;
  }
  return counts;
}
