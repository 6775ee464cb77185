import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { changesFeed, changesMapping } from '../support/changes-feed.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';
import { besideDaemon, run, runAlone } from './command-line.js';

let world: World;
afterEach(async () => world.close());

async function worldOf(list: readonly Ad[], options: WorldOptions = {}): Promise<void> {
  world = await World.create(options);
  world.feed.body = estateFeed(list);
  await world.round();
  world.requests();
}

/** Five flats, three of them with central heating; a plot; one without a price. */
const mixed = [
  ...ads(3),
  ad(4, { heating: 'EG' }),
  ad(5, { heating: null }),
  ad(6, { price: 0 }),
  ad(7, { heating: 'Na drva i na sunce' }),
];

/** Writes a file into the world's folder. */
async function file(name: string, text: string): Promise<string> {
  const path = join(world.folder, name);
  await writeFile(path, text);
  return path;
}

interface Previewed {
  preview: {
    records: number;
    listings: number;
    kinds: Record<string, number>;
    samples: Record<string, unknown>[];
    issues: { code: string; count: number; pointer: string; samples: { record: string }[] }[];
    unknown_words: { word: string; pointer: string; count: number; samples: string[] }[];
  };
  cost: Record<
    'altered' | 'added' | 'invalid' | 'taken_off' | 'missing',
    { count: number; samples: string[] }
  > & {
    unchanged: number;
    fields: { pointer: string; count: number }[];
    samples: { external_id: string; differences: unknown[] }[];
    budget: Record<string, number | null>;
  };
}

async function previewed(...options: string[]): Promise<Previewed> {
  const { json, err } = await run(world, 'mapping', 'preview', '--feed', 'agency', ...options, '--json');
  expect(err).toBe('');
  return json() as unknown as Previewed;
}

