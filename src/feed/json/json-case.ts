import type { RecordSurroundings } from '../../model/feed-format.js';
import type { ParsedRecord } from '../../model/record.js';
import { parseJsonRecord } from './json-record.js';

/**
 * One JSON record, as the cases beside a mapping write it: the object alone, its surroundings apart.
 * @throws Error with a sentence
 */
export function parseJsonCase(text: string, surroundings: RecordSurroundings): ParsedRecord {
  const parsed = parseJsonRecord(Buffer.from(text.trim()), surroundings);
  if (!parsed.ok) throw new Error(`The case cannot be read: ${parsed.reason}.`);
  return parsed.record;
}
