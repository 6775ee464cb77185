import { stringify } from 'yaml';
import type { EncodingName, FeedFormat } from '../../model/feed-format.js';
import type { ParsedRecord } from '../../model/record.js';
import { withoutConsequence } from '../../feed/consequence.js';
import { parseRecords } from '../../feed/parse-records.js';
import { openSnapshot } from '../../feed/read-snapshot.js';
import { loadMapping, type MappingOverrides } from '../../mapping/compile/load-mapping.js';
import { letOthersRun } from '../../platform/event-loop.js';
import { callLibrary } from '../../platform/library.js';
import { letYoungGrow } from '../../platform/process/memory.js';
import type { Spool } from '../../platform/files/spool.js';
import type { FormatDraft } from './profile/format-guess.js';

/** Records of a file, read as the daemon reads them. */
export interface Sample {
  records: ParsedRecord[];
  /** Number of records in the file. */
  total: number;
  /** Number of sampled records that could not be read. */
  broken: number;
  /** Why the file counts as incomplete; null if it is complete. */
  problem: string | null;
}

export const noOverrides: MappingOverrides = {
  tables: {},
  constants: {},
  answers: {},
  idPrefix: '',
  timezone: 'Europe/Belgrade',
  cleansIds: true,
};

/** The reader's form of a format that a mapping declares, or the problems if it is not valid. */
export function feedFormatOf(
  format: FormatDraft,
): { ok: true; format: FeedFormat } | { ok: false; problems: string[] } {
  const text = callLibrary('yaml', () =>
    stringify({
      name: 'sample',
      version: 1,
      format,
      source_id: { const: 'x' },
      transaction: { const: 'sale' },
      fields: {},
    }),
  );
  const loaded = loadMapping(text, { file: 'sample', overrides: noOverrides });
  return loaded.ok
    ? { ok: true, format: loaded.mapping.format }
    : { ok: false, problems: loaded.errors.map(({ message }) => message) };
}

/** Records live as long as their block: they die in a young space of this size. */
const youngBytes = 12 * 1024 * 1024;

/** Files of a spool that are one feed. */
export interface SampledFile {
  spool: Spool;
  paths: readonly string[];
  encoding: EncodingName;
}

/** Calls `meet` for every readable record of the files, in their order. */
export async function eachRecord(
  { spool, paths, encoding }: SampledFile,
  format: FeedFormat,
  meet: (record: ParsedRecord) => void,
): Promise<void> {
  const options = { format, encoding, lengthAnnounced: true, mayBeEmpty: true };
  for (const path of paths) {
    const reader = await openSnapshot(spool, path, options, () => Buffer.alloc(0));
    try {
      for await (const block of reader.blocks()) {
        letYoungGrow(youngBytes);
        for (const { result } of parseRecords(format, block.take([...Array(block.count).keys()])))
          if (result.ok) meet(result.record);
        await letOthersRun();
      }
    } finally {
      letYoungGrow(0);
      await reader.close();
    }
  }
}

/** Reads a file of the spool to its end. @param most maximum number of records kept */
async function readSample(
  spool: Spool,
  path: string,
  format: FeedFormat,
  encoding: EncodingName,
  most: number,
): Promise<Sample> {
  const options = { format, encoding, lengthAnnounced: true, mayBeEmpty: true };
  const reader = await openSnapshot(spool, path, options, () => Buffer.alloc(0));
  const records: ParsedRecord[] = [];
  let broken = 0;
  try {
    for await (const block of reader.blocks()) {
      letYoungGrow(youngBytes);
      // The sample is the beginning of the file, unreadable records included.
      const left = most - records.length - broken;
      if (left <= 0) continue;
      const indices = [...Array(Math.min(block.count, left)).keys()];
      for (const { result } of parseRecords(format, block.take(indices))) {
        if (result.ok) records.push(result.record);
        else broken += 1;
      }
    }
    const { recordCount, reason, completeness } = reader.end();
    const problem = completeness === 'incomplete' && reason !== null ? withoutConsequence(reason) : null;
    return { records, total: recordCount, broken, problem };
  } finally {
    letYoungGrow(0);
    await reader.close();
  }
}

/** Like `readSample`, for several files that are read as one. */
export async function readSamples(
  spool: Spool,
  paths: readonly string[],
  format: FeedFormat,
  encoding: EncodingName,
  most: number,
): Promise<Sample> {
  const whole: Sample = { records: [], total: 0, broken: 0, problem: null };
  for (const path of paths) {
    const { records, total, broken, problem } = await readSample(
      spool,
      path,
      format,
      encoding,
      most - whole.records.length - whole.broken,
    );
    whole.records.push(...records);
    whole.total += total;
    whole.broken += broken;
    whole.problem ??= problem;
  }
  return whole;
}
