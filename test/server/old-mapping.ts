import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvText } from '../support/csv-feed.js';
import { ads } from '../support/estate-feed.js';
import { keptMappings } from '../upgrade/kept-files.js';
import type { ApiWorld } from './api-world.js';

const states = [
  'aktivan',
  'povučen',
  'aktivan',
  'rezervisan',
  'PRODATO!',
  'kod notara',
  'aktivan',
  'prodat 3.11.',
];

/** A table of eight homes, each with a word for its state. */
function table(): string {
  const [header = '', ...rows] = csvText(ads(states.length))
    .trimEnd()
    .split(/\r\n(?=A0)/);
  return [`${header};status`, ...rows.map((row, index) => `${row};${states[index] ?? ''}`), ''].join('\r\n');
}

/** A feed `table` whose eight homes were published by the mapping of release 0.1.0, of which the folder holds the present version by now. */
export interface OldMapping {
  connection: string;
  /** The file of the mapping. */
  preset: string;
  remove: () => Promise<void>;
}

export async function feedOnOldMapping(api: ApiWorld): Promise<OldMapping> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-upgrade-'));
  const preset = join(folder, 'csv-header.yaml');
  const { mappings } = await keptMappings();
  await writeFile(preset, mappings['csv-header'] ?? '');
  await writeFile(join(folder, 'estate-sistem.yaml'), await readFile('mappings/estate-sistem.yaml', 'utf8'));
  const { world } = api;
  await world.configure({ mappings: folder });
  const connection = world.sandbox.staff.addConnection({ agency: { name: 'Tabela' } });
  world.at('/table.csv').body = table();
  world.at('/table.csv').headers = { 'content-type': 'text/csv' };
  await world.declare((feeds) => [
    ...feeds,
    ...feeds.slice(0, 1).map((feed) => ({
      ...feed,
      ...{ name: 'table', connection, url: `${world.feedUrl}/table.csv`, mapping: 'csv-header' },
    })),
  ]);
  await api.restart();
  await world.round();
  await writeFile(preset, await readFile('mappings/csv-header.yaml', 'utf8'));
  await api.restart();
  return { connection, preset, remove: () => rm(folder, { recursive: true }) };
}
