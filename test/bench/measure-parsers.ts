import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parse as csvParser } from 'csv-parse';
import { XMLParser } from 'fast-xml-parser';
import { readRecords } from './map-records.js';
import { nothing, timed, type Measured, type Result, type Task } from './task.js';

type Parsing = Exclude<Task['kind'], 'prepare' | 'poll' | 'later-polls'>;

export function parseAll(kind: Parsing, { feed, mapping }: Task): Promise<Omit<Measured, 'peakMegabytes'>> {
  const parsers: Record<Parsing, () => Promise<Result>> = {
    'fast-xml-parser': () => parseEachRecord(feed),
    'csv-parse': () => parseRows(feed),
    parse: () => readEach(feed, null),
    'parse-and-map': () => readEach(feed, mapping),
  };
  return timed(parsers[kind]);
}

/** The bare parser, set as a feed needs it, one call a record: nothing is mapped, compared or stored. */
async function parseEachRecord(path: string): Promise<Result> {
  const parser = new XMLParser({
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreAttributes: false,
    // oxlint-disable-next-line typescript/no-deprecated -- as feeds are read: `entityDecoder` decodes nothing by itself
    htmlEntities: true,
  });
  const end = '</property>';
  let rest = '';
  let records = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, encoding: 'utf8' })) {
    rest += chunk as string;
    let from = 0;
    for (let to = rest.indexOf(end); to !== -1; to = rest.indexOf(end, from)) {
      parser.parse(rest.slice(rest.indexOf('<property>', from), to + end.length));
      from = to + end.length;
      records++;
    }
    rest = rest.slice(from);
  }
  return { ...nothing, records, parsed: records };
}

/** As a poll reads records, without splitting, comparing and storing. */
async function readEach(path: string, mapping: string | null): Promise<Result> {
  const records = await readRecords(path, mapping);
  return { ...nothing, records, parsed: records };
}

async function parseRows(path: string): Promise<Result> {
  const rows = createReadStream(path, { highWaterMark: 1024 * 1024 }).pipe(
    csvParser({ columns: true, delimiter: ';', bom: true }),
  );
  let records = 0;
  rows.on('data', () => records++);
  await once(rows, 'end');
  return { ...nothing, records, parsed: records };
}
