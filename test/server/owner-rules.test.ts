import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answersOf, choiceNow, nothing, type Fact } from '../../src/console/pages/setup/draft.js';
import { changeWriter } from '../../src/server/api/routes/change-routes.js';
import { ad, estateFeed, type Ad } from '../support/estate-feed.js';
import { ApiWorld, type Reply } from './api-world.js';
import { SetUpSteps } from './set-up-steps.js';

interface Owners {
  answer: { value: boolean | null; sentences: string[]; name: string } | null;
  some: {
    total: number;
    listings: { id: string; answer: boolean | null; answered_by: string | null }[];
    ruled: Ruled;
  } | null;
}
interface Ruled {
  rules: { statement: { sr: string }; covers: number }[];
  yes: string[];
  no: string[];
  contradicted: string[];
}

let api: ApiWorld;
let steps: SetUpSteps;
beforeAll(async () => {
  api = await ApiWorld.create();
  steps = await SetUpSteps.begin(api);
});
afterAll(() => api.close());

const by = { version: 1, language: 'en', name: 'Ana', role: 'director' };
const lux = (number: number): Ad =>
  ad(number, { sale: false, price: 500, photos: 1, title: `Lux stan broj ${number}` });
const plain = (number: number): Ad =>
  ad(number, { sale: false, price: 900, photos: 1, title: `Dvosoban stan broj ${number} na keju` });
const ofLux = { value: true, when: { title_word: 'lux' } };
const broad = { value: false, when: { title_word: 'stan broj' } };

const take = (name: string, step: string, body: unknown): Promise<Reply> => steps.take(name, step, body);
const bring = (name: string, ads: readonly Ad[]): Promise<void> => steps.bring(name, ads);
const hours = (count: number): Promise<void> => steps.hours(count);
const preview = async (name: string, rules: object[]): Promise<Ruled> =>
  JSON.parse((await take(name, 'rules', { rules })).text) as Ruled;
const stating = (name: string, value: object, more: object = {}): Promise<Reply> =>
  take(name, 'answers', { owner_nearby: { ...by, value, ...more } });
async function owners(name: string): Promise<Owners> {
  const { questions } = await steps.admin.get<{ questions: { owner_nearby: Owners } }>(
    `/agencies/${name}/setup`,
  );
  return questions.owner_nearby;
}

