import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../cli/command-line.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute, second } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** Times are of the configured zone: the world's clock starts at 10:00 in Belgrade. */
async function worldOf(list: ReturnType<typeof ads>, options: WorldOptions = {}): Promise<void> {
  world = await World.create(options);
  world.feed.body = estateFeed(list);
  await settle();
}

/** Polls, pushes, and ten seconds later reads what became of it. */
async function settle(): Promise<void> {
  await world.round();
  world.clock.advance(10 * second);
  await world.app.engine.tick();
  await world.app.engine.idle();
}

/** What the command opens with; a clock line that was broken is joined. */
async function opening(query: string): Promise<{ sentence: string; clock: string; code: number }> {
  const { out, err, code } = await run(world, 'explain', query);
  const [sentence = '', clock = ''] = (out + err).split('\n\n');
  return { sentence, clock: clock.replace(/\n +→/g, ' →'), code };
}

describe('the clock line of explain', () => {
  it('of a live listing: every step has its time, and the slow one is marked', async () => {
    await worldOf(ads(3));
    world.clock.advance(hour);
    const changed = ad(1, { price: 81_000, updated: '2026-01-15T10:50:00' });
    world.feed.body = estateFeed([changed, ...ads(2, 2)]);
    await settle();
    expect(await opening('A0001')).toEqual({
      code: 0,
      sentence: 'It is on the portal, as its feed has it.',
      clock:
        'changed in the feed 2026-01-15 10:50:00 → read 11:00:10 (10 min later, the slow step) → understood 11:00:10 → queued 11:00:10 → sent 11:00:10 → accepted 11:00:10 → visible 11:00:10',
    });
    // What stood in the feed before anybody read it was not slow.
    expect((await opening('A0002')).clock).toMatch(
      /^changed in the feed 2026-01-10 10:00:00 → read 2026-01-15 10:00:00 → understood 10:00:00 → .* → visible 10:00:00$/,
    );
  });

  it('of one that waits for the hourly budget: since when, and until when', async () => {
    await worldOf(ads(3), { limits: { connection_items_per_hour: 2, max_batch_items: 2 } });
    world.clock.advance(25 * minute);
    const { sentence, clock } = await opening('A0003');
    expect(sentence).toBe(
      'It is not on the portal yet: it waits in the outbox, because the hourly budget of 2 items is spent; there is room again on 2026-01-15 11:00:01.',
    );
    expect(clock).toMatch(
      / → queued 10:00:00 → sent: waiting \(for 25 min, the slow step\): the hourly budget of 2 items is spent; there is room again on 2026-01-15 11:00:01; sent in about 35 min → accepted → visible$/,
    );
  });

  it('of one that cannot be published: it ends where it was not understood', async () => {
    await worldOf([ad(1, { price: 0 }), ...ads(2, 2)]);
    const { sentence, clock, code } = await opening('A0001');
    expect(code).toBe(0);
    expect(sentence).toMatch(/^It is not on the portal: its record cannot be published\. /);
    expect(clock).toMatch(
      / → read 2026-01-15 10:00:00 → understood: waiting \(for 10 s\): its record cannot be published\. \/price.* → queued → sent → accepted → visible$/,
    );
  });

  it('of one in review: the staff’s look is what it waits for', async () => {
    await worldOf(ads(3), { connectionStatus: 'certifying' });
    const { sentence, clock } = await opening('A0001');
    expect(sentence).toBe('It is not on the portal yet: the portal’s staff review it first.');
    expect(clock).toMatch(
      / → accepted 10:00:00 → visible: waiting \(for 10 s\): the portal’s staff review it first$/,
    );
  });

  it('of one that left its feed: from there to its end at the portal, found by its title and its page too', async () => {
    await worldOf([...ads(5), ad(6, { title: 'Đorđeva kuća pod Avalom', district: 'Šumice' })]);
    const page = world.listings().find(({ externalId }) => externalId === 'A0006')?.listingId;
    world.clock.advance(hour);
    world.feed.body = estateFeed(ads(5));
    await settle();
    expect((await opening('A0006')).clock).toBe(
      'last in the feed 2026-01-15 10:00:00 → missed 11:00:10 (60 min later, the slow step) → queued: waiting (for 10 s): it is in grace, 1 complete poll missed it → removed from the portal',
    );
    world.clock.advance(2 * hour);
    await settle();
    const gone = {
      code: 0,
      sentence: 'It is not on the portal: it was removed on 2026-01-15 13:00:20, because it left its feed.',
      clock:
        'last in the feed 2026-01-15 10:00:00 → missed 11:00:10 (60 min later) → queued 13:00:20 (2 h later, the slow step) → removed from the portal 13:00:20',
    };
    for (const query of [
      'A0006',
      'ЂОРЂЕВА КУЋА',
      'sumice',
      'avalom djordjeva',
      `https://portal.sandbox.test/listings/${page}?from=mail`,
    ])
      expect(await opening(query), query).toEqual(gone);
  });

  it('of one that was never in the feed: nothing has happened, and when it may', async () => {
    await worldOf(ads(3));
    const { sentence, clock, code } = await opening('A9999');
    expect(code).toBe(1);
    expect(sentence).toBe(
      'feedsync: Nothing matches "A9999": no feed has had it as an id, code, address, title or street.',
    );
    expect(clock).toMatch(
      /^changed in the feed: waiting: no complete snapshot has had it\. agency: last complete snapshot 10 s ago, next poll in \d+ min → read → understood → queued → sent → accepted → visible$/,
    );
  });

  it('tells programs the same', async () => {
    await worldOf(ads(3), { limits: { connection_items_per_hour: 2, max_batch_items: 2 } });
    const { explanation } = (await run(world, 'explain', 'A0003', '--json')).json() as {
      explanation: { clock: { step: string; state: string }[]; record: object };
    };
    expect(explanation.clock.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'changed done',
      'read done',
      'understood done',
      'queued done',
      'sent waiting',
      'accepted later',
      'visible later',
    ]);
    expect(explanation.clock[1]).toEqual({
      step: 'read',
      state: 'done',
      at: '2026-01-15T09:00:00.000Z',
      took_seconds: null,
      slow: false,
      reason: null,
      why: null,
    });
    expect(explanation.record).toEqual({
      kind: 'mapped',
      codes: ['0003'],
      issues: [expect.objectContaining({ severity: 'warning', pointer: '/location/address_line' })],
      read_at: '2026-01-15T09:00:00.000Z',
      understood_at: '2026-01-15T09:00:00.000Z',
    });
  });
});

