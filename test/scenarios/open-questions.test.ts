import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';
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

describe('the headline of init', () => {
  const header = 'naslov;opis;vrsta_ponude;tip_nekretnine;cena_eur;kvadratura;grad;opstina;ulica';
  const row = (index: number, { price = 90_000 + 700 * index, area = 40 + index, town = 'Beograd;Vračar' }) =>
    `Stan broj ${index} kod parka;Svetao stan broj ${index} u mirnoj ulici, odmah useljiv.;Prodaja;Stan;${price};${area};${town};Mirna ${index}`;
  const few = (of: (index: number) => Parameters<typeof row>[1]) =>
    [header, ...[...Array(12).keys()].map((index) => row(index, of(index)))].map((line, index) =>
      index === 0 ? `sifra;${line}` : `A-${index * 31};${line}`,
    );

  /** What `init` counts, and what the first `sync` publishes with its questions answered. */
  async function counts(lines: readonly string[]): Promise<{ ready: number; live: number }> {
    const file = Buffer.from([...lines, ''].join('\n'));
    world = await World.create({});
    await world.round();
    const { vocabulary, places } = await world.app.services.store.reference.known().then((known) => ({
      vocabulary: known?.vocabulary.vocabulary ?? null,
      places: known?.places.places ?? [],
    }));
    if (vocabulary === null) throw new Error('The portal has no words.');
    const portal = { reference: createReference(vocabulary, places), vocabulary, places };
    const proposal = await proposeMapping(file, { portal });
    if (!proposal.ok) throw new Error(proposal.reason);
    await world.close();
    folder = await mkdtemp(join(tmpdir(), 'feedsync-headline-'));
    const mapping = join(folder, 'proposed.yaml');
    await writeFile(mapping, proposal.yaml);
    world = await World.create({
      mapping,
      feed: { answers: answersTo(proposal), constants: constantsOf(proposal) },
    });
    world.feed.body = file;
    await world.round();
    return { ready: proposal.report.readiness.ready, live: live().length };
  }

  const questions = ({ report }: Proposal, section: string) =>
    report.readiness.questions.filter((one) => one.section === section);
  const answersTo = (proposal: Proposal) =>
    Object.fromEntries(questions(proposal, 'answers').map(({ name }) => [name, name === 'mandate_attested']));
  const constantsOf = (proposal: Proposal) =>
    Object.fromEntries(questions(proposal, 'constants').map(({ name, example }) => [name, example]));

  it.each([
    ['places that are not known', 0, few(() => ({ town: 'BGD grad;Vracar centar' }))],
    ['prices that wait until they are confirmed', 10, few((i) => (i < 2 ? { price: 1 } : {}))],
    ['a first file of which most prices wait', 0, few((i) => (i < 8 ? { price: 1 } : {}))],
    [
      'a price that is odd beside the others',
      159,
      [
        `sifra;${header}`,
        ...[...Array(160).keys()].map(
          (i) => `A-${i * 31};${row(i, { price: i === 7 ? 9_200 : 92_000 + 50 * i, area: 50 })}`,
        ),
      ],
    ],
    ['values that the portal refuses', 11, few((i) => (i === 3 ? { price: 20_000_000 } : {}))],
    [
      'rows without an id that are alike',
      26,
      [header, ...[...Array(30).keys()].map((i) => row(i % 28, { price: 90_000 + i, area: 40 }))],
    ],
  ])('is what the first sync publishes, with %s', async (_, expected, lines) => {
    const { ready, live: published } = await counts(lines);
    expect([ready, published]).toEqual([expected, expected]);
  });
});