function send(name: string): Promise<void> {
  const choices = { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' };
  return steps.send(name, { mandate: { ...by, value: true }, choices });
}

describe('rules about the owner', () => {
  it('that contradict one in force are taken only with the number of the listings that wait', async () => {
    await bring('contrary', [lux(1), lux(2), lux(3), plain(4)]);
    expect((await stating('contrary', { yes: ['A0003'], no: [], rules: [ofLux] })).status).toBe(200);
    expect(await preview('contrary', [ofLux, broad])).toMatchObject({
      rules: [{ covers: 3 }, { covers: 4 }],
      ...{ yes: [], no: ['A0004'], contradicted: ['A0001', 'A0002'] },
    });
    const both = { yes: [], no: [], rules: [ofLux, broad] };
    for (const more of [{}, { expect: 1 }]) {
      const refused = await stating('contrary', both, more);
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('A0001, A0002')]);
      expect(refused.text).toContain('2 oglasa');
    }
    expect((await owners('contrary')).some?.ruled.rules).toHaveLength(1);
    expect((await stating('contrary', both, { expect: 2 })).status).toBe(200);
    expect((await owners('contrary')).some?.listings).toMatchObject([
      { id: 'A0001', answer: null, answered_by: null },
      { id: 'A0002', answer: null, answered_by: null },
      { id: 'A0003', answer: true, answered_by: 'name' },
      { id: 'A0004', answer: false, answered_by: 'rule' },
    ]);
    // Nothing new contradicts: what waits already is not asked again.
    expect((await stating('contrary', { yes: [], no: ['A0004'] })).status).toBe(200);
  });

  it('that are withdrawn are shown no more, and the withdrawal is kept word for word', async () => {
    await bring('withdrawn', [lux(1), plain(2)]);
    await stating('withdrawn', { yes: [], no: ['A0002'], rules: [ofLux] });
    expect((await owners('withdrawn')).answer?.sentences).toEqual([
      expect.stringContaining('A0002'),
      expect.stringContaining('“lux”'),
    ]);
    await stating('withdrawn', { yes: [], no: [], rules: [] }, { name: 'Iva' });
    expect((await owners('withdrawn')).answer).toMatchObject({
      ...{ value: null, name: 'Ana' },
      sentences: [expect.stringMatching(/close by: A0002\.$/)],
    });
    const kept = await api.services.store.setups.statements('withdrawn');
    expect(kept.at(-1)).toMatchObject({
      ...{ kind: 'owner_nearby_rule_ended', value: true, name: 'Iva' },
      sentence: expect.stringMatching(/^On behalf of the agency I withdraw the rule .*“lux”\.$/),
    });
    await stating('withdrawn', { yes: [], no: [], rules: [ofLux] });
    await take('withdrawn', 'answers', { owner_nearby: { ...by, value: false } });
    expect((await owners('withdrawn')).answer).toMatchObject({
      value: false,
      sentences: [expect.any(String)],
    });
  });

  it('are kept once, although they are sent twice', async () => {
    await bring('twice', [lux(1), plain(2)]);
    await stating('twice', { yes: [], no: [], rules: [ofLux, { ...ofLux }] });
    expect((await owners('twice')).answer?.sentences).toHaveLength(1);
    expect((await owners('twice')).some?.ruled.rules).toHaveLength(1);
    expect(await api.services.store.setups.statements('twice')).toHaveLength(1);
  });

  it('name a place by its name in the list of changes', async () => {
    const places = (await api.services.store.reference.places())?.places ?? [];
    const place = places.find(({ nameSr }) => nameSr === 'Novi Sad');
    const value = { yes: [], no: [], rules: [{ value: true, when: { place: place?.id } }] };
    const write = await changeWriter(api.services.store);
    const change = { kind: 'answer' as const, subject: 'owner_lives_nearby', value };
    const row = { id: 1, feed: 'a', connectionId: null, characters: null, author: 'a', at: 0 };
    const { sr, en } = write({ ...change, ...row, undoneAt: null, undoneBy: null }).sentence;
    expect([sr, en]).toEqual([
      expect.stringContaining('mesto je Novi Sad'),
      expect.stringContaining('the place is Novi Sad'),
    ]);
    expect(sr).not.toContain(place?.id ?? '');
  });
});

/** What the page sends while the person only changes the rules, or ticks what `alter` says. */
async function pageSends(
  name: string,
  rules: readonly object[],
  alter: (choice: ReturnType<typeof choiceNow>) => object = () => ({}),
): Promise<{ yes: string[]; no: string[]; rules?: object[] }> {
  const { questions } = await steps.admin.get<{
    questions: { owner_nearby: Fact; mandate: null; content: null };
  }>(`/agencies/${name}/setup`);
  const { some, answer } = questions.owner_nearby;
  if (some === null) throw new Error('the page offers no choice');
  const now = { ...choiceNow(some, answer !== null), ruled: (await preview(name, [...rules])) as never };
  const draft = { ...nothing, owner: { ...now, ...alter(now) } };
  const { owner_nearby: sent } = answersOf(draft, questions, {
    name: 'Ana',
    role: 'director',
    language: 'en',
  });
  expect((await take(name, 'answers', { owner_nearby: sent })).status).toBe(200);
  return sent?.value as Awaited<ReturnType<typeof pageSends>>;
}

const rest = { value: false, when: { title_word: 'dvosoban' } };

