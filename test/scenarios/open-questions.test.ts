import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { proposeMapping } from '../../src/inspect/init/index.js';
import { hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
let folder: string;
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Homes to let, in a file that says so nowhere. */
const rentals = [
  'sifra;tip_nekretnine;naslov;opis;cena_eur;grad;ulica;kvadratura',
  ...[1, 2, 3, 4].map(
    (index) =>
      `R-${index * 17};Stan;Lep stan ${index} kod parka;Stan broj ${index} u mirnoj ulici, odmah useljiv.;${400 + index * 10};Novi Sad;Jovana Cvijića ${index};${40 + index}`,
  ),
  '',
].join('\n');

/** The feed as `init` proposes it, with constants that the agency has answered. */
async function setUp(): Promise<(constants: Record<string, string>) => Promise<void>> {
  const proposal = await proposeMapping(Buffer.from(rentals));
  if (!proposal.ok) throw new Error(proposal.reason);
  folder = await mkdtemp(join(tmpdir(), 'feedsync-questions-'));
  const mapping = join(folder, 'proposed.yaml');
  await writeFile(mapping, proposal.yaml);
  const known = { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' };
  const answers = { mandate_attested: true, owner_lives_nearby: false };
  world = await World.create({ mapping, feed: { answers, constants: known } });
  world.feed.body = Buffer.from(rentals);
  await world.round();
  return async (constants) => {
    await world.declare((feeds) => feeds.map((one) => ({ ...one, constants: { ...known, ...constants } })));
    await world.restart();
    world.clock.advance(2 * hour);
    await world.round();
  };
}

const live = () => world.sandbox.staff.listings(world.connectionId);

async function issueCodes(): Promise<string[]> {
  const invalid = await world.app.services.store.records.invalid(null, 100);
  return invalid.flatMap(({ issues }) => issues.map(({ code, pointer }) => `${code} ${pointer}`));
}

it('publishes nothing of a file that says neither sale nor rent until the agency has answered', async () => {
  const answer = await setUp();
  expect(live()).toEqual([]);
  expect(new Set(await issueCodes())).toEqual(new Set(['answer_missing /transaction']));
  expect((await world.attention()).map(({ kind, count }) => [kind, count])).toEqual([['unanswered_fact', 4]]);
  await answer({ transaction: 'rent' });
  expect(live().map(({ payload }) => payload?.transaction)).toEqual(['rent', 'rent', 'rent', 'rent']);
  expect(await world.attention()).toEqual([]);
});

it('parks what the agency does not know, asks its partner, and releases it with the partner’s answer', async () => {
  const answer = await setUp();
  await answer({ transaction: 'ask_partner' });
  expect(live()).toEqual([]);
  expect(new Set(await issueCodes())).toEqual(new Set(['partner_asked /transaction']));
  expect((await world.attention()).map(({ kind, count }) => [kind, count])).toEqual([['partner_asked', 4]]);
  await answer({ transaction: 'rent' });
  expect(live()).toHaveLength(4);
  expect(await world.attention()).toEqual([]);
});