describe('mapping preview', () => {
  it('shows what the mapping makes of the last file, and that nothing would change', async () => {
    await worldOf(mixed);
    const { preview, cost } = await previewed('--limit', '2');
    expect(preview).toMatchObject({ records: 7, listings: 6, kinds: { mapped: 6, invalid: 1 } });
    expect(preview.samples).toEqual([
      {
        external_id: 'A0001',
        transaction: 'sale',
        title: 'Dvosoban stan broj 1 u mirnoj ulici',
        price: '90100 EUR',
        place: 'Novi Sad',
        category: expect.stringMatching(/stan|apartment/i),
        photos: 2,
      },
      expect.objectContaining({ external_id: 'A0002' }),
    ]);
    expect(preview.issues[0]).toMatchObject({ severity: 'error', count: 1, samples: [{ record: 'A0006' }] });
    expect(preview.unknown_words).toEqual([
      { pointer: '/structure/heating', word: 'Na drva i na sunce', count: 1, samples: ['A0007'] },
    ]);
    expect(cost).toMatchObject({
      altered: { count: 0 },
      added: { count: 0 },
      invalid: { count: 0 },
      taken_off: { count: 0 },
      missing: { count: 0 },
      unchanged: 6,
    });
    const { out, code } = await run(world, 'mapping', 'preview', '--feed', 'agency');
    expect([code, out]).toEqual([0, expect.stringContaining('What it costs: nothing changes.')]);
    expect(world.requests()).toEqual([]);
  });

  it('tells beforehand exactly the listings that one changed table entry sends again', async () => {
    await worldOf(mixed);
    const change = 'tables: { heating: { CG: [Underfloor heating, Podno grejanje] } }';
    const { cost } = await previewed('--with', await file('change.yaml', change));
    expect(cost.altered).toEqual({ count: 3, samples: ['A0001', 'A0002', 'A0003'] });
    expect(cost.fields).toEqual([{ pointer: '/structure/heating', count: 3 }]);
    expect(cost.samples).toMatchObject([
      { external_id: 'A0001', differences: [{ pointer: '/structure/heating' }] },
    ]);
    expect(cost.budget).toMatchObject({ items: 3, own_changes: 3, waiting: 0, needed_seconds: 0 });

    const tables = { heating: { CG: ['Underfloor heating', 'Podno grejanje'] } };
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, tables })));
    await world.restart();
    const { polls } = await world.round();
    expect(polls[0]?.planned.map(({ externalId }) => externalId)).toEqual(['A0001', 'A0002', 'A0003']);
  });

  it('tells what becomes unpublishable, what is taken off, what no record yields any more, and what is new', async () => {
    await worldOf([...mixed, ad(8, { type: 'Nepoznato' })]);
    const text = await readFile('mappings/estate-sistem.yaml', 'utf8');
    const edited = text
      .replace('\nfields:', "\noutcomes:\n  - { when: field('id') == '0001', remove: sold }\n\nfields:")
      .replace('price.amount: {', "price.amount: { when: field('id') != '0002',")
      .replace('source_id: code', "source_id: { template: '{code}' }\nabout_nothing: 1");
    const refused = await run(
      world,
      'mapping',
      'preview',
      '--feed',
      'agency',
      '--mapping',
      await file('bad.yaml', edited),
    );
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('bad.yaml:')]);

    const own = await file('own.yaml', edited.replace('\nabout_nothing: 1', ''));
    const change = await file(
      'change.yaml',
      "where: field('id') != '0003'\ntables: { category: { Nepoznato: [Stan, Apartment] } }",
    );
    const { cost } = await previewed('--mapping', own, '--with', change);
    expect(cost).toMatchObject({
      altered: { count: 0 },
      added: { count: 1, samples: ['A0008'] },
      invalid: { count: 1, samples: ['A0002'] },
      taken_off: { count: 1, samples: ['A0001'] },
      missing: { count: 1, samples: ['A0003'] },
      budget: { items: 1, own_changes: 0 },
    });
  });

  it('says how long the hourly budget needs, with its share for changes of our own, and behind what waits', async () => {
    await worldOf(ads(30), { limits: { connection_items_per_hour: 40, max_batch_items: 20 } });
    const change = await file('change.yaml', 'tables: { heating: { CG: [Gas] } }');
    const { cost } = await previewed('--with', change);
    expect(cost.budget).toEqual({
      items: 30,
      own_changes: 30,
      waiting: 0,
      items_per_hour: 40,
      needed_seconds: 3600,
    });
    const { out } = await run(world, 'mapping', 'preview', '--feed', 'agency', '--with', change);
    expect(out).toContain(
      'That is 30 items; the portal takes 40 an hour, of which changes that do not come from the feed get at most 80 %: it takes up to 60 min.',
    );
    expect(out).toContain('30 listings sent again with other content (A0001, A0002, A0003, …)');

    // What waits for the next hour, and is replaced by the change, is not counted twice.
    world.feed.body = estateFeed([
      ...ads(15),
      ...ads(15, 16).map((one) => ({ ...one, text: `${one.text} Novo.` })),
    ]);
    await world.round();
    const later = await previewed('--with', change);
    expect(later.cost.budget).toMatchObject({ items: 30, waiting: 0, needed_seconds: 3600 });
  });

  it('of a feed of changes, of every record that its files brought', async () => {
    world = await World.create();
    const mapping = await file('changes.yaml', await changesMapping());
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping, kind: 'delta' })));
    await world.restart();
    for (const [index, list] of [ads(2), ads(1, 3)].entries()) {
      world.feed.body = changesFeed({ ads: list, number: index + 1 });
      await world.round();
      world.clock.advance(hour);
    }
    const change = 'tables: { heating: { CG: [Gas] } }';
    const { preview, cost } = await previewed('--with', await file('change.yaml', change));
    expect(preview).toMatchObject({ records: 3, listings: 3 });
    expect(cost).toMatchObject({ altered: { count: 3 }, missing: { count: 0 } });
  });

  it('needs a feed that was read, and says what to do', async () => {
    world = await World.create();
    const unread = await run(world, 'mapping', 'preview', '--feed', 'agency');
    expect([unread.code, unread.err]).toEqual([1, expect.stringContaining('`feedsync sync`')]);
    const unknown = await run(world, 'mapping', 'preview', '--feed', 'nobody');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('There is no feed "nobody"')]);
  });
});

