import type { CsvFormat, Delivery, FeedFormat, JsonFormat } from '../../model/feed-format.js';
import type { FormatInput } from '../language/format-schema.js';

/** The CSV settings in a feed's configuration. They win over the mapping's; null: the mapping's setting holds. */
export interface DialectOverrides {
  delimiter: string | null;
  /** An empty text: the file has no quoting. */
  quote: string | null;
  header: boolean | null;
}

/**
 * The format of a feed's files, from the mapping and the feed's configuration.
 * @param fail receives a sentence for each contradiction
 */
export function feedFormat(
  { format }: { format: FormatInput },
  dialect: DialectOverrides | undefined,
  fail: (message: string) => void,
): FeedFormat {
  if (format.container === 'csv') {
    const { sheet } = format;
    const table = { ...csvFormat(format, dialect, fail), ...delivery(format, fail) };
    return sheet === undefined ? table : { ...table, sheet };
  }
  const overridden = Object.entries(dialect ?? {}).find(([, value]) => value !== null);
  if (overridden)
    fail(
      `${overridden[0]}: is for CSV, but this mapping is for ${format.container.toUpperCase()}; leave it out.`,
    );
  if (format.container === 'json')
    return { ...jsonFormat(format, fail), ...secretsOf(format), ...delivery(format, fail) };
  return {
    container: format.container,
    root: format.root,
    records: [format.records].flat(),
    declaredCount: format.declared_count ?? null,
    ...secretsOf(format),
    ...delivery(format, fail),
  };
}

function secretsOf({ secrets }: { secrets?: string[] | undefined }): { secrets?: readonly string[] } {
  return secrets === undefined || secrets.length === 0 ? {} : { secrets };
}

function delivery(format: FormatInput, fail: (message: string) => void): Delivery {
  const { member, next_page: link, pages } = format;
  if (link !== undefined && pages !== undefined)
    fail('next_page: and pages: are two ways to the next page; write one of them.');
  if (link !== undefined && format.container === 'csv')
    fail('next_page: a CSV file has no header that could hold an address; write pages: with a parameter.');
  const isPaged = link !== undefined || pages !== undefined;
  if (isPaged && format.container !== 'csv' && format.declared_count !== undefined)
    fail('declared_count: is held against one file, and this feed comes in pages; leave it out.');
  return {
    ...(member !== undefined && { member }),
    ...(link !== undefined && { pages: { link } }),
    ...(pages !== undefined && { pages: { parameter: pages.parameter, from: pages.from } }),
  };
}

/** How a mapping writes that the first record names the values. */
const firstRecord = '#1';

type Declared<C extends FormatInput['container']> = Extract<FormatInput, { container: C }>;

function jsonFormat(declared: Declared<'json'>, fail: (message: string) => void): JsonFormat {
  const { root, lines, columns } = declared;
  const records = [declared.records ?? []].flat();
  const isList = records.includes('.');
  if (lines === records.length > 0)
    fail(
      'records: says where the list of records is (records: a/b), and lines: true that there is none; write one.',
    );
  if (isList && records.length > 1)
    fail('records: "." is the whole file; other lists cannot stand beside it.');
  if ((isList || lines) && root.length > 0)
    fail('root: is for a file that is one object; where it is a list or lines, leave it out.');
  for (const path of records)
    if (path !== '.' && path.split('/').some((step) => step.trim() === ''))
      fail(
        `records: ${JSON.stringify(path)} is no path of keys; write them with a slash between, as in data/listings.`,
      );
  if (columns !== undefined && lines)
    fail(
      'columns: names the values of a list of records, and lines: true says that there is no list; write one.',
    );
  if (columns !== undefined && (records.length > 1 || records.some((path) => path.split('/').includes('*'))))
    fail('columns: names the values of one list of records, and records: has several; write one.');
  if (columns !== undefined && declared.secrets !== undefined)
    fail('secrets: are keys, and values that columns: names have none; leave one out.');
  return {
    ...{ container: 'json', root, records, lines, declaredCount: declared.declared_count ?? null },
    ...tablesOf(declared, fail),
    ...(columns !== undefined && { columns: { path: columns === firstRecord ? null : columns } }),
  };
}

