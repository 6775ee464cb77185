import type { CsvFormat, RecordSurroundings } from '../../model/feed-format.js';
import type { ParsedRecordResult } from '../parse-record.js';
import { foundRecords } from '../splitter.js';
import { parseRow } from './csv-record.js';
import { CsvSplitter } from './csv-splitter.js';

/**
 * Parses the record of a mapping's test case: a CSV file with one row, below its header if the format has one. A file that the splitter
 * refuses gives a failed result.
 * @throws Error with a whole sentence as its message, if an accepted file does not have exactly one row
 */
export function parseCsvCase(text: string, format: CsvFormat): ParsedRecordResult {
  const entered: RecordSurroundings[] = [];
  const known = { formerEndedWithNewline: null, lengthAnnounced: true };
  const splitter = new CsvSplitter(format, (surroundings) => entered.push(surroundings), known);
  const view = Buffer.from(text);
  const found = foundRecords(2);
  splitter.scan(view, true, found);
  const surroundings = entered.at(-1);
  const problem = splitter.problem();
  if (problem !== null) return { ok: false, reason: problem, guess: null };
  if (found.count !== 1 || surroundings === undefined)
    throw new Error('The case must hold one record: the header, where there is one, and one row.');
  return parseRow(view.subarray(found.starts[0], found.ends[0]), surroundings);
}
