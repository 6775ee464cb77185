import { createWriteStream } from 'node:fs';
import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createFileSpool } from '../../platform/files/file-spool.js';
import type { AgencyScope } from '../../store/store.js';
import { agencyOf } from '../../sync/decisions/erase.js';
import type { Answer } from '../answer.js';
import { viewStore, type Context, type StoreView } from '../context.js';
import { csvRow } from '../../documents/csv.js';
import { CliError } from '../exit.js';

interface ExportOptions {
  agency: string;
  to: string;
}

const privateFile = 0o600;
const privateFolder = 0o700;

/**
 * `export --agency NAME --to FOLDER`: JSON lines for each table, the listings also as CSV for spreadsheets, and the kept files as
 * they were fetched. Only the user can read the files.
 */
export async function exportAgency(
  context: Context,
  _args: readonly string[],
  { agency, to }: ExportOptions,
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const scope = await agencyOf(agency, view.store);
    if (scope === null) throw unknownAgency(agency);
    await makeFolder(to);
    const rows = await writeTables(scope, to, view);
    const listings = await writeListings(scope, to, view);
    const files = await copySnapshots(scope, to, view);
    const about = {
      connection: scope.connectionId,
      feeds: scope.feeds.map(({ name }) => name),
      exported_at: new Date(view.now).toISOString(),
      rows,
      snapshots: files,
    };
    await writeFile(join(to, 'about.json'), `${JSON.stringify(about, null, 2)}\n`, { mode: privateFile });
    return {
      text: `Everything stored of connection ${scope.connectionId} is in ${to}: ${listings} listings (listings.csv), ${Object.keys(rows).length} tables as JSON lines, ${files.length} kept files. Only you can read it. It holds personal data: delete it when you have handed it over.`,
      json: { export: { folder: to, ...about } },
    };
  });
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: privateFolder });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new CliError(
      code === 'EEXIST' ? 2 : 1,
      code === 'EEXIST'
        ? `The folder ${folder} exists and was not changed. Name a new folder.`
        : `The folder ${folder} cannot be created (${code}). Name one in a folder where you may write.`,
    );
  }
}

/** @returns rows by table */
async function writeTables(
  scope: AgencyScope,
  folder: string,
  { store }: StoreView,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  const files = new Map<string, FileHandle>();
  try {
    for await (const { table, row } of store.agencies.read(scope)) {
      const file = files.get(table) ?? (await open(join(folder, `${table}.jsonl`), 'wx', privateFile));
      files.set(table, file);
      rows[table] = (rows[table] ?? 0) + 1;
      await file.write(`${JSON.stringify(row)}\n`);
    }
  } finally {
    for (const file of files.values()) await file.close();
  }
  return rows;
}

const columns = ['external_id', 'feed', 'in_the_feed', 'at_the_portal', 'public_url', 'title'];
const pageSize = 500;

async function writeListings(
  { connectionId }: AgencyScope,
  folder: string,
  { store, feedName }: StoreView,
): Promise<number> {
  const file = await open(join(folder, 'listings.csv'), 'wx', privateFile);
  try {
    await file.write(`${csvRow(columns)}\r\n`);
    let count = 0;
    for (let after = ''; ;) {
      const page = await store.listings.list({ connectionId, after, limit: pageSize });
      const fresh = page.filter(({ externalId }) => externalId !== after);
      for (const { externalId, feedId, presence, portal, publicUrl, title } of fresh)
        await file.write(`${csvRow([externalId, feedName(feedId), presence, portal, publicUrl, title])}\r\n`);
      count += fresh.length;
      const last = page.at(-1)?.externalId;
      if (last === undefined || last === after || page.length < pageSize) return count;
      after = last;
    }
  } finally {
    await file.close();
  }
}

async function copySnapshots(
  { feeds }: AgencyScope,
  folder: string,
  { store, config }: StoreView,
): Promise<string[]> {
  const spool = createFileSpool(config.dataDir);
  const names: string[] = [];
  for (const { id } of feeds)
    for (const { parts } of await store.snapshots.ofFeed(id))
      for (const { path } of parts) {
        if (names.length === 0) await mkdir(join(folder, 'snapshots'), { mode: privateFolder });
        const name = path.replace(/^snapshots\//, '').replaceAll('/', '-');
        await pipeline(
          spool.read(path),
          createWriteStream(join(folder, 'snapshots', name), { flags: 'wx', mode: privateFile }),
        );
        names.push(`snapshots/${name}`);
      }
  return names;
}

export function unknownAgency(name: string): CliError {
  return new CliError(
    2,
    `There is no connection or feed "${name}". \`feedsync feeds\` lists the feeds and their connections.`,
  );
}
