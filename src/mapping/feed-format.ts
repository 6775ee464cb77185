import type { CsvFormat, FeedFormat } from '../core/format.js';
import type { MappingFile } from './mapping-schema.js';

/** What a feed's configuration says of its file over what the mapping says; null: as the mapping says. CSV only. */
export interface DialectOverrides {
  delimiter: string | null;
  /** Empty: quotes mean nothing. */
  quote: string | null;
  header: boolean | null;
}

/** What the mapping declares of its files, under what the feed's configuration says. @param fail is told what cannot be */
export function feedFormat(
  { format }: MappingFile,
  dialect: DialectOverrides | undefined,
  fail: (message: string) => void,
): FeedFormat {
  if (format.container === 'csv') return csvFormat(format, dialect, fail);
  const overridden = Object.entries(dialect ?? {}).find(([, value]) => value !== null);
  if (overridden) fail(`${overridden[0]}: is for CSV, but this mapping is for XML; leave it out.`);
  return {
    container: format.container,
    root: format.root,
    records: [format.records].flat(),
    declaredCount: format.declared_count ?? null,
  };
}

type CsvDeclaration = Extract<MappingFile['format'], { container: 'csv' }>;

function csvFormat(
  declared: CsvDeclaration,
  dialect: DialectOverrides | undefined,
  fail: (message: string) => void,
): CsvFormat {
  const delimiter = dialect?.delimiter ?? declared.delimiter;
  const quote = dialect?.quote ?? declared.quote;
  const header = dialect?.header ?? declared.header;
  const { columns } = declared;
  if (/[\r\n]/.test(delimiter) || (quote !== '' && delimiter.includes(quote)))
    fail(
      `delimiter: ${JSON.stringify(delimiter)} holds a line break or the quote; write what stands between two cells.`,
    );
  if (!/^[!-~]?$/.test(quote))
    fail(
      `quote: ${JSON.stringify(quote)} is not one ASCII character; write \\" or \\', or nothing for none.`,
    );
  if (delimiter === 'auto' && (!header || typeof columns === 'number'))
    fail('delimiter: auto needs a header whose columns are named under columns:; write the delimiter.');
  if (header && typeof columns === 'number')
    fail(
      'columns: a file with a header is known by names of its columns; write them, as in columns: [id, price].',
    );
  return {
    container: 'csv',
    delimiter: delimiter === 'auto' ? null : delimiter,
    quote: quote === '' ? null : quote,
    header,
    columns,
    trailer: declared.trailer
      ? { mark: declared.trailer.mark, countCell: declared.trailer.count_cell ?? null }
      : null,
    finalNewline: declared.final_newline,
  };
}
