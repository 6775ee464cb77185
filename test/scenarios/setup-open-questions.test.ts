import { afterEach, describe, expect, it } from 'vitest';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { currentStatement } from '../../src/texts/statements.js';
import { besideDaemon, run } from '../cli/command-line.js';
import { ad, estateFeed, type Ad } from '../support/estate-feed.js';
import { World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

/** Brings an agency whose file has these ads. */
async function bring(ads: readonly Ad[]): Promise<void> {
  world = await World.create();
  await world.round();
  world.at('/novi.xml').body = estateFeed(ads);
  const feed = { url: `${world.feedUrl}/novi.xml` };
  const agency = { name: 'novi', title: 'Novi', email: 'a@novi.example', language: 'en' as const, feed };
  await world.app.services.store.setups.add(agency, 'partner', world.clock.now());
  await world.tick(1_000);
}

interface Shown {
  ready: string;
  /** Open questions, with the number of listings that wait for each. */
  waits: string[];
  tooLarge: string[];
}

async function show(): Promise<Shown> {
  const { out } = await run(world, 'agencies', 'show', 'novi');
  return {
    ready: /; (.*) ready/.exec(out)?.[1] ?? out,
    waits: [...out.matchAll(/(\d+) listings wait for: (.*)/g)].map(([, count, what]) => `${count} ${what}`),
    tooLarge: [...out.matchAll(/(\d+) × {2}Too large/g)].map(([, count = '']) => count),
  };
}

const fact = (kind: 'mandate' | 'owner_nearby', value: boolean): object => ({
  ...{ value, version: currentStatement(kind).version, language: 'en', name: 'Ana', role: 'director' },
});

/** A statement about the listings of these records. */
const ofSome = (value: { yes: string[]; no: string[]; rules?: object[] }): object => ({
  ...{ value, version: currentStatement('owner_nearby_some').version },
  ...{ language: 'en', name: 'Ana', role: 'director' },
});

async function answer(answers: Record<string, unknown>): Promise<Shown> {
  const payload = { step: 'answer', agency: 'novi', answers };
  const request = { kind: 'setup', payload, author: 'test' } as const;
  expect(await executeDecision(request, world.app.services)).toMatchObject({ ok: true });
  await world.tick(1_000);
  return show();
}

const inDinars = [
  ...[1, 2, 3, 4].map((number) => ad(number, { price: 25_000_000 })),
  ad(5, { sale: false, price: 60_000 }),
  ad(6, { price: 3_000_000_000 }),
];
const priceWaits = '5 currency of the price';
const rentWaits = ['1 currency of the rent', '1 kind of rental'];

describe('the reading of an agency’s file assumes nothing that the agency was not asked', () => {
  it('a price in dinars is not too large before the currency is known; one that is too large in any currency is', async () => {
    await bring(inDinars);
    expect(await show()).toMatchObject({ ready: '5 are', tooLarge: ['1'] });
    expect(await answer({ choices: { 'price.currency': 'EUR' } })).toMatchObject({ tooLarge: ['5'] });
    expect(await answer({ choices: { 'price.currency': 'RSD' } })).toMatchObject({
      ready: '5 are',
      tooLarge: ['1'],
    });
  });

  it('what is answered no longer waits, and what is not still does', async () => {
    await bring(inDinars);
    const others = ['6 mandate', ...rentWaits, '1 owner nearby'];
    const waits = async (shown: Promise<Shown>): Promise<string[]> => (await shown).waits.sort();
    expect(await waits(show())).toEqual([priceWaits, ...others].sort());
    expect(await waits(answer({ choices: { 'price.currency': 'RSD' } }))).toEqual(others.sort());
    const facts = { mandate: fact('mandate', true), owner_nearby: fact('owner_nearby', false) };
    expect(await waits(answer(facts))).toEqual([...rentWaits].sort());
    const choices = { 'rent.currency': 'RSD', 'rent.type': 'long_term' };
    expect(await waits(answer({ choices }))).toEqual([]);
  });

  it('a listing is ready until its mandate is denied', async () => {
    await bring([ad(1), ad(2)]);
    expect(await show()).toMatchObject({ ready: 'all are' });
    expect((await answer({ mandate: fact('mandate', false) })).ready).not.toBe('all are');
    expect(await answer({ mandate: fact('mandate', true) })).toMatchObject({ ready: 'all are' });
  });

  it('a fact that differs is stated of the listings that are named, word for word, and asked of each new one', async () => {
    const rental = (number: number): Ad => ad(number, { sale: false, price: 450 });
    await bring([ad(1), rental(2), rental(3)]);
    expect((await show()).waits).toContain('2 owner nearby');
    const owners = { yes: ['A0002'], no: ['A0003'] };
    expect((await answer({ owner_nearby: ofSome(owners) })).waits).not.toContain('2 owner nearby');
    const { setups } = world.app.services.store;
    expect((await setups.statements('novi')).map(({ value, sentence }) => [value, sentence])).toEqual([
      [true, expect.stringMatching(/live in the same building or close by: A0002\.$/)],
      [false, expect.stringMatching(/live neither in the same building nor close by: A0003\.$/)],
    ]);
    world.at('/novi.xml').body = estateFeed([ad(1), rental(2), rental(3), rental(4)]);
    await setups.askReading('novi', false, world.clock.now());
    await world.tick(1_000);
    expect((await show()).waits).toContain('1 owner nearby');
  });

  it('a rule is kept word for word, answers for later listings too, and gives way to what is said of one of them', async () => {
    const rental = (number: number, title: string): Ad => ad(number, { sale: false, price: 450, title });
    const first = [ad(1), rental(2, 'Lux stan u centru grada'), rental(3, 'Dvosoban stan na Limanu')];
    await bring(first);
    const rules = [{ value: true, when: { title_word: 'lux' } }];
    const ruled = await answer({ owner_nearby: ofSome({ yes: [], no: ['A0003'], rules }) });
    expect(ruled.waits).not.toContain('1 owner nearby');
    const { setups } = world.app.services.store;
    const kept = async (): Promise<unknown[]> =>
      (await setups.statements('novi')).map(({ kind, value, sentence }) => [
        ...[kind, value],
        /(?:close by|listing): .*$/.exec(sentence)?.[0],
      ]);
    const word = 'listing: the title has the word “lux”. This covers future listings too';
    expect(await kept()).toEqual([
      ['owner_nearby_some', false, 'close by: A0003.'],
      ['owner_nearby_rule', true, expect.stringContaining(word)],
    ]);
    const later = [rental(4, 'Lux stan na keju'), rental(5, 'Garsonjera kod parka')];
    world.at('/novi.xml').body = estateFeed([...first, ...later]);
    await setups.askReading('novi', false, world.clock.now());
    await world.tick(1_000);
    expect((await show()).waits).toContain('1 owner nearby');
    await answer({ owner_nearby: ofSome({ yes: ['A0005'], no: ['A0004'] }) });
    expect((await show()).waits).not.toContain('1 owner nearby');
    expect((await kept()).slice(2)).toEqual([
      ['owner_nearby_some', true, 'close by: A0005.'],
      ['owner_nearby_some', false, 'close by: A0004.'],
    ]);
    const gone = await answer({ owner_nearby: ofSome({ yes: [], no: [], rules: [] }) });
    expect(gone.waits).toContain('1 owner nearby');
  });

  it('answers of the command line are added to those that were given, rules too', async () => {
    const rental = (number: number): Ad => ad(number, { sale: false, price: 400 + number });
    await bring([ad(1), ...[2, 3, 4, 5].map(rental)]);
    const state = async (...options: string[]): Promise<unknown> => {
      const by = ['--by', 'Ana', '--role', 'director'];
      const done = await besideDaemon(world, 'agencies', 'answer', 'novi', ...options, ...by);
      expect(done.code).toBe(0);
      const shown = await run(world, '--json', 'agencies', 'show', 'novi');
      return (JSON.parse(shown.out) as { answers: { owner_nearby: unknown } }).answers.owner_nearby;
    };
    expect(await state('--nearby', 'A0002')).toEqual({ yes: ['A0002'], no: [] });
    expect(await state('--nearby', 'A0003')).toEqual({ yes: ['A0002', 'A0003'], no: [] });
    expect(await state('--not-nearby', 'A0002')).toEqual({ yes: ['A0003'], no: ['A0002'] });
    const cheap = { value: true, when: { price_up_to: { amount: 404, currency: 'EUR' } } };
    const titled = { value: false, when: { title_word: '5' } };
    expect(await state('--nearby-when', 'up_to=404 EUR')).toMatchObject({ no: ['A0002'], rules: [cheap] });
    expect(await state('--not-nearby-when', 'title=5')).toMatchObject({ rules: [cheap, titled] });
    expect(await state('--forget-rules')).toEqual({ yes: ['A0003'], no: ['A0002'] });
    const unread = await run(world, 'agencies', 'answer', 'novi', '--nearby-when', 'street=x', '--by', 'A');
    expect([unread.code, unread.err]).toEqual([2, expect.stringContaining('Write it like')]);
    // A point may part thousands or decimals.
    for (const price of ['1.500 EUR', '500 USD', 'do 500 EUR', '500,5 EUR']) {
      const when = `title=x; up_to=${price}`;
      const refused = await run(world, 'agencies', 'answer', 'novi', '--nearby-when', when, '--by', 'A');
      expect([price, refused.code, refused.err]).toEqual([
        price,
        2,
        expect.stringContaining('Write it like'),
      ]);
    }
  });

  it('no listing has two answers, none is named that is not asked about, and the mandate is never stated of some', async () => {
    await bring([ad(1), ad(2, { sale: false, price: 450 })]);
    const refused = async (answers: Record<string, unknown>): Promise<string> => {
      const payload = { step: 'answer', agency: 'novi', answers };
      const done = await executeDecision(
        { kind: 'setup', payload, author: 'test' },
        world.app.services,
      ).catch((error: unknown) => ({ ok: false as const, message: String(error) }));
      expect(done.ok).toBe(false);
      return JSON.stringify(done);
    };
    expect(await refused({ owner_nearby: ofSome({ yes: ['A0001'], no: [] }) })).toContain('A0001');
    expect(await refused({ owner_nearby: ofSome({ yes: ['A0002'], no: ['A0002'] }) })).toContain(
      'two answers',
    );
    const everywhere = [{ value: true, when: { title_word: 'stan' } }];
    const nowhere = [{ value: true, when: { place: 'not-there' } }];
    for (const rules of [nowhere, [{ value: true, when: {} }]])
      expect(await refused({ owner_nearby: ofSome({ yes: [], no: [], rules }) })).toContain('no condition');
    for (const given of [
      { yes: ['A0001'], no: [] },
      { yes: [], no: [], rules: everywhere },
    ])
      expect(await refused({ mandate: ofSome(given) })).toContain('nothing was done');
    expect(await world.app.services.store.setups.statements('novi')).toEqual([]);
  });
});
