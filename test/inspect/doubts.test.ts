import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serbianBands } from '../../src/core/content/guard/bands.js';
import { explain } from '../../src/inspect/listing/explain.js';
import { findSubjects } from '../../src/inspect/listing/find-subject.js';
import { withoutContacts } from '../../src/inspect/mask-contacts.js';
import { previewRules } from '../../src/inspect/preview-rules.js';
import { feedQuality } from '../../src/inspect/quality.js';
import { contentRules, type ContentRule, type OpenDoubt } from '../../src/model/content.js';
import { openStore } from '../../src/store/open-store.js';
import { packPayload } from '../../src/store/records/staged-record.js';
import { plainBytes } from '../../src/store/database/codec.js';
import { doubtIssue } from '../../src/texts/content-words.js';
import { causeSentence } from '../../src/texts/issue-sentences.js';
import { memorySpool } from '../feed/memory-spool.js';
import {
  connectionId,
  listingDecision,
  now,
  publish,
  recordDecision,
  wanted,
  worldOn,
  type World,
} from '../store/builders.js';

let world: World;
beforeEach(async () => {
  const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };
  world = await worldOn(await openStore('sqlite::memory:', { clock }));
});
afterEach(async () => world.store.close());

function doubtOf(rule: ContentRule, change: Partial<OpenDoubt> = {}): OpenDoubt {
  const field = rule === 'unknown_state' ? 'state' : rule === 'area' ? 'area' : 'price';
  return {
    ...{ rule, field, causes: [], feedId: world.feedId, connectionId, ordinal: 0, offer: 'sale' },
    ...{ externalId: 'a', sourceId: 'a', title: 'Stan na Limanu' },
    value: field === 'state' ? 'dogovoreno' : field === 'area' ? '5400' : '95 EUR',
    live: field === 'state' ? 'active' : field === 'area' ? '54' : '95000 EUR',
    ...{ openedAt: now, rejectedUntil: null, confirmedAt: null },
    ...change,
  };
}

/** The record `a` has these doubts; `others` changes its decision. */
async function hold(doubts: OpenDoubt[], change: Parameters<typeof recordDecision>[2] = {}): Promise<void> {
  const decision = recordDecision(0, 'a', { doubts, ...change });
  await world.store.records.commitBlock(connectionId, world.feedId, [decision], now);
}

async function explained(id = 'a'): ReturnType<typeof explain> {
  const { store } = world;
  const [subject] = await findSubjects(id, {}, { store, idPrefixOf: () => '' });
  if (subject === undefined) throw new Error(`${id} was not found`);
  const readable = async (): Promise<string> => 'The mapping cannot be read.';
  const deps = { store, spool: memorySpool(), titleField: 'title', itemWindowMs: 3_600_000, readable };
  return explain(subject, deps, { now, showTime: (at) => `T+${at - now}` });
}

describe.each(contentRules)('a value that the rule %s holds', (rule) => {
  it('is a line of quality, a warning of explain, and a sentence in both languages', async () => {
    await publish(world, ['a', 'b']);
    await hold([doubtOf(rule)], { issues: [doubtIssue(doubtOf(rule))] });
    const [finding, ...others] = await feedQuality(world.feedId, world.store, now);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: `doubt_${rule}`, count: 1, of: 2, samples: [{ sourceId: 'a' }] });
    expect(finding?.advice).toContain('`feedsync confirm`');
    expect(causeSentence(`doubt_${rule}`, 'price.amount', false).sr).toMatch(/^Čeka potvrdu: /);
    const { doubts, sentence } = await explained();
    expect(doubts).toMatchObject([{ rule }]);
    const { sr = '', en = '' } = doubts[0]?.sentence ?? {};
    expect(sentence.sr.toLowerCase()).toContain(sr.toLowerCase());
    expect(sentence.en.toLowerCase()).toContain(en.toLowerCase());
    expect(sr).toMatch(/^(cena|površina|status) .*Na portalu do potvrde ostaje /);
    expect(sr).not.toBe(en);
  });
});

