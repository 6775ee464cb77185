import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, readSavedPlaces, readSavedVocabulary } from '../../src/sandbox/sandbox.js';
import { runIntents } from '../../src/sync/run-requests.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import { World } from '../support/world.js';
import { run, runAlone, type Ran } from './command-line.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(3));
  await world.round();
  world.clock.advance(minute);
});
afterEach(async () => world.close());

/** Each process draws its own chance from the time of its start. */
function alone(of: World, ...argv: string[]): Promise<Ran> {
  of.clock.advance(minute);
  return runAlone(of, ...argv);
}

/** The command asks, the daemon does it at its next look, the command prints the answer. */
async function beside(...argv: string[]): Promise<Ran> {
  const { intents } = world.app.services.store;
  const state = { running: true };
  const command = run(world, ...argv).finally(() => (state.running = false));
  while (state.running) {
    await new Promise((resolve) => setImmediate(resolve));
    if ((await intents.pending()).length > 0) await runIntents(world.app.services);
    world.clock.advance(250);
  }
  return command;
}

async function listingFile(change: Record<string, unknown>): Promise<string> {
  const file = join(world.folder, 'listing.json');
  const source = { updated_at: '2026-01-01T00:00:00Z' };
  await writeFile(file, JSON.stringify({ ...world.payload('A0001'), source, ...change }));
  return file;
}

describe.each([
  ['alone', alone],
  ['beside a daemon', (_world: World, ...argv: string[]) => beside(...argv)],
])('by hand, %s', (_how, command) => {
  it('suppress keeps a listing off, and unsuppress lets it come back', async () => {
    const suppressed = await command(world, 'suppress', 'A0002', '--reason', 'the owner asked');
    expect(suppressed).toMatchObject({ code: 0, err: '' });
    expect(suppressed.out).toContain('A0002 is removed and suppressed until that is lifted.');
    await world.round();
    expect(world.live()).toEqual(['A0001', 'A0003']);
    expect((await run(world, 'explain', 'A0002')).out).toContain(
      'It is suppressed: it is not published although its feed has it',
    );
    expect((await command(world, 'unsuppress', 'A0002')).code).toBe(0);
    world.clock.advance(minute);
    await world.round();
    expect(world.live()).toHaveLength(3);
  });

  it('put publishes a listing of no feed, and remove takes it off', async () => {
    const put = await command(world, 'put', await listingFile({ external_id: 'hand-1' }), '--json');
    expect(put.json()).toMatchObject({ ok: true, pending: false, external_id: 'hand-1' });
    await world.round();
    expect(world.live()).toContain('hand-1');
    expect((await command(world, 'remove', 'hand-1', '--reason', 'sold')).code).toBe(0);
    await world.round();
    expect(world.live()).not.toContain('hand-1');
  });

  it('resend queues what has a code', async () => {
    const resent = await command(world, 'resend', '--code', 'worker_error');
    expect(resent.out).toContain('0 listings with worker_error are sent again.');
    const unknown = await command(world, 'resend', '--code', 'bad_weather');
    expect(unknown.code).toBe(1);
    expect(unknown.err).toContain('Write one of: unmappable_category');
  });
});