describe('a preset with a newer version', () => {
  let folder: string;
  afterEach(() => rm(folder, { recursive: true }));

  /** A folder of mappings of the test's own, in which the preset is made of two files. */
  async function presets(): Promise<{ own: string; base: string }> {
    folder = await mkdtemp(join(tmpdir(), 'feedsync-presets-'));
    const text = await readFile('mappings/estate-sistem.yaml', 'utf8');
    await writeFile(
      join(folder, 'base.yaml'),
      text.replace(/^name: estate-sistem\nversion: \d+$/m, 'name: base\nversion: 1'),
    );
    await writeFile(join(folder, 'top.yaml'), 'name: top\nversion: 1\nextends: base\n');
    return { own: join(folder, 'top.yaml'), base: join(folder, 'base.yaml') };
  }

  function audited(): unknown[] {
    const store = openSqlite(join(world.folder, 'store', 'feedsync.db'), { readonly: true });
    try {
      return store.prepare('select author, action, data from audit').all();
    } finally {
      store.close();
    }
  }

  async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(from);
    await writeFile(path, text.replace(from, to));
  }

  const toGas = [/CG:\s*\[\s*Centralno grejanje,/, 'CG:\n        [\n          Gas,'] as const;

  it('keeps a feed on the one that it was started with, the mappings that it extends included, until it is moved', async () => {
    const { base } = await presets();
    await worldOf(mixed, { mapping: 'top', config: { mappings: folder } });
    await edit(base, ...toGas);
    await edit(base, 'version: 1', 'version: 2');
    await world.restart();
    expect((await world.round()).polls[0]).toMatchObject({ planned: [] });

    const status = await run(world, 'status');
    expect(status.out).toContain(
      'agency stays on version 1 of base, with which it was started; the mappings folder has version 2.',
    );
    expect((await run(world, 'status', '--json')).json()).toMatchObject({
      feeds: [
        {
          mapping_versions: [
            { name: 'base', version: 1, offered: 2 },
            { name: 'top', version: 1, offered: 1 },
          ],
        },
      ],
    });
    expect((await run(world, 'doctor')).out).toContain(
      'warn  mapping of agency: agency stays on version 1 of base',
    );
    expect((await previewed()).cost.altered.count).toBe(0);

    const dry = await run(world, 'mapping', 'upgrade', '--feed', 'agency', '--dry-run');
    expect(dry.out).toContain('agency: base version 1 → version 2.');
    expect(dry.out).toContain('3 listings sent again with other content (A0001, A0002, A0003)');
    expect(dry.out).toMatch(/A0001 \(Dvosoban stan.*\)\n {2}\/structure\/heating: \S+ → \S+/);
    expect((await world.round()).polls[0]).toMatchObject({ planned: [] });

    const moved = await besideDaemon(world, 'mapping', 'upgrade', '--feed', 'agency', '--json');
    expect(moved.json()).toMatchObject({
      moved: true,
      versions: { base: 2, top: 1 },
      cost: { altered: { count: 3 } },
    });
    expect(audited()).toEqual([
      { author: 'tester', action: 'mapping_upgrade', data: JSON.stringify({ base: 1, top: 1 }) },
    ]);
    const { polls } = await world.round();
    expect(polls[0]?.planned.map(({ externalId }) => externalId)).toEqual(['A0001', 'A0002', 'A0003']);
    expect((await run(world, 'mapping', 'upgrade', '--feed', 'agency')).out).toContain(
      'already has the newest version of its mapping',
    );
  });

  it('counts as it is where the same version was edited, or where the file is named by its path', async () => {
    const { base, own } = await presets();
    await worldOf(mixed, { mapping: 'top', config: { mappings: folder } });
    await edit(base, ...toGas);
    await world.restart();
    expect((await world.round()).polls[0]?.planned).toHaveLength(3);
    await edit(base, 'Gas,', 'Fireplace,');
    await edit(base, 'version: 1', 'version: 2');
    await edit(own, 'version: 1', 'version: 7\ntables: { floor: { words: { ground: 0 } } }');
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping: own })));
    await world.restart();
    expect((await run(world, 'status', '--json')).json()).toMatchObject({
      feeds: [{ mapping_versions: [{ name: 'base', version: 1, offered: 2 }] }],
    });
    expect((await world.round()).polls[0]).toMatchObject({ planned: [] });
  });

  it('is refused where it cannot be used with what the feed says over it, and the feed goes on as before', async () => {
    const { base } = await presets();
    await worldOf(ads(2), {
      mapping: 'top',
      config: { mappings: folder },
      feed: { tables: { heating: { CG: 'Gas' } } },
    });
    await edit(base, /^ {2}heating:$/m, '  warmth:');
    await edit(base, 'table: heating }', 'table: warmth }');
    await edit(base, 'version: 1', 'version: 2');
    const refused = await runAlone(world, 'mapping', 'upgrade', '--feed', 'agency');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('no table "heating"')]);
    expect((await world.round()).polls[0]).toMatchObject({ state: 'unchanged' });
  });
});

describe('feeds export', () => {
  it('writes words, answers and suppressions as YAML, and no address of the source', async () => {
    await worldOf(ads(3), { feed: { tables: { heating: { CG: 'Gas' } } } });
    await runAlone(world, 'suppress', 'A0002', '--reason', 'sold-by-another');
    const at = new Date(world.clock.now()).toISOString();
    const [key, changed] = [{ feed: 'agency', connectionId: world.connectionId }, world.clock.now()];
    const meaning = { kind: 'word', subject: 'heating\ncg', value: 'Klima' } as const;
    await world.app.services.store.feedChanges.add(key, [meaning], 'ana', changed);
    const { out, code } = await run(world, 'feeds', 'export');
    expect(code).toBe(0);
    expect(parse(out)).toEqual({
      feeds: [
        {
          name: 'agency',
          connection: world.connectionId,
          mapping: 'estate-sistem',
          answers: { mandate_attested: true, owner_lives_nearby: false },
          constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
          // What a person gave lies over the file's own, however it is spelt.
          tables: { heating: { cg: 'Klima' } },
        },
      ],
      mapping_versions: { agency: { 'estate-sistem': expect.any(Number) } },
      suppressions: [
        {
          connection: world.connectionId,
          external_id: 'A0002',
          reason: 'sold-by-another',
          until: null,
          author: 'tester',
          at,
        },
      ],
      changes: [
        { feed: 'agency', kind: 'word', table: 'heating', word: 'cg', value: 'Klima', author: 'ana', at },
      ],
    });
    expect((await run(world, 'feeds', 'export', '--feed', 'agency', '--json')).json()).toEqual(parse(out));
  });
});
