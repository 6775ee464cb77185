import type { CsvFormat, RecordSurroundings } from '../../model/feed-format.js';
import type { ParsedRecord } from '../../model/record.js';
import { parseRow } from './csv-record.js';
import { CsvSplitter } from './csv-splitter.js';
import { foundRecords } from '../splitter.js';

/**
 * The one record of a small CSV file, as the cases beside a mapping write it: with its header, where the format has one.
 * @throws Error with a sentence
 */
export function parseCsvCase(text: string, format: CsvFormat): ParsedRecord {
  const entered: RecordSurroundings[] = [];
  const splitter = new CsvSplitter(format, (surroundings) => entered.push(surroundings), null);
  const view = Buffer.from(text);
  const found = foundRecords(2);
  splitter.scan(view, true, found);
  const [surroundings] = entered;
  const problem = splitter.problem();
  if (problem !== null) throw new Error(`The case cannot be read: ${problem}.`);
  if (found.count !== 1 || surroundings === undefined)
    throw new Error('The case must hold one record: the header, where there is one, and one row.');
  const parsed = parseRow(view.subarray(found.starts[0], found.ends[0]), surroundings);
  if (!parsed.ok) throw new Error(`The case cannot be read: ${parsed.reason}.`);
  return parsed.record;
}
