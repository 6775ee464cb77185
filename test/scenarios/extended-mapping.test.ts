import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** The agency's own mapping, which completes one of the package. */
const own = `name: own
version: 1
extends: estate-sistem
fields:
  photos: { identity: { drop_query: [token] }, max: 1 }
`;

describe('a mapping of an agency upon one of the package', () => {
  it('says which part of a photo’s address is new at each export: nothing is sent for it', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'mapping-')), 'own.yaml');
    await writeFile(path, own);
    world = await World.create({ mapping: path });
    const serve = async (token: string, picture = '1') => {
      world.clock.advance(15 * minute);
      const feed = estateFeed(ads(4), `2026-01-15T09:00:${token}`);
      world.feed.body = feed.replaceAll('_1.jpg', `_${picture}.jpg?token=${token}&w=800`);
      return (await world.round()).polls[0];
    };
    await serve('01');
    expect(world.payload('A0001').photos).toEqual([
      { url: 'https://photos.agency.example/A0001_1.jpg?token=01&w=800' },
    ]);
    const spent = world.spent();
    expect(await serve('02')).toMatchObject({ state: 'done', balance: { mapped: 4, queued: 0 } });
    expect(world.spent()).toBe(spent);
    expect(await serve('03', '9')).toMatchObject({ balance: { mapped: 4, queued: 4 } });
    expect(world.payload('A0001').photos).toEqual([
      { url: 'https://photos.agency.example/A0001_9.jpg?token=03&w=800' },
    ]);
  });
});
