import type { FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { ParsedRecord } from '../model/record.js';
import { parseCsvCase } from './csv/csv-case.js';
import { parseJsonCase } from './json/json-case.js';
import { parseRecord } from './parse-record.js';

/** The one record that a case beside a mapping writes, as its feed would give it. @throws Error with a sentence */
export function parseCase(text: string, surroundings: RecordSurroundings, format: FeedFormat): ParsedRecord {
  switch (format.container) {
    case 'csv':
      return parseCsvCase(text, format);
    case 'json':
      return parseJsonCase(text, surroundings);
    case 'xml': {
      const parsed = parseRecord(Buffer.from(text.trim()), surroundings);
      if (parsed.ok) return parsed.record;
      throw new Error(`The case cannot be read: ${parsed.reason}.`);
    }
  }
}
