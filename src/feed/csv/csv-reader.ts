import type { CsvFormat } from '../../model/feed-format.js';
import type { ContainerReader } from '../container-reader.js';
import { parseRow, parseRows, undecodableRow } from './csv-record.js';
import { carriageReturn, lineFeed } from './csv-rows.js';
import { CsvSplitter } from './csv-splitter.js';

export const csvReader: ContainerReader<CsvFormat> = {
  declaredEncoding: () => null,
  createSplitter: (format, enter, known) => new CsvSplitter(format, enter, known),
  parse: parseRow,
  parseMany: parseRows,
  undecodable: undecodableRow,
  // A lost quote joins several rows into one, which then contains line breaks. Where another sign ends rows, a line break may be part of a
  // cell and proves nothing.
  mayHideRecords: (raw, { recordEnd = null, sections }) =>
    recordEnd === null &&
    (sections?.recordEndName ?? null) === null &&
    (raw.includes(lineFeed) || raw.includes(carriageReturn)),
  provesItsEnd: ({ trailer }) => trailer !== null,
};
