import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { run } from '../cli/command-line.js';

let world: World;
afterEach(async () => world.close());

async function later(ms: number): ReturnType<World['round']> {
  world.clock.advance(ms);
  return world.round();
}

async function quality(): Promise<{ code: string; count: number; advice: string }[]> {
  const { quality: found } = (await run(world, 'quality', '--json')).json();
  // The mapping has the settlement stand in for a street: the last line of each feed here.
  const findings = found as { code: string; count: number; advice: string }[];
  return findings.filter(({ code }) => code !== 'fallback_used');
}

describe('what looks wrong in a feed', () => {
  it('is flagged and counted where people look, and corrected by nobody', async () => {
    world = await World.create();
    world.feed.body = estateFeed([
      ad(1, { price: 325, area: '75.00' }),
      ad(2, { text: 'Lep stan blizu centra, pozovite 064/123-45-67 za razgledanje.' }),
      ad(3),
    ]);
    await world.round();
    expect(world.live()).toEqual(['A0002', 'A0003']);
    expect(await quality()).toMatchObject([
      {
        feed: 'agency',
        code: 'doubt_offer_mismatch',
        pointer: '/price/amount',
        count: 1,
        of: 3,
        samples: [{ external_id: 'A0001', source_id: 'A0001', value: '325 EUR' }],
      },
      { code: 'contacts_in_text', pointer: '/description/sr', count: 1, samples: [{ value: null }] },
    ]);
    const told = (await run(world, 'quality', '--feed', 'agency')).out;
    expect(told).toContain('A value changes only when the mapping changes it.');
    expect(told).toContain('strip_contacts: true');
    const status = (await run(world, 'status')).out;
    expect(status).toContain('agency: 1 value waits for a confirmation: see `feedsync holds`');
    expect(status).toContain(
      'agency has doubtful values (doubt_offer_mismatch 1, contacts_in_text 1): see `feedsync quality --feed agency`',
    );
    expect((await run(world, 'status', '--json')).json()).toMatchObject({ feeds: [{ in_doubt: 1 }] });
    const explained = await run(world, 'explain', 'A0001');
    expect(explained.out).toContain('It is not on the portal yet. Price 325 EUR: ');
    expect(explained.out).toMatch(
      /warning doubt_offer_mismatch: price 325 EUR: the figure fits a rental.*`feedsync confirm A0001 --field price`/,
    );
    expect((await run(world, 'explain', 'A0001', '--json')).json()).toMatchObject({
      explanation: { doubts: [{ rule: 'offer_mismatch', value: '325 EUR', live: null, past: [] }] },
    });

    // Counted anew once it is put right.
    world.feed.body = estateFeed(ads(3));
    await later(2 * hour);
    expect(await quality()).toEqual([]);
    expect((await run(world, 'status', '--json')).json()).toMatchObject({
      feeds: [{ doubts: [], in_doubt: 0 }],
    });
  });

  it('is never said to be nothing while its file is asked about, or was not taken over', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(10));
    await world.round();
    expect((await run(world, 'quality')).out).not.toContain('Hold');
    const bare = ads(10).map((one) => ({ ...one, photos: 0 }));
    world.feed.body = estateFeed(bare);
    await later(hour);
    const [hold] = await world.app.services.store.holds.open({ kind: 'plan' });
    const asked = await run(world, 'quality');
    expect(asked.out).toContain(`Hold ${hold?.id} waits for a decision: ${hold?.reason}`);
    expect((await run(world, 'quality', '--json')).json()).toMatchObject({
      waits: [{ feed: 'agency', hold: hold?.id, reason: hold?.reason }],
    });
    world.feed.body = estateFeed(ads(10)).slice(0, -20);
    await later(hour);
    const reason = (await world.app.services.store.feeds.byName('agency'))?.stallReason;
    expect((await run(world, 'quality')).out).toContain(`Its last file was not taken over: ${reason}`);
  });

  it('of listings that are live is shown by `--preview-rules`, which changes nothing', async () => {
    world = await World.create({ feed: { content_guard: 'report' } });
    world.feed.body = estateFeed([ad(1, { price: 325, area: '75.00' }), ad(2, { price: 111 }), ad(3)]);
    await world.round();
    expect(world.live()).toHaveLength(3);
    const preview = await run(world, 'quality', '--preview-rules', '--feed', 'agency');
    expect(preview.out).toMatch(/1 listing {2}placeholder .*\n.*A0002 .*price 111 EUR: such a figure/);
    expect((await run(world, 'quality', '--preview-rules', '--json')).json()).toMatchObject({
      preview: [
        {
          feed: 'agency',
          rules: [
            { rule: 'placeholder', count: 1, examples: [{ external_id: 'A0002', value: '111 EUR' }] },
            {
              rule: 'offer_mismatch',
              count: 1,
              examples: [{ external_id: 'A0001', causes: ['reads_like_rent', 'thousands_lost', 'per_sqm'] }],
            },
          ],
        },
      ],
    });
    // A feed that lets doubtful values through counts them.
    expect((await quality()).map(({ code, count }) => [code, count])).toEqual(
      expect.arrayContaining([
        ['doubt_placeholder', 1],
        ['doubt_offer_mismatch', 1],
      ]),
    );
    expect((await run(world, 'status')).code).toBe(0);
    expect((await run(world, 'explain', 'A0001')).out).toContain('It is on the portal, as its feed has it.');
  });

  it('is previewed as the rules would hold it against what was live before, in a feed that only counts', async () => {
    world = await World.create({ feed: { content_guard: 'report' } });
    world.feed.body = estateFeed(ads(6));
    await world.round();
    const changed = [
      ad(1, { price: 500_000 }),
      ad(2, { area: '540.00' }),
      ad(3, { price: 90_310 }),
      ad(4),
      ad(5, { price: 111 }),
      ad(6),
      ad(7, { price: 11 }),
    ];
    world.feed.body = estateFeed(changed);
    await later(hour);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 500_000 } });
    const rules = async (): Promise<unknown[]> => {
      const { preview } = (await run(world, 'quality', '--preview-rules', '--json')).json() as {
        preview: { rules: { rule: string; count: number; live: { count: number }; examples: unknown[] }[] }[];
      };
      return preview.flatMap(({ rules: of }) => of.map(({ rule, count, live }) => [rule, count, live.count]));
    };
    const before = await world.app.services.store.content.feeds();
    const expected = [
      ['placeholder', 2, 0],
      ['jump', 1, 0],
      ['area', 1, 0],
    ];
    expect(await rules()).toEqual(expect.arrayContaining(expected));
    expect(await world.app.services.store.content.feeds()).toEqual(before);
    // What is confirmed is held by none, and a feed that holds shows what is open.
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, content_guard: 'hold' })));
    await world.restart();
    world.feed.body = estateFeed(changed.map((one) => (one.code === 'A0004' ? { ...one, price: 1 } : one)));
    await later(hour);
    const { out } = await run(world, 'quality', '--preview-rules');
    expect(out).toMatch(/1 listing {2}placeholder .*\n.*A0004 .*price 1 EUR/);
    expect(out).toContain('values that are live and stay so');
    expect(await rules()).toEqual(expect.arrayContaining([['placeholder', 1, 2]]));
  });

  it('of a listing that is live stays out of sight of visitors, and is reported', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    await world.round();
    world.feed.body = estateFeed([ad(1, { price: 95 }), ...ads(2, 2)]);
    await later(hour);
    const { out } = await run(world, 'explain', 'A0001');
    expect(out).toMatch(
      /^It is on the portal, but not all as its feed has it\. Price 95 EUR: .* The portal keeps 90,100 EUR/,
    );
  });
});

