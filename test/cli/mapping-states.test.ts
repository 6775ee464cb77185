import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Facts } from '../../src/inspect/attention/facts.js';
import { overviewItems } from '../../src/inspect/attention/overview-items.js';
import { mappingHints } from '../../src/mapping/check/hints.js';
import { csvText } from '../support/csv-feed.js';
import { ads } from '../support/estate-feed.js';
import { World } from '../support/world.js';
import { keptMappings } from '../upgrade/kept-files.js';
import { besideDaemon, run } from './command-line.js';

const states = [
  '',
  'Povučen',
  'prodato',
  'Rezervisan',
  'PRODATO!',
  'kod notara',
  'aktivan',
  'Prodat 3.11.',
  'izdato',
  '',
];

/** Rows of the agency's table, each with a status. */
function table(): Buffer {
  const [header = '', ...rows] = csvText(ads(states.length))
    .trimEnd()
    .split(/\r\n(?=A0)/);
  return Buffer.from(
    [`${header};status`, ...rows.map((row, index) => `${row};${states[index] ?? ''}`), ''].join('\r\n'),
  );
}

describe('a feed on a version that compares states with single words', () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feedsync-states-'));
    const { mappings } = await keptMappings();
    await writeFile(join(folder, 'csv-header.yaml'), mappings['csv-header'] ?? '');
    world = await World.create({ mapping: 'csv-header', config: { mappings: folder } });
    world.feed.headers = { 'content-type': 'text/csv' };
    world.feed.body = table();
    await world.round();
    expect(world.live()).toHaveLength(8);
    await writeFile(join(folder, 'csv-header.yaml'), await readFile('mappings/csv-header.yaml', 'utf8'));
    await world.restart();
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  it('stays on it, and doctor and the overview say that it would gain', async () => {
    expect((await world.round()).polls[0]).toMatchObject({ state: 'unchanged' });
    expect(world.live()).toHaveLength(8);
    expect((await run(world, 'doctor')).out).toContain(
      'The new version recognises sold, reserved and withdrawn listings by all usual words',
    );
    const context = { now: world.clock.now(), windowMs: 3_600_000, remindAfterMs: 1, disk: [] };
    const items = await overviewItems(new Facts(world.app.services.store, context));
    expect(items.find(({ kind }) => kind === 'mapping_gain')).toMatchObject({
      subject: 'csv-header 2',
      count: 1,
      sentence: { en: expect.stringContaining('A newer version of the mapping (csv-header 2)') as string },
    });
  });

  it('shows every listing that would change, those that are sold first', async () => {
    const dry = await run(world, 'mapping', 'upgrade', '--dry-run', '--json');
    const [shown] = (dry.json() as { feeds: { feed: string; listings: Record<string, unknown>[] }[] }).feeds;
    expect(shown?.feed).toBe('agency');
    expect(shown?.listings.map(({ external_id: id, becomes, word }) => [id, becomes, word])).toEqual([
      ['A0005', 'sold', 'prodato!'],
      ['A0008', 'sold', 'prodat 3.11.'],
      ['A0002', 'withdrawn', 'povucen'],
      ['A0004', 'hidden', 'rezervisan'],
      ['A0006', 'asked', 'kod notara'],
    ]);
    const { out } = await run(world, 'mapping', 'upgrade', '--feed', 'agency', '--dry-run');
    expect(
      out
        .split('\n')
        .slice(0, 4)
        .map((line) => line.trim().replaceAll(/ {2,}/g, ' | ')),
    ).toEqual([
      'agency: csv-header version 1 → version 2.',
      '',
      'listing | what becomes of it | because of | title',
      expect.stringContaining('A0005 | removed: sold | prodato! | ') as string,
    ]);
    expect(world.live()).toHaveLength(8);
  });

  it('is named to be moved, and what turns sold goes through the guard', async () => {
    expect((await run(world, 'mapping', 'upgrade')).code).toBe(2);
    const moved = await besideDaemon(world, 'mapping', 'upgrade', '--feed', 'agency', '--json');
    expect(moved.json()).toMatchObject({ moved: true, listings: { length: 5 } });
    await world.tick(6_000);
    await world.tick(6_000);
    const holds = await world.app.services.store.holds.open({});
    // The word that the new version does not know is asked about, as the preview says.
    expect(holds).toMatchObject([
      { kind: 'removals', cause: 'upgrade', lineCount: 4, inactiveCount: 1 },
      { kind: 'content', lineCount: 1 },
    ]);
    expect(holds[0]?.reason).toMatch(
      /^The software of feed agency has called 4 listings that are on the portal sold, rented or withdrawn, or reserved or switched off for some time: /,
    );
    expect(world.live()).toContain('A0005');
    expect((await run(world, 'mapping', 'upgrade', '--dry-run')).out).toContain(
      'Every feed has the newest version',
    );
  });

  it('says that they were sold before until the feed calls others sold too', async () => {
    const hold = async (): Promise<unknown> => (await world.app.services.store.holds.open({}))[0];
    const serve = async (text: string): Promise<void> => {
      world.feed.body = Buffer.from(text);
      world.clock.advance(3_600_000);
      await world.round();
    };
    const text = table().toString();
    await serve(text.replace('broj 1 ', 'broj jedan '));
    expect(await hold()).toMatchObject({ cause: 'upgrade', lineCount: 4 });
    await serve(text.replace(/aktivan/, 'prodato'));
    expect(await hold()).toMatchObject({ cause: null, lineCount: 5 });
  });
});

it.each([
  ["outcomes: [{ when: field('status') == 'sold', remove: sold }]", ['2']],
  ["outcomes: [{ when: \"fold(field('status')) in ['sold', 'prodato']\", remove: sold }]", ['2']],
  ["outcomes: [{ when: \"'sold' == status\", remove: sold }, { when: 'true', keep: x }]", ['2']],
  ["outcomes: [{ when: \"matches(field('title'), 'PRODATO')\", remove: sold }]", ['2']],
  ["fields: { state: { const: inactive, when: field('status') == 'reserved' } }", ['2']],
  [
    "fields:\n  state:\n    - { from: x, table: t }\n    - { const: inactive, when: \"field('s').contains('rez')\" }",
    ['5'],
  ],
  ["outcomes: [{ when: field('name()') == 'offer_deleted', remove: withdrawn }]", []],
  ["outcomes: [{ when: field('status') == 'draft', ignore: A draft. }]", []],
  ['outcomes: [{ when: price == null, remove: withdrawn }]', []],
  ['state: { from: status, table: state }', []],
])('a state that is decided by a literal is warned of: %s', (text, lines) => {
  const { literal } = mappingHints(`name: x\n${text}\n`, 'x.yaml', null);
  expect(literal.map(({ line }) => String(line))).toEqual(lines);
});
