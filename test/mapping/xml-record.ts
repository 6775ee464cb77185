import { parseRecord } from '../../src/feed/parse-record.js';
import type { RecordSurroundings } from '../../src/model/feed-format.js';
import type { ParsedRecord } from '../../src/model/record.js';

/** A record as the feed gives it to the mapping. */
export function parseXmlRecord(
  text: string,
  surroundings: RecordSurroundings = { header: {}, ancestors: [] },
): ParsedRecord {
  const parsed = parseRecord(Buffer.from(text.trim()), surroundings);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.record;
}