describe('photo addresses that change at each export in several query keys', () => {
  const exported = (token: number): string =>
    estateFeed(ads(6).map((one, day) => ({ ...one, updated: `2026-01-0${day + 1}T10:00:00` }))).replaceAll(
      '.jpg]]',
      `.jpg?t=${token}&s=${token * 7}]]`,
    );

  it('are noticed by the second export, and the rule that is proposed ends it', async () => {
    world = await World.create();
    world.feed.body = exported(1_700_000_001);
    await world.round();
    expect(await quality()).toEqual([]);
    const spent = world.spent();
    world.feed.body = exported(1_700_000_900);
    await later(15 * minute);
    expect(world.spent() - spent).toBe(6);
    const [finding] = await quality();
    expect(finding).toMatchObject({ code: 'photo_urls_change', count: 6 });
    expect(finding?.advice).toContain('identity: { drop_query: [s, t] }');

    const file = join(world.folder, 'with-identity.yaml');
    await writeFile(
      file,
      'extends: estate-sistem\nname: with-identity\nversion: 1\nfields:\n  photos:\n    identity: { drop_query: [t, s] }\n',
    );
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping: file })));
    await world.restart();
    await later(15 * minute);
    const since = world.spent();
    for (const token of [1_700_001_800, 1_700_002_700]) {
      world.feed.body = exported(token);
      await later(hour);
    }
    expect(world.spent()).toBe(since);
    expect(await quality()).toEqual([]);
  });
});
