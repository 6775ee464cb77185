import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvText } from '../support/csv-feed.js';
import { ads } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { ApiWorld, type Caller } from './api-world.js';

let api: ApiWorld;
let agency: Caller;
let connection: string;

/** Rows of the agency's table, each with a status. */
function table(...states: string[]): Buffer {
  const [header = '', ...rows] = csvText(ads(states.length, 101))
    .trimEnd()
    .split(/\r\n(?=A0)/);
  return Buffer.from(
    [`${header};status`, ...rows.map((row, index) => `${row};${states[index] ?? ''}`), ''].join('\r\n'),
  );
}

beforeAll(async () => {
  api = await ApiWorld.create();
  api.world.at('/c.csv').body = table(
    'Aktivan',
    'REZERVISANO!',
    'prodato 15.11.2026.',
    'Kod notara',
    'kod notara',
  );
  api.world.at('/c.csv').headers = { 'content-type': 'text/csv' };
  connection = api.world.sandbox.staff.addConnection({ agency: { name: 'C nekretnine' } });
  await api.world.declare(([feed, ...feeds]) => [
    ...(feed === undefined ? [] : [feed]),
    ...feeds,
    {
      ...feed,
      name: 'agency-c',
      connection,
      mapping: 'csv-header',
      url: String(feed?.url).replace('/feed.xml', '/c.csv'),
    },
  ]);
  await api.restart();
  await api.world.round();
  agency = await api.signedIn('c@agency.example', 'agency', [connection]);
});
afterAll(async () => api.close());

interface Words {
  unknown: number;
  fields: {
    field: string;
    table: string;
    list: string;
    words: { word: string; count: number; source: string | null; target: unknown }[];
  }[];
}

const words = async (): Promise<Words['fields'][number] | undefined> =>
  (await agency.get<Words>('/feeds/agency-c/words')).fields.find(({ field }) => field === 'state');
/** The states of the listings that the portal holds. */
const states = (): Record<string, unknown> =>
  Object.fromEntries(
    api.world.sandbox.staff
      .listings(connection)
      .map(({ externalId, payload }) => [externalId, payload?.state]),
  );

describe('words of the state of a listing', () => {
  it('are shown with what they mean, and the unknown one first', async () => {
    const found = await words();
    expect(found).toMatchObject({ table: 'state', list: 'state' });
    expect(found?.words.map(({ word, count, target, source }) => [word, count, target, source])).toEqual([
      ['Kod notara', 2, null, null],
      ['aktivan', 1, { key: 'active', label: 'U ponudi' }, 'mapping'],
      [
        'rezervisano!',
        1,
        { key: 'inactive', label: 'Rezervisano ili isključeno (oglas se skriva)' },
        'mapping',
      ],
      ['prodato 15.11.2026.', 1, { key: 'sold', label: 'Prodato (oglas se uklanja)' }, 'mapping'],
    ]);
    expect(states()).toMatchObject({ A0101: 'active', A0102: 'inactive' });
    expect(states()).not.toHaveProperty('A0103');
  });

  it('get one of the states, in Serbian and English, and nothing else', async () => {
    const { fields } = await agency.get<{
      fields: { field: string; entries: { key: string; labels: string[] }[] }[];
    }>('/vocabulary');
    const entries = fields.find(({ field }) => field === 'state')?.entries ?? [];
    expect(entries.map(({ key, labels }) => [key, labels.length])).toEqual(
      ['active', 'inactive', 'ignore', 'sold', 'rented', 'withdrawn', 'expired'].map((key) => [key, 2]),
    );
    const give = (key: string) =>
      agency.ask('PUT', '/feeds/agency-c/words', {
        body: { words: [{ table: 'state', word: 'Kod notara', key }] },
      });
    const wrong = await give('gone');
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining('The list state has no gone') as string,
    ]);
    expect((await give('inactive')).status).toBe(200);
    await api.world.tick(minute);
    await api.world.round();
    expect((await words())?.words.find(({ word }) => word === 'kod notara')).toMatchObject({
      count: 2,
      target: { key: 'inactive' },
      source: 'person',
    });
    expect((await agency.get<Words>('/feeds/agency-c/words?unknown=true')).unknown).toBe(0);
    expect(states()).toMatchObject({ A0104: 'inactive', A0105: 'inactive' });
  });
});
