import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvText } from '../support/csv-feed.js';
import { ads } from '../support/estate-feed.js';
import { keptMappings } from '../upgrade/kept-files.js';
import { ApiWorld, type Caller } from './api-world.js';

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

interface Upgrade {
  moves: { mapping: string; from: number; to: number }[];
  shown: string;
  problem: string | null;
  becomes: { becomes: string; count: number; sentence: { sr: string } }[];
  changes: { external_id: string; becomes: string; word: string | null }[];
  more: number;
}
interface Listed {
  feeds: { name: string; mapping_gain: { mapping: string; version: number } | null }[];
}

describe('a feed on the mapping of an older release', () => {
  let api: ApiWorld;
  let staff: Caller;
  let folder: string;
  const path = '/feeds/table/mapping/upgrade';
  const preset = (): string => join(folder, 'csv-header.yaml');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feedsync-upgrade-'));
    const { mappings } = await keptMappings();
    await writeFile(preset(), mappings['csv-header'] ?? '');
    await writeFile(
      join(folder, 'estate-sistem.yaml'),
      await readFile('mappings/estate-sistem.yaml', 'utf8'),
    );
    api = await ApiWorld.create();
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
    expect(world.sandbox.staff.listings(connection).filter(({ status }) => status === 'live')).toHaveLength(
      8,
    );
    await writeFile(preset(), await readFile('mappings/csv-header.yaml', 'utf8'));
    await api.restart();
    staff = await api.signedIn('ana', 'operator');
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  it('is marked among the feeds', async () => {
    const { feeds } = await staff.get<Listed>('/feeds');
    expect(feeds.map(({ name, mapping_gain: gain }) => [name, gain])).toEqual([
      ['agency', null],
      ['agency-b', null],
      ['table', { mapping: 'csv-header', version: 2 }],
    ]);
    expect(await staff.get('/feeds/table')).toMatchObject({ mapping_gain: { version: 2 } });
  });

  it('is shown with every listing that the present version changes, sold ones first, and nothing is changed', async () => {
    const shown = await staff.get<Upgrade>(path);
    expect(shown).toMatchObject({
      moves: [{ mapping: 'csv-header', from: 1, to: 2 }],
      problem: null,
      becomes: [
        { becomes: 'sold', count: 2, sentence: { sr: 'uklanja se: prodato' } },
        { becomes: 'withdrawn', count: 1 },
        { becomes: 'hidden', count: 1 },
        { becomes: 'asked', count: 1 },
      ],
      more: 0,
    });
    expect(shown.changes.map(({ external_id: id, becomes, word }) => [id, becomes, word])).toEqual([
      ['A0005', 'sold', 'prodato!'],
      ['A0008', 'sold', 'prodat 3.11.'],
      ['A0002', 'withdrawn', 'povucen'],
      ['A0004', 'hidden', 'rezervisan'],
      ['A0006', 'asked', 'kod notara'],
    ]);
    expect(await staff.get('/holds')).toEqual({ holds: [] });
    expect(await staff.get(path)).toEqual(shown);
    expect(await staff.get('/feeds/agency-b/mapping/upgrade')).toMatchObject({ moves: [], changes: [] });
  });

  it('is not moved to another version than was shown, nor by an agency', async () => {
    const { shown } = await staff.get<Upgrade>(path);
    const text = await readFile(preset(), 'utf8');
    await writeFile(preset(), text.replace(/^version: 2$/m, 'version: 3'));
    const late = await staff.ask('POST', path, { body: { shown } });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('nothing was changed')]);
    await writeFile(preset(), text);
    const agency = await api.signedIn('b@agency.example', 'agency', [api.b]);
    for (const feed of ['table', 'agency-b', 'nobody']) {
      const of = `/feeds/${feed}/mapping/upgrade`;
      expect((await agency.ask('GET', of)).status).toBe(403);
      expect((await agency.ask('POST', of, { body: { shown } })).status).toBe(403);
    }
    expect((await staff.ask('GET', '/feeds/nobody/mapping/upgrade')).status).toBe(404);
    expect((await staff.get<Upgrade>(path)).moves).toHaveLength(1);
  });

  it('is moved by one request, and what turns sold is asked about in one hold', async () => {
    const { shown } = await staff.get<Upgrade>(path);
    expect((await staff.ask('POST', path, { body: { shown } })).status).toBe(200);
    await api.world.tick(6_000);
    await api.world.tick(6_000);
    const { holds } = await staff.get<{ holds: unknown[] }>('/holds');
    expect(holds).toMatchObject([{ kind: 'removals', feed: 'table', count: 4 }]);
    expect(await staff.get(path)).toMatchObject({ moves: [], becomes: [], changes: [] });
    const again = await staff.ask('POST', path, { body: { shown } });
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('already')]);
    const { feeds } = await staff.get<Listed>('/feeds');
    expect(feeds.map(({ mapping_gain: gain }) => gain)).toEqual([null, null, null]);
  });
});
