import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../cli/command-line.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function mapping(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'mapping-')), 'own.yaml');
  await writeFile(path, textOf('naslov'));
  return path;
}

const textOf = (title: string): string => `name: own
version: 1
extends: estate-sistem
format: { secrets: ['OGLASI/@password', telefon_agenta] }
fields: { title.sr: ${title} }
`;

/** With the password of the agency’s software in its root, and the agent’s own number in each ad. */
function feedOf(list: Parameters<typeof estateFeed>[0], password: string): string {
  return estateFeed(list)
    .replace('<OGLASI ', `<OGLASI user="nova" password="${password}" `)
    .replaceAll('<ptt>', '<telefon_agenta>064/555-66-77</telefon_agenta><ptt>');
}

async function kept(): Promise<string[]> {
  const folder = join(world.folder, 'data', 'snapshots', 'agency');
  return Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')));
}

async function serve(body: string, wait = 15 * minute) {
  world.clock.advance(wait);
  world.feed.body = body;
  return (await world.round()).polls[0];
}

describe('what a mapping calls secret', () => {
  it('is in no kept file, and another password is no other feed', async () => {
    world = await World.create({ mapping: await mapping() });
    expect(await serve(feedOf(ads(4), 'tajna-1'))).toMatchObject({ state: 'done', balance: { mapped: 4 } });
    expect(world.live()).toHaveLength(4);
    const [file = ''] = await kept();
    expect(file).toContain('user="nova" password="xxxxxxx"');
    expect(file).toContain('<telefon_agenta>xxxxxxxxxxxxx</telefon_agenta>');
    expect(file).toHaveLength(world.feed.body.length);
    const spent = world.spent();
    expect(await serve(feedOf(ads(4), 'tajna-2'))).toMatchObject({
      state: 'done',
      balance: { unchanged: 4, queued: 0 },
    });
    expect(world.spent()).toBe(spent);
    expect((await kept()).join('')).not.toMatch(/tajna|064\/555/);
  });

  it('stays out of previews and replays, which read the kept file as the first poll did', async () => {
    const path = await mapping();
    world = await World.create({ mapping: path });
    await serve(feedOf(ads(4), 'tajna-1'));
    const preview = await run(world, 'mapping', 'preview', '--feed', 'agency');
    expect(preview).toMatchObject({ code: 0, out: expect.stringContaining('nothing changes') });
    // Another mapping: the kept file is planned again, the source says that it has nothing new.
    await writeFile(path, textOf("{ template: '{naslov}!' }"));
    await world.restart();
    world.clock.advance(15 * minute);
    expect((await world.round()).polls[0]).toMatchObject({ state: 'done', balance: { mapped: 4 } });
    expect(world.payload('A0001').title).toMatchObject({ sr: expect.stringMatching(/!$/) });
    const spent = world.spent();
    // Read as a whole once a day: the fetched file and the kept one are the same records.
    expect(await serve(feedOf(ads(4), 'tajna-1'), 2 * day)).toMatchObject({ balance: { queued: 0 } });
    expect(world.spent()).toBe(spent);
  });
});