describe('rules about the owner of an agency that is sent', () => {
  it('are not taken without a number where they contradict each other over rentals that an answer about all covers', async () => {
    await bring('all', [lux(1), lux(2), lux(3), plain(4)]);
    await stating('all', false as never);
    await send('all');
    await hours(3);
    const both = { yes: [], no: [], rules: [ofLux, broad] };
    const shown = ['A0001', 'A0002', 'A0003'];
    expect(await preview('all', both.rules)).toMatchObject({
      rules: [{ covers: 3 }, { covers: 4 }],
      ...{ yes: [], no: ['A0004'], contradicted: shown },
    });
    const refused = await stating('all', both);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(shown.join(', '))]);
    expect((await stating('all', both, { expect: 3 })).status).toBe(200);
    await hours(2);
    // They wait now, and the page says why.
    expect((await owners('all')).some?.ruled.contradicted).toEqual(shown);
    expect(await preview('all', [ofLux])).toMatchObject({ yes: shown, contradicted: [] });
  });

  it('are judged for a rental that waits by what its mapping knows', async () => {
    await bring('waits', [plain(1), plain(2)]);
    await stating('waits', { yes: [], no: [], rules: [rest] });
    await send('waits');
    await hours(3);
    api.world.at('/waits.xml').body = estateFeed([plain(1), plain(2), lux(3), lux(4)], '2026-01-16T09:00:00');
    await hours(2);
    expect(await preview('waits', [rest, ofLux])).toMatchObject({
      rules: [{ covers: 2 }, { covers: 2 }],
      ...{ yes: ['A0003', 'A0004'], no: ['A0001', 'A0002'], contradicted: [] },
    });
    const third = [rest, ofLux, { value: false, when: { title_word: 'lux stan' } }];
    const refused = await stating('waits', { yes: [], no: [], rules: third });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('A0003, A0004')]);
  });

  it('are offered where one rental is named and the others are answered with all', async () => {
    await bring('offered', [plain(1), lux(2)]);
    await stating('offered', false as never);
    await stating('offered', { yes: ['A0002'], no: [] });
    await send('offered');
    await hours(3);
    expect((await owners('offered')).some?.listings).toMatchObject([
      { id: 'A0002', answer: true, answered_by: 'name' },
      { id: 'A0001', answer: false, answered_by: 'all' },
    ]);
  });
});

describe('the page', () => {
  it('answers none of the listings by a missing tick that wait because rules contradict each other', async () => {
    await bring('untied', [lux(1), lux(2), lux(3), plain(4)]);
    await stating('untied', { yes: [], no: ['A0004'], rules: [ofLux] });
    await send('untied');
    await hours(3);
    await stating('untied', { yes: [], no: [], rules: [ofLux, broad] }, { expect: 3 });
    await hours(2);
    expect(await pageSends('untied', [ofLux])).toEqual({ yes: [], no: ['A0004'], rules: [ofLux] });
    await hours(2);
    const shown = (await owners('untied')).some?.listings ?? [];
    expect(shown.map(({ id, answer, answered_by: from }) => [id, answer, from])).toEqual([
      ['A0004', false, 'name'],
      ['A0001', true, 'rule'],
      ['A0002', true, 'rule'],
      ['A0003', true, 'rule'],
    ]);
  });

  it('answers no fresh rental by a missing tick, whether a rule covers it or not', async () => {
    await bring('fresh', [plain(1), plain(2)]);
    await stating('fresh', { yes: ['A0001'], no: ['A0002'] });
    await send('fresh');
    await hours(3);
    api.world.at('/fresh.xml').body = estateFeed(
      [plain(1), plain(2), lux(3), plain(4)],
      '2026-01-16T09:00:00',
    );
    await hours(2);
    expect(await pageSends('fresh', [])).toEqual({ yes: ['A0001'], no: ['A0002'], rules: [] });
    expect(await pageSends('fresh', [ofLux])).toEqual({ yes: ['A0001'], no: ['A0002'], rules: [ofLux] });
    await hours(2);
    const shown = (await owners('fresh')).some?.listings ?? [];
    expect(new Map(shown.map(({ id, answer }) => [id, answer]))).toEqual(
      new Map([
        ['A0001', true],
        ['A0002', false],
        ['A0003', true],
        ['A0004', null],
      ]),
    );
    const untick = (choice: ReturnType<typeof choiceNow>): object => ({
      byHand: new Set([...choice.byHand, 'A0004']),
    });
    expect(await pageSends('fresh', [ofLux], untick)).toMatchObject({ no: ['A0004', 'A0002'] });
  });

  it('states of all that are not ticked that it is not so only while no rule is chosen', async () => {
    await bring('first', [plain(1), lux(2), plain(3)]);
    const tick = (): object => ({ ticked: new Set(['A0001']), byHand: new Set(['A0001']) });
    expect(await pageSends('first', [ofLux], tick)).toEqual({ yes: ['A0001'], no: [], rules: [ofLux] });
    await bring('second', [plain(1), lux(2), plain(3)]);
    expect(await pageSends('second', [], tick)).toEqual({
      yes: ['A0001'],
      no: ['A0002', 'A0003'],
      rules: [],
    });
  });
});

