import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute, ManualClock } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { run } from './command-line.js';

/** Every kind of secret that a configuration may hold; none is like anything else. */
const secrets = {
  password: 'Lozinka#1 "sigurna"',
  user: 'korisnik-tajni',
  header: 'bearer-7be1f0c2',
  query: 'tok_4f9d2a',
  path: 'a8c1d7e5f3b2',
  inUrl: 'lozinka-u-adresi',
  webhook: 'whsec_Zm9vYmFyYmF6',
};

let world: World;
beforeAll(async () => {
  world = await World.create({ webhookSecrets: [secrets.webhook] });
  world.feed.body = estateFeed(ads(3));
  await world.declare(([first = {}]) => {
    const base = String(first.url).replace('/feed.xml', '');
    const guarded = `${base.replace('//', `//u:${secrets.inUrl}@`)}/${secrets.path}/feed.xml?token=${secrets.query}`;
    return [
      first,
      {
        ...first,
        name: 'guarded',
        url: guarded,
        id_prefix: 'G',
        headers: { 'X-Feed-Key': secrets.header },
        auth: { user: secrets.user, password: secrets.password },
        constants: { 'description.sr': 'Zovite Anu: ana@agency.example, +381 64 123 4567' },
      },
    ];
  });
  await world.restart();
  await world.round();
  // One of them fails, and says so wherever things are told.
  const failing = world.at(`/${secrets.path}/feed.xml`);
  failing.status = 500;
  world.clock.advance(60 * minute);
  await world.round();
  const { log } = world.app.services;
  log.error('page failed', {
    error: `http://u:${secrets.inUrl}@127.0.0.1/x?token=${secrets.query} ana@agency.example`,
  });
});
afterAll(async () => world.close());

describe('the support bundle', () => {
  let text = '';
  let document: Record<string, unknown> = {};
  beforeAll(async () => {
    const file = join(world.folder, 'bundle.json');
    const ran = await run(world, 'doctor', '--bundle', file, '--json');
    expect(ran.json()).toMatchObject({ bundle: file });
    text = await readFile(file, 'utf8');
    document = JSON.parse(text) as Record<string, unknown>;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('holds what whoever helps has to know', () => {
    expect(document).toMatchObject({
      versions: { node: process.version, feedsync: expect.stringMatching(/^\d/) },
      checks: expect.arrayContaining([expect.objectContaining({ about: 'store', state: 'ok' })]),
      configuration: {
        portal: { keyId: expect.any(String), webhookSecrets: 1 },
        feeds: [{ name: 'agency' }, { name: 'guarded', hasAuth: true, headers: ['X-Feed-Key'] }],
      },
      store: {
        listings: expect.objectContaining({ live: 3 }),
        feeds: [
          { name: 'agency', life: 'active' },
          { name: 'guarded', life: 'stalled' },
        ],
        connections: [{ id: world.connectionId, status: 'active' }],
        runs: expect.arrayContaining([expect.objectContaining({ kind: 'poll', feed: 'guarded' })]),
      },
      logs: expect.arrayContaining([expect.objectContaining({ message: 'page failed' })]),
    });
  });

  it('holds no secret, no payload and nobody’s address', async () => {
    const pem = await readFile(join(world.folder, 'key.pem'), 'utf8');
    const [, keyLine = ''] = pem.split('\n');
    const known = [...Object.values(secrets), keyLine, 'ana@agency.example', '123 4567'];
    for (const secret of known.flatMap((one) => [
      one,
      JSON.stringify(one).slice(1, -1),
      encodeURIComponent(one),
    ]))
      expect(text).not.toContain(secret);
    for (const { payload } of world.listings())
      expect(text).not.toContain((payload?.title as { sr?: string } | undefined)?.sr ?? 'no title');
  });

  it('is never written over another file', async () => {
    const file = join(world.folder, 'bundle.json');
    const ran = await run(world, 'doctor', '--bundle', file);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('exists and was not overwritten')]);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

it('backup FILE copies the store beside the daemon, and says what is in it', async () => {
  const file = join(world.folder, 'copies', 'store.db');
  const ran = await run(world, 'backup', file, '--json');
  expect(ran.json()).toMatchObject({ file, feeds: 2, listings: expect.any(Number) });
  const copy = await openStore(`sqlite:${file}`, { clock: new ManualClock(), readOnly: true });
  expect((await copy.feeds.all()).map(({ name }) => name)).toEqual(['agency', 'guarded']);
  await copy.close();
  const again = await run(world, 'backup', file);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('already')]);
});
