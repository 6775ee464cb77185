import { describe, expect, it } from 'vitest';
import type { CsvFormat, FeedFormat } from '../../src/model/feed-format.js';
import { fittingFiles } from '../../src/feed/zip/fitting-files.js';
import type { UnpackedFile } from '../../src/feed/zip/zip-member.js';
import { memorySpool } from './memory-spool.js';

/** The names of the files that a format may read. */
async function fitting(files: Record<string, string | Buffer>, format: FeedFormat): Promise<string[]> {
  const spool = memorySpool(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, Buffer.from(content as string)]),
    ),
  );
  const file = (path: string): UnpackedFile['file'] => ({
    path,
    keep: () => Promise.resolve(),
    discard: () => spool.remove(path),
  });
  const all = Object.keys(files).map((name) => ({
    member: name,
    file: file(name),
    bytes: 1,
    bodyHash: name,
  }));
  return (await fittingFiles(spool, all, format)).fitting.map(({ member }) => member);
}

const xml: FeedFormat = { container: 'xml', root: 'ads', records: ['ads/ad'], declaredCount: null };
const json: FeedFormat = {
  container: 'json',
  root: ['agency'],
  records: ['ads'],
  lines: false,
  declaredCount: null,
};
const csv: CsvFormat = {
  ...{
    container: 'csv',
    delimiter: null,
    quote: '"',
    header: true,
    columns: ['id', 'price', 'city', 'area'],
  },
  ...{ trailer: null, finalNewline: 'optional' },
};
const rows: CsvFormat = { ...csv, delimiter: '|', header: false, columns: 20 };

describe('the files of a ZIP that belong to a feed', () => {
  it.each<[string, FeedFormat, Record<string, string | Buffer>, string[]]>([
    [
      'XML by its root',
      xml,
      { 'a.xml': '<ads/>', 'b.xml': '<?xml version="1.0"?>\n<!-- x --><n:ads>', 'c.xml': '<agents>' },
      ['a.xml', 'b.xml'],
    ],
    [
      'XML in UTF-16',
      xml,
      { 'a.xml': Buffer.from('\uFEFF<ads/>', 'utf16le'), 'b.xml': '<users/>' },
      ['a.xml'],
    ],
    [
      'XML that is broken, empty or no XML at all',
      xml,
      { 'a.xml': '<ads/>', 'b.xml': 'Warning: x', 'c.xml': '', 'd.xml': '<<' },
      ['a.xml', 'b.xml', 'c.xml', 'd.xml'],
    ],
    [
      'XML beside tables',
      xml,
      { 'a.xml': '<ads/>', 'prices.csv': 'id;price\n', 'x.txt': 'Version 4' },
      ['a.xml'],
    ],
    ['XML under another ending', xml, { 'a.txt': '<ads/>', 'b.txt': 'notes' }, ['a.txt']],
    [
      'JSON by its keys',
      json,
      { 'a.json': '{"agency":{},"ads":[]}', 'b.json': '{"users":[]}', 'c.json': '[1]' },
      ['a.json'],
    ],
    [
      'JSON that is cut',
      json,
      { 'a.json': '{"agency":{}', 'b.json': '{"agency":{},"ads":[{"id":' },
      ['a.json', 'b.json'],
    ],
    [
      'JSON that is an error',
      json,
      { 'a.json': '{"agency":1,"ads":[]}', 'b.json': 'Fatal error' },
      ['a.json', 'b.json'],
    ],
    ['a table by its columns', csv, { 'a.csv': 'ID;Price;City;Area\n', 'b.csv': 'name;phone\n' }, ['a.csv']],
    [
      'a table with a column that is called otherwise',
      csv,
      { 'a.csv': 'id;price;city;area\n', 'b.csv': 'id;price;town;area\n' },
      ['a.csv', 'b.csv'],
    ],
    [
      'a table without a header',
      rows,
      { 'a.csv': `${'1|'.repeat(19)}1\n`, 'Config.txt': 'Version=4.08\n', 'c.csv': `${'1|'.repeat(15)}\n` },
      ['a.csv', 'c.csv'],
    ],
  ])('%s', async (_, format, files, wanted) => {
    expect(await fitting(files, format)).toEqual(wanted);
  });

  it('are the first where none fits, so that it says what is wrong', async () => {
    expect(await fitting({ 'a.xml': '<x/>', 'b.xml': '<y/>' }, xml)).toEqual(['a.xml']);
    expect(await fitting({ 'a.bin': 'x' }, xml)).toEqual(['a.bin']);
  });
});
