import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOf, idsByWord, nothing, wordsNow, type Choice } from '../../src/console/pages/setup/draft.js';
import { ad, estateFeed, type Ad } from '../support/estate-feed.js';
import { ApiWorld, type Reply } from './api-world.js';
import { SetUpSteps } from './set-up-steps.js';

interface Asked extends Choice {
  some: NonNullable<Choice['some']>;
}

let api: ApiWorld;
let steps: SetUpSteps;
beforeAll(async () => {
  api = await ApiWorld.create();
  steps = await SetUpSteps.begin(api);
});
afterAll(() => api.close());

const by = { version: 1, language: 'en', name: 'Ana', role: 'director' };
const day = (number: number): Ad =>
  ad(number, { sale: false, price: 500, photos: 1, title: `Stan na dan broj ${number}` });
const plain = (number: number): Ad =>
  ad(number, { sale: false, price: 900, photos: 1, title: `Dvosoban stan broj ${number} na keju` });
const ofDays = { value: 'short_term', when: { title_word: 'na dan' } };
const broad = { value: 'long_term', when: { title_word: 'stan' } };

const take = (name: string, step: string, body: unknown): Promise<Reply> => steps.take(name, step, body);
const bring = (name: string, ads: readonly Ad[]): Promise<void> => steps.bring(name, ads);
const hours = (count: number): Promise<void> => steps.hours(count);
const stating = (name: string, value: object, more: object = {}): Promise<Reply> =>
  take(name, 'answers', { of_some: { 'rent.type': { ...by, value, ...more } } });
const preview = async (name: string, rules: object[]): Promise<Record<string, unknown>> =>
  JSON.parse((await take(name, 'rules', { path: 'rent.type', rules })).text) as Record<string, unknown>;

async function asked(name: string): Promise<Asked> {
  const { questions } = await steps.admin.get<{ questions: { content: { choices: Asked[] } } }>(
    `/agencies/${name}/setup`,
  );
  const found = questions.content.choices.find(({ path }) => path === 'rent.type');
  if (found === undefined) throw new Error('the kind of rental is not asked');
  return found;
}

/** What the list of listings says: id, word, and what gives it. */
const said = async (name: string): Promise<unknown> =>
  (await asked(name)).some.listings.map(({ id, answer, answered_by: from }) => [id, answer, from]);

const send = (name: string, choices: object): Promise<void> =>
  steps.send(name, {
    mandate: { ...by, value: true },
    owner_nearby: { ...by, value: false },
    choices: { 'rent.currency': 'EUR', ...choices },
  });

/** The kind of rental of each listing that is queued or live, by id. */
async function kinds(name: string): Promise<Record<string, unknown>> {
  const connection = (await api.services.store.setups.byName(name))?.connectionId ?? '';
  return Object.fromEntries(
    api.world.sandbox.staff
      .listings(connection)
      .map(({ externalId, payload }) => [externalId, (payload?.rent as { type?: string } | undefined)?.type]),
  );
}

