import type { FeedFormat } from '../../model/feed-format.js';
import { compilePath, textOf } from '../../mapping/language/path.js';
import type { KeyColumn } from './propose/combined-ids.js';
import type { FormatFinding } from './profile/detect-format.js';
import type { BuiltMapping } from './propose/build-mapping.js';
import { eachRecord, feedFormatOf, type Sample, type SampledFile } from './read-sample.js';

/** The values of some columns in all records of a file, of which only a sample is kept. @param paths in mapping syntax */
async function keyColumns(
  file: SampledFile,
  format: FeedFormat,
  paths: readonly string[],
): Promise<KeyColumn[]> {
  const columns = paths.map((path) => ({ path, keys: [] as string[], read: compilePath(path) }));
  await eachRecord(file, format, (record) => {
    for (const { keys, read } of columns) keys.push(textOf(read.select(record)[0] ?? '').trim());
  });
  return columns;
}

/**
 * The columns of a combined id for all records, where the sample holds only some; null: the sample holds all, or the id is not combined.
 */
export async function wholeKeys(
  { guess }: FormatFinding,
  { total, records }: Sample,
  file: SampledFile,
  { idParts }: BuiltMapping,
): Promise<KeyColumn[] | null> {
  const format = feedFormatOf(guess.format);
  return idParts === null || total <= records.length || !format.ok
    ? null
    : await keyColumns(file, format.format, idParts);
}