describe('answers about some listings', () => {
  it('keep no ids of listings that are gone from the feed for good', async () => {
    const all = [1, 2, 3, 4].map(plain);
    await bring('grows', all);
    await stating('grows', { yes: ['A0001', 'A0002'], no: ['A0003', 'A0004'] });
    await send('grows');
    const stated = async (): Promise<unknown> => {
      const agency = await api.services.store.setups.byName('grows');
      const key = { feed: 'grows', connectionId: agency?.connectionId ?? null };
      const changes = await api.services.store.feedChanges.list(key);
      return changes.find(({ subject }) => subject === 'owner_lives_nearby')?.value;
    };
    // Before the feed is read again, nothing is known to be gone.
    await stating('grows', { yes: ['A0001'], no: [] });
    expect(await stated()).toEqual({ yes: ['A0002', 'A0001'], no: ['A0003', 'A0004'] });
    await hours(3);
    api.world.at('/grows.xml').body = estateFeed(all.slice(1), '2026-01-16T09:00:00');
    await hours(1);
    await stating('grows', { yes: ['A0002'], no: [] });
    expect(await stated(), 'it is missing, and may come back').toMatchObject({ yes: ['A0001', 'A0002'] });
    await hours(8);
    await stating('grows', { yes: [], no: ['A0003'] });
    expect(await stated()).toEqual({ yes: ['A0002'], no: ['A0004', 'A0003'] });
  });

  it('are answered by rules for two thousand rentals, before they are sent and after', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? lux : plain)(index + 1));
    await bring('large', many);
    const before = await owners('large');
    expect([before.some?.total, before.some?.listings.length]).toEqual([2_000, 1_000]);
    const rest = { value: false, when: { title_word: 'dvosoban' } };
    const ruled = await preview('large', [ofLux, rest]);
    expect(ruled.rules.map(({ covers }) => covers)).toEqual([1_000, 1_000]);
    expect([ruled.yes.length, ruled.no.length, ruled.contradicted.length]).toEqual([1_000, 1_000, 0]);
    const disagree = await preview('large', [ofLux, broad]);
    expect(disagree.contradicted).toHaveLength(1_000);
    expect((await stating('large', { yes: [], no: [], rules: [ofLux] })).status).toBe(200);
    const half = await owners('large');
    // Those without an answer come first.
    expect(new Set(half.some?.listings.map(({ answer }) => answer))).toEqual(new Set([null]));
    expect((await stating('large', { yes: [], no: [], rules: [ofLux, rest] })).status).toBe(200);
    await send('large');
    await hours(3);
    // A listing of which several facts are asked is read once for one page.
    const { listings } = api.services.store;
    const payloads = vi.spyOn(listings, 'payloads');
    const after = await owners('large');
    const read = payloads.mock.calls.flatMap(([, ids]) => ids);
    payloads.mockRestore();
    expect([read.length, new Set(read).size]).toEqual([2_000, 2_000]);
    expect(after.some?.total).toBe(2_000);
    expect(after.some?.ruled).toMatchObject({ rules: [{ covers: 1_000 }, { covers: 1_000 }] });
    expect([after.some?.ruled.yes.length, after.some?.ruled.no.length]).toEqual([1_000, 1_000]);
  }, 120_000);
});
