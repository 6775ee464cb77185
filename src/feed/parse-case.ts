import type { FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { ParsedRecord } from '../model/record.js';
import { parseCsvCase } from './csv/csv-case.js';
import { readers } from './readers.js';

/**
 * Parses the record of a mapping's test case: one XML element, one JSON object, or a CSV file with one row.
 * @param surroundings of the record; a CSV file has its own
 * @throws Error whose message is a whole sentence
 */
export function parseCase(text: string, surroundings: RecordSurroundings, format: FeedFormat): ParsedRecord {
  const parsed =
    format.container === 'csv'
      ? parseCsvCase(text, format)
      : readers[format.container].parse(Buffer.from(text.trim()), surroundings);
  if (parsed.ok) return parsed.record;
  throw new Error(`The case cannot be read: ${parsed.reason}.`);
}