function tablesOf(
  { table, joins, lines, columns, secrets }: Declared<'json'>,
  fail: (message: string) => void,
): Pick<JsonFormat, 'table' | 'joins'> {
  if ((table !== undefined || joins !== undefined) && (lines || columns !== undefined))
    fail('table: and joins: are for lists of objects; leave lines: and columns: out.');
  if (joins !== undefined && secrets !== undefined && joins.some(({ as }) => secrets.includes(as)))
    fail('joins: as: is a key of secrets:; write another one.');
  const names = (joins ?? []).map(({ as }) => as);
  if (new Set(names).size < names.length)
    fail('joins: two of them have one as:; write a key of its own for each.');
  return {
    ...(table !== undefined && { table }),
    ...(joins !== undefined && {
      joins: joins.map(({ table: own, take, ...join }) => ({
        ...join,
        ...(own !== undefined && { table: own }),
        ...(take !== undefined && { take }),
      })),
    }),
  };
}

function csvFormat(
  declared: Declared<'csv'>,
  dialect: DialectOverrides | undefined,
  fail: (message: string) => void,
): CsvFormat {
  const delimiter = dialect?.delimiter ?? declared.delimiter;
  const quote = dialect?.quote ?? declared.quote;
  const header = dialect?.header ?? declared.header;
  const { columns, columnsMax } = columnsOf(declared.columns, fail);
  checkSigns({ ...declared, delimiter, quote }, fail);
  const declaresDelimiter = declared.sections?.delimiter !== undefined;
  if (delimiter === 'auto' && (!header || typeof columns === 'number') && !declaresDelimiter)
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
    ...(columnsMax !== null && { columnsMax }),
    trailer: trailerOf(declared, fail),
    finalNewline: declared.final_newline,
    ...sectionRowsOf(declared.section_rows),
    ...sectionsOf(declared, header, fail),
  };
}

function sectionRowsOf(
  rows: Declared<'csv'>['section_rows'],
): Pick<CsvFormat, 'sectionRows' | 'upperSections'> {
  if (rows === undefined || rows === false) return {};
  return { sectionRows: true, ...(rows !== true && { upperSections: rows.upper }) };
}

function columnsOf(
  columns: Declared<'csv'>['columns'],
  fail: (message: string) => void,
): { columns: CsvFormat['columns']; columnsMax: number | null } {
  if (typeof columns !== 'string') return { columns, columnsMax: null };
  const [least = 1, most = 1] = columns.split('-').map(Number);
  if (most < least) fail(`columns: ${columns} is no range; write the smaller number first.`);
  return { columns: least, columnsMax: most };
}

function checkSigns(
  { delimiter, quote, record_end: recordEnd = '' }: Declared<'csv'>,
  fail: (message: string) => void,
): void {
  if (/[\r\n]/.test(delimiter) || (quote !== '' && delimiter.includes(quote)))
    fail(
      `delimiter: ${JSON.stringify(delimiter)} holds a line break or the quote; write what stands between two cells.`,
    );
  if (!/^[!-~]?$/.test(quote))
    fail(
      `quote: ${JSON.stringify(quote)} is not one ASCII character; write \\" or \\', or nothing for none.`,
    );
  if (recordEnd !== '' && (delimiter.includes(recordEnd) || (quote !== '' && recordEnd.includes(quote))))
    fail(
      `record_end: ${JSON.stringify(recordEnd)} is the delimiter or the quote as well; write what ends a row.`,
    );
}

/** The row that proves the end of a file. The last line of `sections:` is such a row without a count of records. */
function trailerOf(
  { trailer, sections }: Declared<'csv'>,
  fail: (message: string) => void,
): CsvFormat['trailer'] {
  if (trailer !== undefined && sections?.end !== undefined)
    fail('trailer: and the end of sections: both say how the file ends; write one of them.');
  if (trailer !== undefined) return { mark: trailer.mark, countCell: trailer.count_cell ?? null };
  return sections?.end === undefined ? null : { mark: sections.end, countCell: null };
}

function sectionsOf(
  { record_end: recordEnd, sections }: Declared<'csv'>,
  header: boolean,
  fail: (message: string) => void,
): Pick<CsvFormat, 'recordEnd' | 'sections'> {
  if (sections !== undefined && !header)
    fail('sections: name the columns, so header: false does not go with them; leave it out.');
  return {
    ...(recordEnd !== undefined && { recordEnd }),
    ...(sections !== undefined && {
      sections: {
        columns: sections.columns,
        rows: sections.rows,
        delimiterName: sections.delimiter ?? null,
        recordEndName: sections.record_end ?? null,
      },
    }),
  };
}