describe('the kind of rental', () => {
  it('is one word for all, another one by a rule, and a third by name, each kept word for word', async () => {
    await bring('kinds', [day(1), day(2), plain(3), plain(4)]);
    expect(await preview('kinds', [ofDays])).toMatchObject({
      rules: [{ covers: 2, statement: { en: expect.stringContaining('“na dan”') } }],
      by_value: [{ value: 'short_term', ids: ['A0001', 'A0002'] }],
      contradicted: [],
    });
    const value = { named: { room: ['A0002', 'A0003'] }, rules: [ofDays] };
    expect((await stating('kinds', value)).status).toBe(200);
    await api.world.tick(1_000);
    expect(await said('kinds')).toEqual([
      ['A0001', 'short_term', 'rule'],
      ['A0002', 'room', 'name'],
      ['A0003', 'room', 'name'],
      ['A0004', null, null],
    ]);
    const { stated, answer } = await asked('kinds');
    expect(answer).toBe(null);
    expect(stated?.sentences).toEqual([
      expect.stringMatching(
        /^On behalf of the agency I state that the kind of rental is “.+” .*: A0002, A0003\.$/,
      ),
      expect.stringMatching(
        /whenever this is true of the listing: the title has the word “na dan”\. This covers future/,
      ),
    ]);
    // One listing has no word yet.
    const open = await take('kinds', 'answers', { mandate: { ...by, value: true } });
    expect(open.text).toContain('kind of rental');
    await send('kinds', { 'rent.type': 'long_term' });
    // What is chosen for all alone replaced what was stated of some.
    expect((await asked('kinds')).stated).toBe(null);
  });

  it('goes to the portal, of a listing that comes later too, and one can be taken out', async () => {
    await bring('later', [day(1), plain(2)]);
    await send('later', { 'rent.type': 'long_term' });
    await hours(1);
    expect(await said('later'), 'the page offers a choice').toEqual([
      ['A0001', 'long_term', 'all'],
      ['A0002', 'long_term', 'all'],
    ]);
    await stating('later', { named: {}, rules: [ofDays] });
    await hours(3);
    expect(await kinds('later')).toEqual({ A0001: 'short_term', A0002: 'long_term' });
    api.world.at('/later.xml').body = estateFeed([day(1), plain(2), day(3), plain(4)], '2026-01-16T09:00:00');
    await hours(2);
    expect(await kinds('later')).toEqual({
      ...{ A0001: 'short_term', A0002: 'long_term' },
      ...{ A0003: 'short_term', A0004: 'long_term' },
    });
    expect(await said('later')).toEqual(
      expect.arrayContaining([
        ['A0001', 'short_term', 'rule'],
        ['A0002', 'long_term', 'all'],
        ['A0003', 'short_term', 'rule'],
        ['A0004', 'long_term', 'all'],
      ]),
    );
    // The page takes one out.
    const choice = await asked('later');
    const now = wordsNow(choice.some);
    const picked = { ...now, byHand: new Map([...now.byHand, ['A0003', 'long_term'] as const]) };
    expect(idsByWord(picked)).toEqual({ long_term: ['A0003'] });
    const sent = answersOf(
      { ...nothing, ofSome: { 'rent.type': picked } },
      { mandate: null, owner_nearby: null, content: { choices: [choice] } as never },
      { name: 'Iva', role: 'agent', language: 'en' },
    );
    expect((await take('later', 'answers', sent)).status).toBe(200);
    await hours(2);
    expect(await kinds('later')).toMatchObject({ A0001: 'short_term', A0003: 'long_term' });
    const { stated } = await asked('later');
    expect(stated?.parts.map(({ name, sentence }) => [name, sentence.slice(-7)])).toEqual([
      ['Iva', 'A0003.'.padStart(7)],
      ['Ana', expect.any(String)],
    ]);
  });

  it('waits where rules contradict each other, which is taken only with the number of those that wait', async () => {
    await bring('contrary', [day(1), day(2), plain(3)]);
    const both = { named: {}, rules: [ofDays, broad] };
    const refused = await stating('contrary', both);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('A0001, A0002')]);
    expect((await stating('contrary', both, { expect: 2 })).status).toBe(200);
    await api.world.tick(1_000);
    expect(await said('contrary')).toEqual([
      ['A0001', null, null],
      ['A0002', null, null],
      ['A0003', 'long_term', 'rule'],
    ]);
  });

  it.each<[string, object, string]>([
    ['a word that the portal does not have', { named: { palace: ['A0001'] } }, 'palace'],
    ['a listing that is not asked about', { named: { room: ['B1'] } }, 'B1'],
    ['one listing twice', { named: { room: ['A0001'], long_term: ['A0001'] } }, 'A0001'],
    [
      'a rule with a word that the portal does not have',
      { named: {}, rules: [{ ...ofDays, value: 'x' }] },
      'x',
    ],
  ])('is not taken with %s', async (_, value, text) => {
    const name = `odd-${text.toLowerCase()}-${Object.keys(value).length}`;
    await bring(name, [day(1), plain(2)]);
    const refused = await stating(name, value);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(text)]);
    expect(await api.services.store.setups.statements(name)).toEqual([]);
  });
});

describe('what two people stated of owners', () => {
  it('has who stated each sentence, and when', async () => {
    await bring('people', [plain(1), plain(2), day(3)]);
    const owner = (value: object, name: string): Promise<Reply> =>
      take('people', 'answers', { owner_nearby: { ...by, name, value } });
    await owner({ yes: ['A0001', 'A0002'], no: [] }, 'Ana');
    await api.world.tick(60_000);
    await owner({ yes: ['A0002'], no: [], rules: [{ value: false, when: { title_word: 'na dan' } }] }, 'Iva');
    const { questions } = await steps.admin.get<{
      questions: { owner_nearby: { answer: { parts: { name: string; sentence: string; at: string }[] } } };
    }>('/agencies/people/setup');
    const { parts } = questions.owner_nearby.answer;
    expect(parts.map(({ name, sentence }) => [name, sentence])).toEqual([
      ['Ana', expect.stringMatching(/close by: A0001\.$/)],
      ['Iva', expect.stringMatching(/close by: A0002\.$/)],
      ['Iva', expect.stringContaining('“na dan”')],
    ]);
    expect(parts[0]?.at).not.toBe(parts[1]?.at);
  });
});
