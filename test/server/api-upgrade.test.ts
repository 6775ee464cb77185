import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld, type Caller } from './api-world.js';
import { feedOnOldMapping, type OldMapping } from './old-mapping.js';

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
  let old: OldMapping;
  const path = '/feeds/table/mapping/upgrade';

  beforeAll(async () => {
    api = await ApiWorld.create();
    old = await feedOnOldMapping(api);
    const homes = api.world.sandbox.staff.listings(old.connection);
    expect(homes.filter(({ status }) => status === 'live')).toHaveLength(8);
    staff = await api.signedIn('ana', 'operator');
  });
  afterAll(async () => {
    await api.close();
    await old.remove();
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
    const text = await readFile(old.preset, 'utf8');
    await writeFile(old.preset, text.replace(/^version: 2$/m, 'version: 3'));
    const late = await staff.ask('POST', path, { body: { shown } });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('nothing was changed')]);
    await writeFile(old.preset, text);
    const agency = await api.signedIn('b@agency.example', 'agency', [api.b]);
    for (const feed of ['table', 'agency-b', 'nobody']) {
      const of = `/feeds/${feed}/mapping/upgrade`;
      expect((await agency.ask('GET', of)).status).toBe(403);
      expect((await agency.ask('POST', of, { body: { shown } })).status).toBe(403);
    }
    expect((await staff.ask('GET', '/feeds/nobody/mapping/upgrade')).status).toBe(404);
    expect((await staff.get<Upgrade>(path)).moves).toHaveLength(1);
  });

  it('is moved by one request, and asks about what turns sold in one hold, and about the unknown word', async () => {
    const { shown } = await staff.get<Upgrade>(path);
    expect((await staff.ask('POST', path, { body: { shown } })).status).toBe(200);
    await api.world.tick(6_000);
    await api.world.tick(6_000);
    const { holds } = await staff.get<{ holds: unknown[] }>('/holds');
    expect(holds).toMatchObject([
      { kind: 'removals', feed: 'table', count: 4 },
      { kind: 'content', feed: 'table', count: 1 },
    ]);
    expect(await staff.get(path)).toMatchObject({ moves: [], becomes: [], changes: [] });
    const again = await staff.ask('POST', path, { body: { shown } });
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('already')]);
    const { feeds } = await staff.get<Listed>('/feeds');
    expect(feeds.map(({ mapping_gain: gain }) => gain)).toEqual([null, null, null]);
  });
});
