import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { FetchError } from '../../src/platform/http/fetcher.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { run } from '../cli/command-line.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { altered } from '../support/altered.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

const address = (photo: string): string => `https://photos.agency.example/${photo}.jpg`;

/** A feed of one flat. @param photos names of its photos, each with a caption or without: `a`, `b Osnova` */
function feed(photos: readonly string[], price = 90_000): string {
  const images = photos.map((photo) => {
    const [name = '', caption = ''] = photo.split(' ');
    return `<slika><url>${address(name)}</url><title>${caption}</title></slika>`;
  });
  return estateFeed([ad(1, { photos: 0, price })]).replace(
    '<slike></slike>',
    `<slike>${images.join('')}</slike>`,
  );
}

async function send(photos: readonly string[], price?: number): Promise<string[]> {
  world.feed.body = feed(photos, price);
  await world.round();
  const { photos: shown = [] } = world.payload('A0001') as { photos?: { url: string }[] };
  return shown.map(({ url }) => /(\w+)\.jpg$/.exec(url)?.[1] ?? url);
}

/** Without that of the mapping, which has the settlement stand in for a street. */
async function qualityFindings(): Promise<unknown[]> {
  const { quality } = (await run(world, 'quality', '--json')).json() as { quality: { code: string }[] };
  return quality.filter(({ code }) => code !== 'fallback_used');
}

describe('a query key of all photos that changes at each export', () => {
  const codes = [1, 2, 3, 4];
  /** @param own values of the key for single photos */
  const exported = (
    value: number,
    own: Readonly<Record<string, number | string>> = {},
    price = 90_000,
  ): string =>
    estateFeed(codes.map((code) => ad(code, { price: price + code }))).replaceAll(
      /(A\d{4}_\d)\.jpg/g,
      (_, photo: string) => `${photo}.jpg?t=${own[photo] ?? value}`,
    );

  /** How many items the portal gets for this file. */
  async function sent(text: string): Promise<number> {
    const before = world.spent();
    world.feed.body = text;
    world.clock.advance(15 * minute);
    await world.round();
    return world.spent() - before;
  }

  const found = qualityFindings;

  it('is no change, is named, and hides no other change', async () => {
    world = await World.create();
    expect(await sent(exported(1_700_000_001))).toBe(4);
    expect(await sent(exported(1_700_000_002))).toBe(0);
    expect(await found()).toMatchObject([{ code: 'photo_token', count: 4, of: 4 }]);
    expect(await sent(exported(1_700_000_003))).toBe(0);
    // Another photo, beside the new value.
    expect(await sent(exported(1_700_000_004).replace('A0002_2.jpg', 'A0002_9.jpg'))).toBe(1);
    expect(JSON.stringify(world.payload('A0002').photos)).toContain('A0002_9.jpg?t=1700000004');
    // Another price: the new addresses go with it.
    expect(await sent(exported(1_700_000_005, {}, 95_000).replace('A0002_2.jpg', 'A0002_9.jpg'))).toBe(4);
    expect(JSON.stringify(world.payload('A0001').photos)).toContain('t=1700000005');
    expect(await found()).toMatchObject([{ code: 'photo_token' }]);
  });

  it('counts where it changes in some photos alone, also once it did not count', async () => {
    world = await World.create();
    await sent(exported(1));
    expect(await sent(exported(1, { A0001_1: 2, A0001_2: 2 }))).toBe(1);
    expect(await found()).toEqual([]);
    expect(await sent(exported(3))).toBe(0);
    expect(await sent(exported(3, { A0003_1: 4, A0003_2: 4 }))).toBe(1);
    expect(await found()).toEqual([]);
  });
});

describe('a listing that loses all its photos', () => {
  it('is warned of and counted for as long as it has none', async () => {
    world = await World.create();
    await send(['a', 'b', 'c']);
    const found = qualityFindings;
    expect(await found()).toEqual([]);
    await send([]);
    const lost = {
      code: 'photos_lost',
      count: 1,
      of: 1,
      message: expect.stringContaining('all its 3 photos'),
    };
    expect(await found()).toMatchObject([lost]);
    await send([], 95_000);
    expect(await found()).toMatchObject([lost]);
    expect((await run(world, 'explain', 'A0001')).out).toContain('lost all its 3 photos');
    await send(['d']);
    expect(await found()).toEqual([]);
    await send([], 96_000);
    expect(await found()).toMatchObject([
      { code: 'photos_lost', message: expect.stringContaining('its only photo') },
    ]);
  });

  it('is none where it never had one', async () => {
    world = await World.create();
    await send([]);
    await send([], 95_000);
    expect(await qualityFindings()).toEqual([]);
  });
});

