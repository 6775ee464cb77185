import { afterEach, describe, expect, it, vi } from 'vitest';
import { issueSentence } from '../../src/texts/issue-sentences.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

/** Numbered lists that html-to-text cannot number. */
const lists = [
  '<ol type="i" start="10000"><li>x</li></ol>',
  '<ol type="I" start="10000"><li>x</li></ol>',
  '<ol type="i" start="-10000"><li>x</li></ol>',
  '<ol type="I" start="9999"><li>x</li><li>y</li></ol>',
  '<ol type="i" start="1e308"><li>x</li></ol>',
];
/** Those that it can. */
const soundLists = [
  '<ol type="a" start="10000"><li>x</li></ol>',
  '<ol type="A" start="-7"><li>x</li></ol>',
  '<ol type="1" start="1e308"><li>x</li></ol>',
  '<ol type="i" start="-5"><li>x</li></ol>',
  '<ol type="i" start="NaN"><li>x</li></ol>',
];

const prices = (): unknown[] =>
  world.live().map((id) => (world.payload(id).price as { amount: number }).amount);

describe('a record on which a library throws', () => {
  it('is one invalid record: the run ends, every other price is taken and its own listing stays', async () => {
    world = await World.create();
    const [hostile, ...others] = ads(13);
    world.feed.body = estateFeed([hostile!, ...others]);
    await world.round();
    expect(world.live()).toHaveLength(13);
    for (const [round, text] of lists.entries()) {
      const cheaper = others.map((one) => ({ ...one, price: one.price - 1_000 * (round + 1) }));
      world.feed.body = estateFeed([{ ...hostile!, text }, ...cheaper]);
      await world.tick(15 * minute);
      await world.tick(minute);
      expect(prices()).toEqual([hostile!, ...cheaper].map(({ price }) => price));
    }
    const { store } = world.app.services;
    const runs = await store.runs.list({ kind: 'poll', limit: 50 });
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['done', 'unchanged']));
    const invalid = await store.records.invalid(null, 10);
    expect(invalid.map(({ sourceId }) => sourceId)).toEqual([hostile!.code]);
    const [issue] = invalid[0]!.issues;
    expect(issue).toMatchObject({
      severity: 'error',
      code: 'record_failed',
      message: expect.stringContaining('html-to-text') as unknown,
    });
    expect(issue!.message).not.toMatch(/\n|at .*\.js/);
    const { sr, en } = issueSentence(issue!);
    expect([sr, en]).toEqual([
      expect.stringContaining('nije uspeo da obradi'),
      expect.stringContaining('could not process'),
    ]);
  });

  it('counts once in the balance for each of several in one batch', async () => {
    world = await World.create();
    const about = 'Prodaje se lepo održavan stan, blizu škole i autobuske stanice. ';
    const texts = [...lists, ...soundLists].map((list) => about + list);
    world.feed.body = estateFeed(texts.map((text, index) => ad(index + 1, { text })));
    const { polls } = await world.round();
    expect(polls[0]).toMatchObject({
      state: 'done',
      balance: { seen: texts.length, mapped: soundLists.length, invalid: lists.length },
    });
    expect(world.live()).toHaveLength(soundLists.length);
  });
});

describe('a text that html-to-text would cut', () => {
  it('is cut before, without a word on stderr', async () => {
    world = await World.create();
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    world.feed.body = estateFeed([ad(1, { text: `<p>${'Lep stan u centru. '.repeat(12_000)}</p>` })]);
    const { polls } = await world.round();
    expect(polls[0]?.balance).toMatchObject({ mapped: 1, invalid: 0 });
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});
