import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as csvParser } from 'csv-parse';
import { XMLParser } from 'fast-xml-parser';
import { openApp, systemSeams, type App } from '../../src/assemble.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { readConnection } from '../../src/sync/check-connection.js';
import { pollFeed } from '../../src/sync/poll-feed.js';
import { refreshReference } from '../../src/sync/refresh-reference.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { readRecords } from './map-records.js';

/** One measurement in a process of its own, so that its peak of memory is its own. */
export interface Task {
  kind: 'prepare' | 'poll' | 'fast-xml-parser' | 'csv-parse' | 'parse' | 'parse-and-map';
  /** Holds configuration and store. */
  folder: string;
  feed: string;
  mapping: string;
  /** Where the feed is polled; the file itself where it is left out. */
  url?: string;
}

export interface Measured {
  seconds: number;
  peakMegabytes: number;
  records: number;
  /** Records that were parsed, where our poll counts them. */
  parsed: number;
  message: string;
}

type Result = Omit<Measured, 'seconds' | 'peakMegabytes'>;

const nothing: Result = { records: 0, parsed: 0, message: '' };

async function main(task: Task): Promise<Measured> {
  const measured = await run(task);
  return { ...measured, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
}

async function run(task: Task): Promise<Omit<Measured, 'peakMegabytes'>> {
  if (task.kind === 'prepare') {
    await prepare(task);
    return { ...nothing, seconds: 0 };
  }
  if (task.kind === 'fast-xml-parser') return timed(() => parseEachRecord(task.feed));
  if (task.kind === 'csv-parse') return timed(() => parseRows(task.feed));
  if (task.kind === 'parse') return timed(() => readEach(task.feed, null));
  if (task.kind === 'parse-and-map') return timed(() => readEach(task.feed, task.mapping));
  const app = await openConfigured(task.folder);
  try {
    return await timed(() => poll(app));
  } finally {
    await app.close();
  }
}

async function timed(work: () => Promise<Result>): Promise<Result & { seconds: number }> {
  const start = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

/** From the `file:` URL to the stored plan. */
async function poll({ feeds, services }: App): Promise<Result> {
  const [feed] = feeds;
  if (feed === undefined) throw new Error('no feed');
  const report = await pollFeed(feed, services);
  if (report.state !== 'done' && report.state !== 'unchanged') throw new Error(report.message);
  const { seen, known } = report.balance;
  return { records: seen, parsed: seen - known, message: report.message };
}

/** A configuration and a store that know the portal's words, places and connection: a poll asks the portal nothing. */
async function prepare({ folder, feed, mapping, url }: Task): Promise<void> {
  // Only this task needs the sandbox: the others' memory is their own.
  const { startSandbox } = await import('../../src/assemble-demo.js');
  const seams = systemSeams();
  const keys = generateKeyPair(seams.random);
  const portal = await startSandbox({ port: 0 }, seams);
  try {
    const connection = portal.sandbox.staff.addConnection();
    await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
    const config = {
      portal: {
        base_url: portal.baseUrl,
        key_id: portal.sandbox.staff.registerKey(keys.publicKeyPem),
        private_key_file: join(folder, 'key.pem'),
      },
      store: `sqlite:${join(folder, 'feedsync.db')}`,
      data_dir: join(folder, 'data'),
      mappings: join(process.cwd(), 'mappings'),
      fetch: { allow_private_addresses: ['127.0.0.1'] },
      feeds: [
        {
          name: 'bench',
          connection,
          url: url ?? pathToFileURL(feed).href,
          mapping,
          answers: { mandate_attested: true, owner_lives_nearby: false },
          constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
        },
      ],
    };
    await writeFile(join(folder, 'feedsync.json'), JSON.stringify(config));
    const app = await openConfigured(folder);
    await refreshReference(app.services, { force: true });
    await readConnection(connection, app.services);
    await app.close();
  } finally {
    await portal.close();
  }
}

async function openConfigured(folder: string): Promise<App> {
  const loaded = await loadConfig(join(folder, 'feedsync.json'), diskDeps({}));
  if (!loaded.ok) throw new Error(loaded.problems.map((problem) => problem.message).join('; '));
  return openApp(loaded.config, systemSeams());
}

/** The bare parser, set as a feed needs it, one call a record: nothing is mapped, compared or stored. */
async function parseEachRecord(path: string): Promise<Result> {
  const parser = new XMLParser({
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreAttributes: false,
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

const task = JSON.parse(process.argv[2] ?? '') as Task;
process.stdout.write(JSON.stringify(await main(task)));