describe('photos with http addresses', () => {
  const host = 'photos.agency.example';
  const insecure = (text: string): string => text.replaceAll('https://photos', 'http://photos');
  let asked: string[];
  let status: number | null;

  /** The servers of photos: they answer with this status, or not at all. */
  function answerWith(first: number | null): void {
    [asked, status] = [[], first];
    const { services } = world.app;
    const { fetcher } = services;
    altered(services).fetcher = {
      open: (request) => {
        if (!request.url.host.endsWith(host)) return fetcher.open(request);
        asked.push(`${request.method ?? 'GET'} ${request.url.protocol}//${request.url.host}`);
        if (status === null) return Promise.reject(new FetchError('connect', 'no answer'));
        return Promise.resolve({ status, headers: {}, body: Readable.from([]) });
      },
    };
  }

  async function poll(text: string, ms = 15 * minute): Promise<void> {
    world.feed.body = text;
    await world.later(ms);
  }

  const shown = (id: string): string[] =>
    ((world.payload(id) as { photos?: { url: string }[] }).photos ?? []).map(({ url }) => url);
  const warnings = async (id: string): Promise<string> => (await run(world, 'explain', id)).out;

  it('become https once their host answered, whatever it said; each host is asked once a day', async () => {
    world = await World.create();
    answerWith(404);
    await poll(insecure(estateFeed(ads(3))));
    expect(shown('A0001')).toEqual([address('A0001_1'), address('A0001_2')]);
    await poll(insecure(estateFeed([...ads(2), ad(3, { price: 95_000 })])));
    expect(asked).toEqual([`HEAD https://${host}`]);
    await poll(world.feed.body as string, 25 * hour);
    expect(asked).toHaveLength(2);
  });

  it('are left out and counted without an answer, stay where they are live, and come with the answer', async () => {
    world = await World.create();
    answerWith(null);
    await poll(estateFeed([ad(1)]));
    await poll(insecure(estateFeed([ad(1, { price: 95_000 }), ad(2)])));
    expect(shown('A0001')).toEqual([address('A0001_1'), address('A0001_2')]);
    expect(shown('A0002')).toEqual([]);
    expect(await warnings('A0002')).toContain('2 photos are left out');
    // The file stays the same: the answer alone is new.
    status = 200;
    await world.later(25 * hour);
    expect(shown('A0002')).toEqual([address('A0002_1'), address('A0002_2')]);
    expect(await warnings('A0002')).not.toContain('photos are left out');
    // Later it answers no more: what is live stays.
    status = null;
    await world.later(25 * hour);
    expect(shown('A0002')).toEqual([address('A0002_1'), address('A0002_2')]);
    expect(world.live()).toHaveLength(2);
  });

  it('of more than 20 hosts are left out until another day', async () => {
    world = await World.create();
    answerWith(200);
    const text = insecure(estateFeed(ads(23))).replaceAll(
      /http:\/\/(photos\.agency\.example\/A00(\d\d))/g,
      'http://h$2.$1',
    );
    await poll(text);
    const bare = (): number => world.live().filter((id) => shown(id).length === 0).length;
    expect([asked.length, bare()]).toEqual([20, 3]);
    await poll(text, 25 * hour);
    await poll(text, 25 * hour);
    expect(bare()).toBe(0);
  });
});

describe('the cover of a live listing', () => {
  it('stays until its photos change, whatever a rule says now', async () => {
    world = await World.create();
    expect(await send(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    // The rule for floor plans would put the first photo last.
    expect(await send(['a Osnova', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(await send(['a Osnova', 'b', 'c'], 95_000)).toEqual(['a', 'b', 'c']);
    expect(await send(['a Osnova', 'b', 'c', 'd'])).toEqual(['b', 'c', 'd', 'a']);
    expect(await send(['a Osnova', 'c', 'b', 'd'])).toEqual(['c', 'b', 'd', 'a']);
  });

  it.skipIf(World.stores !== null)('stays after an upgrade from a release that remembered less', async () => {
    world = await World.create();
    await send(['a', 'b', 'c']);
    const { store } = world.app.config;
    if (store.kind !== 'sqlite') throw new Error('this test opens the file of the store');
    const file = openSqlite(store.path);
    file.exec('update payload set photo_source = null');
    file.close();
    expect(await send(['a Osnova', 'b', 'c'], 95_000)).toEqual(['a', 'b', 'c']);
    expect(await send(['a Osnova', 'b', 'c'], 96_000)).toEqual(['a', 'b', 'c']);
    expect(await send(['a Osnova', 'b', 'd'])).toEqual(['b', 'd', 'a']);
  });
});
