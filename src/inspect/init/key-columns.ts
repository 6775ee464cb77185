import type { FeedFormat } from '../../model/feed-format.js';
import { profileRecords } from './profile/profile.js';
import type { KeyColumn } from './propose/build-id.js';
import type { FormatFinding } from './profile/detect-format.js';
import type { BuiltMapping } from './propose/build-mapping.js';
import { eachRecord, feedFormatOf, type Sample, type SampledFile } from './read-sample.js';

/** The values of some columns in all records of a file, of which only a sample is kept. @param paths in mapping syntax */
async function keyColumns(
  file: SampledFile,
  format: FeedFormat,
  paths: readonly string[],
): Promise<KeyColumn[]> {
  const columns = paths.map((path) => ({ path, keys: [] as string[] }));
  await eachRecord(file, format, (record) => {
    const fields = new Map(profileRecords([record]).map((field) => [field.path, field]));
    for (const { path, keys } of columns) keys.push(fields.get(path)?.values.get(0)?.[0] ?? '');
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