describe('by hand', () => {
  it('refuses what it cannot do, and says what to do instead', async () => {
    const feedOwned = await alone(world, 'remove', 'A0002', '--reason', 'sold');
    expect(feedOwned.code).toBe(1);
    expect(feedOwned.err).toContain('`feedsync suppress A0002 --reason …` keeps it off');
    expect((await run(world, 'suppress', 'nobody', '--reason', 'x')).err).toContain(
      'There is no listing nobody',
    );
    expect((await run(world, 'suppress', 'A0002', '--reason', 'x', '--until', 'soon')).code).toBe(2);
    expect((await run(world, 'put', join(world.folder, 'absent.json'))).err).toContain(
      'cannot be read (ENOENT)',
    );
    const taken = await alone(world, 'put', await listingFile({}));
    expect(taken.err).toContain('A0001 belongs to a feed');
  });

  it.each([
    ['NUL', 'Stan \\u0000 na dan', 'a NUL character at /title/sr'],
    ['a lost character', 'Stan na Zvezdari, 2\ufffd5', 'the mark of a lost character (U+FFFD) at /title/sr'],
    ['half a character', 'Stan na dan \\ud83c', 'half a character (a lone surrogate) at /title/sr'],
  ])('put and validate refuse %s in a text, and say where', async (_, title, sentence) => {
    const file = join(world.folder, 'spoiled.json');
    await writeFile(file, `{ "external_id": "hand-3", "title": { "sr": "${title}" } }`);
    for (const command of ['put', 'validate']) {
      const refused = await alone(world, command, file);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain(`spoiled.json holds ${sentence}; nothing was sent.`);
    }
  });

  it('put refuses a file that is not in UTF-8', async () => {
    const file = join(world.folder, 'windows-1250.json');
    await writeFile(file, Buffer.from('{ "title": { "sr": "Ku\xe6a u Zemunu" } }', 'latin1'));
    const refused = await alone(world, 'put', file);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('is not UTF-8; nothing was sent'),
    ]);
  });

  it('put refuses at once what the portal would refuse to publish', async () => {
    const { price: _price, ...sale } = world.payload('A0001');
    const file = join(world.folder, 'rental.json');
    const rent = { amount: 400, currency: 'EUR', type: 'long_term' };
    const rental = {
      ...sale,
      external_id: 'hand-2',
      transaction: 'rent',
      rent,
      structure: { area_sqm: 54 },
      legal: { mandate_attested: true },
      house_rules: {},
      source: { updated_at: '2026-01-01T00:00:00Z' },
    };
    await writeFile(file, JSON.stringify(rental));
    const refused = await alone(world, 'put', file);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(
      'The portal would not take this listing: /rent/owner_lives_nearby rent.owner_lives_nearby is required to publish a rental. Correct the file',
    );
    await writeFile(file, JSON.stringify({ ...rental, rent: { ...rent, owner_lives_nearby: false } }));
    expect((await alone(world, 'put', file)).code).toBe(0);
    await world.round();
    expect(world.live()).toContain('hand-2');
  });

  it('validate tells what the portal would say, and sends nothing', async () => {
    const good = await run(world, 'validate', await listingFile({ external_id: 'hand-1' }));
    expect(good).toMatchObject({ code: 0 });
    expect(good.out).toContain('The portal would accept 1 listing.');
    const bad = await run(world, 'validate', await listingFile({ category: 'spaceship' }), '--json');
    expect(bad.code).toBe(1);
    expect(bad.json()).toMatchObject({ refused: 1, results: [{ result: 'rejected' }] });
    expect(world.live()).toHaveLength(3);
  });

  it('vocabularies and places are saved as they are for a sandbox portal of its own', async () => {
    const [words, all] = [await run(world, 'vocabularies', '--json'), await run(world, 'places', '--json')];
    const reference = {
      vocabulary: readSavedVocabulary(words.out, 'words.json'),
      places: readSavedPlaces(all.out, 'places.json'),
    };
    const { clock } = world;
    const copy = createSandbox({ clock, random: seededRandom('copy'), shuffleKeys: true, reference });
    let served: unknown;
    copy.staff.setVocabulary((document) => {
      served = structuredClone(document);
      return document;
    });
    world.sandbox.staff.setVocabulary((document) => {
      expect(served).toEqual(document);
      return document;
    });
    expect(reference.places.length).toBeGreaterThan(40);
    expect((await run(world, 'vocabularies', 'heating', '--json')).json()).not.toHaveProperty('document');
  });

  it('batch and disconnect ask the portal', async () => {
    expect((await run(world, 'batch', '99')).err).toContain('There is no batch 99.');
    expect((await run(world, 'batch', '00000000-0000-4000-8000-000000000000')).code).toBe(1);
    const gone = await run(world, 'disconnect', world.connectionId, '--reason', 'moved');
    expect(gone.out).toContain('is revoked; its listings now belong to the agency');
    expect(world.live()).toEqual([]);
  });
});
