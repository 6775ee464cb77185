import { afterEach, describe, expect, it } from 'vitest';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { currentStatement } from '../../src/texts/statements.js';
import { run } from '../cli/command-line.js';
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
const ofSome = (value: { yes: string[]; no: string[] }): object => ({
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
    expect(await refused({ mandate: ofSome({ yes: ['A0001'], no: [] }) })).toContain('nothing was done');
    expect(await world.app.services.store.setups.statements('novi')).toEqual([]);
  });
});