describe('a listing with a value in doubt', () => {
  it('is not said to be as its feed has it', async () => {
    await publish(world, ['a']);
    await hold([doubtOf('band')]);
    await world.store.listings.update(
      connectionId,
      [{ externalId: 'a', portal: 'live', confirmedDigest: 'A' }],
      0,
    );
    const outbox = await world.store.outbox.of(connectionId, ['a']);
    expect(outbox).not.toEqual([]);
    expect((await explained()).sentence.en).toMatch(
      /Price 95 EUR: .* The portal keeps 95,000 EUR until it is confirmed\.$/,
    );
  });

  it.each([
    ['by its own id', 'a'],
    ['by the id that the portal would know', 'a__rent'],
  ])('that is new is found %s, and waits for the doubt', async (_, externalId) => {
    await hold([doubtOf('band', { externalId, live: null })], { listings: [] });
    const found = await explained(externalId);
    expect(found).toMatchObject({ externalId, sourceId: 'a', listing: null });
    expect(found.sentence.en).toBe(
      'It is not on the portal yet. Price 95 EUR: no property of this kind costs that. The listing waits until it is confirmed.',
    );
    expect(found.timeline.find(({ state }) => state === 'waiting')).toMatchObject({
      name: 'queued',
      reason: { sr: 'cena 95 EUR: potrebna je potvrda', en: 'price 95 EUR is in doubt' },
    });
  });

  it('that is new and lacks nothing but a doubtful area is not said to wait', async () => {
    await publish(world, ['a']);
    await hold([doubtOf('area', { live: null })]);
    expect((await explained()).sentence.en).toMatch(/ It is left out until it is confirmed\.$/);
  });

  it('names the hold by which it is decided, and so does a listing that waits with its whole first file', async () => {
    const raise = async (cause: 'first_file' | null): Promise<number | undefined> => {
      const { store, feedId } = world;
      const head = { connectionId, feedId, kind: 'content', snapshotId: null } as const;
      await store.holds.raise({ ...head, lines: [], doubts: 1, cause, reason: 'r' }, now);
      return (await store.holds.open({ feedId }))[0]?.id;
    };
    await hold([], { listings: [] });
    expect(await explained()).toMatchObject({ hold: null });
    await hold([doubtOf('band', { live: null })], { listings: [] });
    const own = await raise(null);
    expect(await explained()).toMatchObject({ hold: { id: own } });
    await hold([], { listings: [] });
    const id = await raise('first_file');
    const waits = await explained();
    expect(waits).toMatchObject({ hold: { id } });
    expect(waits.sentence.en).toBe(
      `It is not on the portal yet: most of its feed’s first file looks wrong, and nothing of it is published before a decision: hold ${id}.`,
    );
  });

  it('shows no word of a person’s contact to those who may not see it', async () => {
    await publish(world, ['a']);
    await hold([doubtOf('unknown_state', { value: 'zovite 064/123-45-67' })]);
    const masked = withoutContacts(await explained());
    expect(JSON.stringify(masked)).not.toContain('123-45-67');
  });

  it('shows at most five values that were live before, the newest first', async () => {
    await publish(world, ['a']);
    const past = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
      ...({ externalId: 'a', field: 'price', offer: 'sale', isBase: true } as const),
      ...{ value: `${day}000 EUR`, until: now - day },
    }));
    const others = [
      { ...past[0]!, offer: 'rent' as const, value: 'rent' },
      { ...past[0]!, field: 'area' as const, value: 'area' },
      { ...past[0]!, until: null, value: 'present' },
    ];
    await hold([doubtOf('jump')], { pastValues: [...past, ...others] });
    expect((await explained()).doubts[0]?.past.map(({ value }) => value)).toEqual(
      [1, 2, 3, 4, 5].map((day) => `${day}000 EUR`),
    );
  });
});

describe('what the rules would hold', () => {
  const profile = { bands: serbianBands, kinds: new Map([['stan', 'flat'] as const]), rsdPerEur: 117 };

  it('is counted by rule with three examples, and changes nothing', async () => {
    const amounts = [1, 11, 111, 1111, 700, 95_000];
    const ids = amounts.map((amount) => `a${amount}`);
    const decisions = amounts.map((amount, ordinal) => {
      const payload = {
        ...{
          external_id: `x-${amount}`,
          transaction: 'sale',
          category: 'stan',
          title: { sr: `Stan ${amount}` },
        },
        ...{ structure: { area_sqm: 54 }, price: { amount, currency: 'EUR' } },
      };
      const packed = plainBytes(packPayload(payload));
      const id = ids[ordinal] ?? '';
      const listings = [listingDecision(id, { wanted: { ...wanted('A'), packed } })];
      return recordDecision(ordinal, id, { listings });
    });
    await world.store.records.commitBlock(connectionId, world.feedId, decisions, now);
    const feed = { id: world.feedId, connectionId };
    for (const mode of ['hold', 'report'] as const) {
      const found = await previewRules({ feed, profile, mode }, world.store, now);
      // They are live without a doubt: nothing holds them.
      expect(found.map(({ rule, count, live }) => [rule, count, live.count])).toEqual([
        ['placeholder', 0, 4],
        ['offer_mismatch', 0, 1],
      ]);
      expect(found[0]?.live.examples).toHaveLength(3);
      expect(found[1]?.live.examples).toMatchObject([
        { externalId: 'x-700', sourceId: 'a700', title: 'Stan 700', field: 'price', value: '700 EUR' },
      ]);
    }
    expect(await world.store.content.feeds()).toEqual([]);
  });

  it('names live listings that would be asked about beside the others of the feed', async () => {
    const prices = Array.from({ length: 160 }, (_, index) => (index === 7 ? 9_300 : 90_000 + 100 * index));
    const ids = prices.map((_, index) => `a${index}`);
    const decisions = ids.map((id, ordinal) => {
      const packed = plainBytes(
        packPayload({
          ...{ external_id: `x-${ordinal}`, transaction: 'sale', category: 'stan', title: { sr: 'Stan' } },
          ...{ location: { place_id: 'liman' }, structure: { area_sqm: 54 } },
          price: { amount: prices[ordinal], currency: 'EUR' },
        }),
      );
      const listings = [listingDecision(id, { wanted: { ...wanted('A'), packed } })];
      return recordDecision(ordinal, id, { listings });
    });
    await world.store.records.commitBlock(connectionId, world.feedId, decisions, now);
    const feed = { id: world.feedId, connectionId };
    expect(await previewRules({ feed, profile, mode: 'hold' }, world.store, now)).toMatchObject([
      {
        rule: 'unlikely',
        count: 0,
        live: { count: 1, examples: [{ externalId: 'x-7', causes: ['digit_lost'] }] },
      },
    ]);
  });
});
