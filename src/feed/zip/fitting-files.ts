import { fitsGlob } from '../../core/content/glob.js';
import type { CsvFormat, FeedFormat, JsonFormat, XmlFormat } from '../../model/feed-format.js';
import type { Spool } from '../../platform/files/spool.js';
import { mark as sheetMark } from '../sheet/sheet-text.js';
import { headOf } from './head-of-file.js';
import type { UnpackedFile } from './zip-member.js';

const headBytes = 64 * 1024;

/** The files of one reply. */
export interface DividedFiles<File> {
  /** Those that the format reads; empty if there is a problem. */
  fitting: File[];
  others: File[];
  /** Why none is read, a clause; null: at least one is. */
  problem: string | null;
}

/** Divides the files of one reply into those that a format reads and others: the sheets of a workbook, or the files of a ZIP. */
export async function dividedFiles<File extends UnpackedFile>(
  spool: Spool,
  files: readonly File[],
  format: FeedFormat,
): Promise<DividedFiles<File>> {
  if (files.some(({ sheet }) => sheet !== undefined)) return dividedSheets(spool, files, format);
  if (format.member !== undefined) return { fitting: [...files], others: [], problem: null };
  return { ...(await fittingFiles(spool, files, format)), problem: null };
}

/**
 * The sheets whose names fit the one that the mapping gives; of several, those with the mapping's columns, if any has them. Without a name,
 * the first sheet of each workbook that has the columns.
 */
async function dividedSheets<File extends UnpackedFile>(
  spool: Spool,
  files: readonly File[],
  format: FeedFormat,
): Promise<DividedFiles<File>> {
  const { sheet: wanted, container } = format;
  if (container !== 'csv') {
    const problem = `a spreadsheet came, and the mapping reads ${container.toUpperCase()}. Ask for the export as ${container.toUpperCase()}, or let init propose a mapping for the spreadsheet`;
    return { fitting: [], others: [...files], problem };
  }
  const nameOf = ({ sheet }: File): string => sheet?.name ?? '';
  const named = wanted === undefined ? files : files.filter((file) => fitsGlob(wanted, nameOf(file)));
  if (named.length === 0) {
    const names = files.map((file) => `"${nameOf(file)}"`).slice(0, 10);
    const problem = `the workbook has no visible sheet "${wanted ?? ''}" that holds anything. It has ${names.join(', ')}. Write under "sheet:" of the mapping's format which one is the feed`;
    return { fitting: [], others: [...files], problem };
  }
  const { fitting: withColumns } = await fittingFiles(spool, named, format);
  const workbooks = new Set(withColumns.map(({ member }) => member));
  const fitting =
    wanted === undefined
      ? [...workbooks].flatMap((workbook) => withColumns.find(({ member }) => member === workbook) ?? [])
      : withColumns;
  return { fitting, others: files.filter((file) => !fitting.includes(file)), problem: null };
}

/**
 * Divides the files of one ZIP into those that a format may read and those that are evidently something else: lists of agents, notes. A
 * file that is empty or broken is not evidently something else: it is one of the feed's, which then is not whole.
 * @returns as `fitting` the first file alone where none fits: it says what is wrong
 */
export async function fittingFiles<File extends UnpackedFile>(
  spool: Spool,
  files: readonly File[],
  format: FeedFormat,
): Promise<{ fitting: File[]; others: File[] }> {
  if (files.length < 2) return { fitting: [...files], others: [] };
  const fitting: File[] = [];
  const others: File[] = [];
  for (const file of files) {
    const head = textOf(await headOf(spool, file.file.path, headBytes));
    (isSomethingElse(file.member ?? '', head, format) ? others : fitting).push(file);
  }
  return fitting.length > 0 ? { fitting, others } : { fitting: others.slice(0, 1), others: others.slice(1) };
}

function textOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  return head.toString('utf8').replace(/^\uFEFF/, '');
}

const endings: Readonly<Record<FeedFormat['container'], RegExp>> = {
  xml: /\.xml(?:\.gz)?$/i,
  json: /\.json(?:\.gz)?$/i,
  csv: /\.(?:csv|txt|blm)(?:\.gz)?$/i,
};

/** @param head the first text of the file, without its byte order mark */
function isSomethingElse(name: string, head: string, format: FeedFormat): boolean {
  const text = head.trimStart();
  // A workbook is the feed of a table, whatever name its ZIP gives it.
  if (text.startsWith(sheetMark)) return format.container !== 'csv' || hasOtherColumns(text, format);
  const container = text.startsWith('<') ? 'xml' : /^[{[]/.test(text) ? 'json' : 'csv';
  if (container !== format.container) return !endings[format.container].test(name);
  if (format.container === 'xml') return hasOtherRoot(text, format);
  return format.container === 'json' ? hasOtherKeys(text, format) : hasOtherColumns(text, format);
}

function hasOtherRoot(text: string, { root, records }: XmlFormat): boolean {
  const body = text.replace(/^(?:\s+|<!--[\s\S]*?-->|<[?!][^<>]*>)+/, '');
  const name = /^<(?:[^\s<>/:]+:)?([^\s<>/:]+)/.exec(body)?.[1];
  return name !== undefined && name !== root && !records.includes(name);
}

/** Whether the top value is of the wrong kind, or the file's beginning names no key of the root and no list of records. */
function hasOtherKeys(text: string, { root, records, lines }: JsonFormat): boolean {
  if (lines || records.includes('.')) return lines ? text.startsWith('[') : text.startsWith('{');
  const keys = [...root, ...records.map((path) => path.split('/')[0] ?? '')].filter((key) => key !== '*');
  return text.startsWith('[') || (keys.length > 0 && !keys.some((key) => text.includes(JSON.stringify(key))));
}

/** Whether the first lines name fewer than half of the columns, or the first row has fewer than half of the cells. */
function hasOtherColumns(text: string, { columns, delimiter, sections }: CsvFormat): boolean {
  if (sections) return !text.includes(sections.columns);
  const beginning = text.slice(0, 16_384).toLowerCase();
  if (typeof columns !== 'number')
    return columns.filter((name) => beginning.includes(name.toLowerCase())).length * 2 < columns.length;
  const [line = ''] = beginning.split(/[\r\n]/, 1);
  return delimiter !== null && line.split(delimiter).length * 2 < columns;
}