describe('explain finds', () => {
  it('a record that never became a listing by words of its title or street, and not what is not in it', async () => {
    await worldOf([ad(1, { price: 0, title: 'Garsonjera pod Avalom', district: 'Šumice' }), ...ads(3, 2)]);
    for (const query of ['garsonjera avalom', 'ШУМИЦЕ']) {
      const { sentence, code } = await opening(query);
      expect([query, code, sentence]).toEqual([
        query,
        0,
        expect.stringMatching(/^It is not on the portal: its record cannot be published\. /),
      ]);
    }
    const { out } = await run(world, 'explain', 'garsonjera avalom');
    expect(out).toMatch(/title\.sr +naslov +Garsonjera pod Avalom/);
    expect((await opening('naslov')).code).toBe(1);
    expect((await opening('garsonjera vračar')).code).toBe(1);
  });

  it('each of the two listings that one record yields, with its own fields', async () => {
    const mapping = join(await mkdtemp(join(tmpdir(), 'feedsync-both-')), 'both.yaml');
    const text = await readFile('mappings/estate-sistem.yaml', 'utf8');
    await writeFile(mapping, text.replace('Prodaja: sale', 'Prodaja: both'));
    try {
      await worldOf(ads(2), { mapping });
      const sale = await run(world, 'explain', 'A0001', '--json');
      const rental = await run(world, 'explain', 'A0001__rent', '--json');
      const amounts = ({ json }: typeof sale): unknown => {
        const { fields } = json().explanation as {
          fields: { path: string; result: unknown; listing?: string }[];
        };
        const last = (path: string): unknown => fields.findLast((entry) => entry.path === path)?.result;
        const listings = new Set(fields.flatMap(({ listing }) => listing ?? []));
        return { price: last('price.amount'), rent: last('rent.amount'), listings: [...listings] };
      };
      expect(amounts(sale)).toEqual({ price: 90_100, rent: null, listings: ['A0001'] });
      expect(amounts(rental)).toEqual({ price: null, rent: 90_100, listings: ['A0001__rent'] });
    } finally {
      await rm(dirname(mapping), { recursive: true });
    }
  });

  it('which outcome kept a record from becoming a listing', async () => {
    const mapping = join(await mkdtemp(join(tmpdir(), 'feedsync-kept-')), 'kept.yaml');
    const text = await readFile('mappings/estate-sistem.yaml', 'utf8');
    const outcome =
      "outcomes:\n  - { when: field('id') == '0001', keep: The agency still writes it. }\n\nfields:";
    await writeFile(mapping, text.replace('\nfields:', `\n${outcome}`));
    try {
      await worldOf(ads(2), { mapping });
      const { out } = await run(world, 'explain', 'A0001');
      expect(out).toMatch(/outcome +outcomes, number 1 +– +keep +The agency still writes it\./);
    } finally {
      await rm(dirname(mapping), { recursive: true });
    }
  });
});
