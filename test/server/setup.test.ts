import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayBeSameAgency } from '../../src/core/setup/same-agency.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { ownSheet } from '../support/own-sheet.js';
import { ApiWorld, password, type Caller, type Reply } from './api-world.js';

interface Line {
  kind: string;
  field: string | null;
  from: string | null;
  samples: string[];
  listings: number | null;
}

interface Setup {
  step: string;
  agency: { state: string; reading: { state: string; sentence: { sr: string; en: string } } };
  numbers: { records: number; listings: number; ready: number } | null;
  cards: { external_id: string; amount: number | null; currency: string | null; place: string | null }[];
  connection: {
    id: string;
    agency: string;
    register_number: string | null;
    confirmed_at: string | null;
  } | null;
  questions: {
    mandate: { version: number; statement: { sr: string; en: string }; listings: number } | null;
    owner_nearby: {
      listings: number;
      answer: object | null;
      some: { listings: object[]; total: number; ruled: { rules: object[] } } | null;
    } | null;
    content: {
      choices: {
        path: string;
        listings: number;
        options: { value: string }[];
        answer: string | null;
        who: string;
        samples: string[];
        recommended: { value: string; why: { sr: string; en: string } } | null;
      }[];
      words: { table: string | null; word: string; listings: number; suggestions: { key: string }[] }[];
      meanings: { change: number; word: string }[];
    } | null;
  };
  causes: { code: string; listings: number }[];
  lines: Line[];
  id_request: { sr: string; en: string } | null;
  own_mapping: {
    text: string | null;
    proposal: { about: string; text: string; lines: Line[]; ready: number } | null;
  } | null;
  may_send: boolean;
  why_not: { sr: string; en: string } | null;
  progress: { status: string; actor: string; since: string; note: string | null } | null;
}

let api: ApiWorld;
let admin: Caller;
let agency: Caller;

const fact = { value: true, version: 1, language: 'sr-Latn', name: 'Ana Anić', role: 'direktorka' };
const setup = (who = agency): Promise<Setup> => who.get<Setup>('/agencies/novi/setup');
const take = (step: string, body: unknown): Promise<Reply> =>
  agency.ask('POST', `/agencies/novi/setup/${step}`, { body });
const read = (): Promise<void> => api.world.tick(1_000);

beforeAll(async () => {
  api = await ApiWorld.create();
  admin = await api.signedIn('administrator', 'administrator');
  const rental = { sale: false, price: 450 };
  const odd = { heating: 'Grejanje na gazzz' };
  api.world.at('/novi.xml').body = estateFeed([
    ...ads(4, 201),
    ad(205, rental),
    ad(206, odd),
    ad(207, { type: 'Svemirski brod' }),
  ]);
  api.world.requests();
});
afterAll(() => api.close());

/** Requests of the daemon that say something of listings. */
const listingRequests = (): string[] =>
  api.world.requests().filter((request) => /listings|batches|reconcile|validate/.test(request));

describe('a name that is not the agency’s own', () => {
  it.each([
    ['Limes nekretnine d.o.o.', 'Alfa nekretnine', false],
    ['Nekretnine Novi Sad', 'Dom Novi Sad', false],
    ['Dom Group', 'Alfa Group', false],
    ['Stan 1', 'Kuća 1', false],
    ['Limes nekretnine d.o.o.', 'Agencija Limes', true],
    ['Nekretnine', 'NEKRETNINE', true],
  ])('is told by the words that few agencies have: %s, %s', (one, other, same) => {
    expect(mayBeSameAgency(one, other)).toBe(same);
  });
});

describe('setting an agency up', () => {
  it('brings it, reads its feed at once, and lets it in by a link', async () => {
    const url = `${api.world.feedUrl}/novi.xml`;
    const wanted = { name: 'novi', title: 'Novi stan', email: 'Ana@novi.example', url };
    const brought = await admin.ask('POST', '/agencies', { body: wanted });
    expect(brought.status).toBe(200);
    expect(JSON.parse(brought.text)).toMatchObject({
      state: 'invited',
      mapping: null,
      reading: { state: 'waiting' },
    });
    const again = await admin.ask('POST', '/agencies', { body: wanted });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('novi')]);
    await read();
    expect(await admin.get('/agencies/novi')).toMatchObject({
      mapping: 'estate-sistem',
      listings: 7,
      ready: 6,
      reading: { state: 'done', sentence: { sr: 'Pročitali smo 7 oglasa; 6 je spremno.' } },
    });
    const invited = await admin.ask('POST', '/agencies/novi/invite', { body: {} });
    const { link, account } = JSON.parse(invited.text) as { link: string; account: string };
    expect(account).toBe('ana@novi.example');
    agency = api.caller();
    const secret = link.split('#')[1];
    const accepted = await agency.ask('POST', '/invitations/accept', { body: { secret, password } });
    expect(accepted.status).toBe(200);
    expect(await agency.get('/agencies')).toMatchObject({
      agencies: [{ name: 'novi', state: 'connecting' }],
    });
  });

  it('shows what was read, and which questions decide how many listings', async () => {
    const shown = await setup();
    expect(shown.step).toBe('connect');
    expect(shown.numbers).toMatchObject({ records: 7, listings: 7, ready: 6 });
    expect(shown.cards).toHaveLength(6);
    expect(shown.cards[0]).toMatchObject({ external_id: 'A0201', amount: 110_100, currency: null });
    const { mandate, owner_nearby, content } = shown.questions;
    expect(mandate?.listings).toBe(7);
    expect(owner_nearby).toMatchObject({ listings: 1, answer: null });
    expect(content?.choices.map(({ path, listings }) => [path, listings])).toEqual(
      expect.arrayContaining([
        ['price.currency', 6],
        ['rent.currency', 1],
        ['rent.type', 1],
      ]),
    );
    expect(content?.words.map(({ word, listings }) => [word, listings])).toEqual([
      ['Svemirski brod + u zgradi', 1],
      ['Grejanje na gazzz', 1],
    ]);
    expect(content?.choices.find(({ path }) => path === 'price.currency')).toMatchObject({
      who: 'agency',
      samples: [expect.stringContaining('stan broj'), expect.anything(), expect.anything()],
      recommended: { value: 'EUR', why: { sr: expect.stringContaining('Srednji iznos') } },
    });
    const linesOf = (kind: string): (string | null)[] =>
      shown.lines.flatMap((line) => (line.kind === kind ? [line.field] : []));
    expect(linesOf('question')).toEqual(expect.arrayContaining(['legal.mandate_attested', 'price.currency']));
    expect(linesOf('proven')).toEqual(expect.arrayContaining(['category', 'title.sr', 'price.amount']));
    expect(linesOf('proven')).not.toContain('price.currency');
    expect(shown.lines.find(({ field }) => field === 'price.amount')).toMatchObject({
      from: expect.any(String),
      samples: expect.arrayContaining(['110100']),
    });
    expect([shown.id_request, shown.own_mapping]).toEqual([null, null]);
    expect(shown.may_send).toBe(false);
  });

  it('says of a refused code what to do, and takes a good one once', async () => {
    const short = await take('connect', { code: 'abc' });
    expect([short.status, short.text]).toEqual([409, expect.stringContaining('12 do 32')]);
    const wrong = await take('connect', { code: 'AAAABBBBCCCCDDDD' });
    expect(wrong.text).toContain('zatražite novi kod');
    expect(wrong.text).toContain('request a new code');
    const { code } = api.pending({ name: 'Novi stan d.o.o.', register_number: null });
    const missing = await take('connect', { code });
    expect(missing.text).toContain('registration number');
    const good = api.pending({ name: 'Novi stan d.o.o.', register_number: '12345' });
    expect((await take('connect', { code: ` ${good.code} ` })).status).toBe(200);
    expect((await take('connect', { code: good.code })).status).toBe(409);
    const shown = await setup();
    expect(shown.step).toBe('confirm');
    expect(shown.connection).toMatchObject({ agency: 'Novi stan d.o.o.', register_number: '12345' });
  });

  it('lets go of a connection that is another agency’s', async () => {
    const former = (await setup()).connection?.id;
    expect((await take('confirm', { ok: false })).status).toBe(200);
    const shown = await setup();
    expect([shown.step, shown.connection]).toEqual(['connect', null]);
    const { code } = api.pending({ name: 'Novi stan', register_number: '999' });
    await take('connect', { code });
    const nobody = await take('confirm', { ok: true });
    expect(nobody.status).toBe(409);
    // The page of before shows the agency of the first code.
    const stale = { language: 'sr-Latn', name: 'Ana', role: 'direktorka', connection: former };
    for (const ok of [true, false]) {
      const refused = await take('confirm', { ...stale, ok });
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('unet drugi kod')]);
    }
    expect((await setup()).connection).toMatchObject({ agency: 'Novi stan', confirmed_at: null });
    const confirmed = await take('confirm', {
      ok: true,
      language: 'sr-Cyrl',
      name: 'Ana',
      role: 'direktorka',
    });
    expect(confirmed.status).toBe(200);
    const { statements } = await agency.get<{ statements: { sentence: string }[] }>(
      '/agencies/novi/statements',
    );
    expect(statements.at(-1)?.sentence).toBe(
      'Потврђујем да је агенција коју портал наводи као Novi stan, регистарски број 999, наша агенција.',
    );
  });

  it('keeps what was answered, over a restart, and makes the numbers anew', async () => {
    expect((await take('send', {})).text).toContain('mandates');
    const no = await take('answers', { mandate: { ...fact, value: false } });
    expect(JSON.parse(no.text)).toMatchObject({
      why_not: { en: expect.stringContaining('Listings without a mandate') },
    });
    const otherText = await take('answers', { mandate: { ...fact, version: 7 } });
    expect(otherText.status).toBe(409);
    await take('answers', { mandate: fact, owner_nearby: { ...fact, value: false } });
    await api.restart();
    await read();
    const { questions } = await setup();
    const rentalType = questions.content?.choices.find(({ path }) => path === 'rent.type');
    const words = questions.content?.words ?? [];
    const gas = words.find(({ word }) => word === 'Grejanje na gazzz');
    const bad = await take('answers', { words: [{ table: 'heating', word: gas?.word, key: 'no-such-key' }] });
    expect(bad.status).toBe(409);
    const answered = await take('answers', {
      choices: {
        'price.currency': 'EUR',
        'rent.currency': 'EUR',
        'rent.type': rentalType?.options[0]?.value,
      },
      words: [{ table: gas?.table, word: gas?.word, key: gas?.suggestions[0]?.key }],
    });
    expect(answered.status).toBe(200);
    await read();
    const shown = await setup();
    expect([shown.step, shown.may_send, shown.why_not]).toEqual(['send', true, null]);
    expect(shown.questions.content?.words.map(({ word }) => word)).toEqual(['Svemirski brod + u zgradi']);
    expect(shown.questions.content?.meanings).toMatchObject([
      { word: 'Grejanje na gazzz', by: 'ana@novi.example' },
    ]);
    expect(shown.cards[0]?.currency).toBe('EUR');
  });

  it('has sent nothing of a listing so far, and goes live after the first check', async () => {
    expect(listingRequests()).toEqual([]);
    const sent = await take('send', {});
    expect(sent.status).toBe(200);
    const id = (await api.services.store.setups.byName('novi'))?.connectionId ?? '';
    await api.world.round();
    const certifying = await setup();
    expect(certifying.progress).toMatchObject({ status: 'certifying', actor: 'portal_staff' });
    api.world.sandbox.staff.certify(id);
    for (let turn = 0; turn < 6; turn += 1) {
      await api.world.tick(600_000);
      // Whoever looks stays signed in.
      await admin.get('/agencies/novi');
      await setup();
    }
    expect((await setup()).progress).toMatchObject({ status: 'active', actor: 'nobody' });
    const live = api.world.sandbox.staff.listings(id).filter(({ status }) => status === 'live');
    expect(live.map(({ externalId }) => externalId).sort()).toEqual([
      ...['A0201', 'A0202', 'A0203', 'A0204', 'A0205', 'A0206'],
    ]);
    // From now on it sees its connection as any other agency does.
    expect(await agency.get('/feeds')).toMatchObject({ feeds: [{ name: 'novi', connection: id }] });
    expect((await take('send', {})).status).toBe(409);
  });

  it('answers of later listings by a rule, and shows which of them it covers', async () => {
    const lux = (number: number): ReturnType<typeof ad> =>
      ad(number, { sale: false, price: 500, title: `Lux stan broj ${number} na keju` });
    const when = { title_word: 'lux' };
    const rules = [{ value: true, when }];
    expect(JSON.parse((await take('rules', { rules })).text)).toMatchObject({
      rules: [{ statement: { sr: expect.stringContaining('„`lux`”') }, covers: 0 }],
      ...{ yes: [], no: [], contradicted: [] },
    });
    const price = { amount: 500.1239, currency: 'EUR' };
    for (const bad of [{}, { title_word: '”lux' }, { title_word: 'a\nb' }, { price_up_to: price }]) {
      const { status } = await take('rules', { rules: [{ value: true, when: bad }] });
      expect([400, 409], JSON.stringify(bad)).toContain(status);
    }
    const answered = await take('answers', { owner_nearby: { ...fact, value: { yes: [], no: [], rules } } });
    expect(answered.status).toBe(200);
    const current = api.world.at('/novi.xml').body.toString();
    const added = /<oglas>[^]*<\/oglas>/.exec(estateFeed([lux(208)]))?.[0] ?? '';
    api.world.at('/novi.xml').body = current.replace('</OGLASI>', `${added}</OGLASI>`);
    for (let turn = 0; turn < 4; turn += 1) {
      await api.world.tick(600_000);
      await admin.get('/agencies/novi');
      await setup();
    }
    const id = (await api.services.store.setups.byName('novi'))?.connectionId ?? '';
    const sent = api.world.sandbox.staff.listings(id).find(({ externalId }) => externalId === 'A0208');
    expect(sent?.payload).toMatchObject({ rent: { owner_lives_nearby: true } });
    const shown = (await setup()).questions.owner_nearby;
    expect(shown?.some?.listings).toContainEqual({
      ...{ id: 'A0208', title: 'Lux stan broj 208 na keju', place: expect.any(String) },
      ...{ answer: true, answered_by: 'rule' },
    });
    expect(shown?.some?.ruled).toMatchObject({ rules: [{ value: true, when, covers: 1 }], yes: ['A0208'] });
    const changes = await agency.get('/feeds/novi/mapping');
    expect(JSON.stringify(changes)).toContain('da kad god važi: u naslovu je reč „`lux`”');
  });

  it('is asked again of a listing that meets another rule too, although the portal shows it as before', async () => {
    const before = api.world.at('/novi.xml').body.toString();
    const readWith = async (price: number): Promise<unknown> => {
      const title = 'Skroman stan broj 209 na keju';
      const added =
        /<oglas>[^]*<\/oglas>/.exec(estateFeed([ad(209, { sale: false, price, title })]))?.[0] ?? '';
      api.world.at('/novi.xml').body = before.replace('</OGLASI>', `${added}</OGLASI>`);
      for (let turn = 0; turn < 4; turn += 1) {
        await api.world.tick(600_000);
        await admin.get('/agencies/novi');
        await setup();
      }
      return (await setup()).questions.owner_nearby?.some;
    };
    const upTo = (amount: number): object => ({ price_up_to: { amount, currency: 'EUR' } });
    const rules = [
      { value: true, when: { ...upTo(600), title_word: 'skroman' } },
      { value: false, when: { ...upTo(500), title_word: 'skroman' } },
    ];
    await take('answers', { owner_nearby: { ...fact, value: { yes: [], no: [], rules } } });
    const shown = (answer: boolean | null, answered_by: 'rule' | 'all' | null): unknown =>
      expect.arrayContaining([expect.objectContaining({ id: 'A0209', answer, answered_by })]);
    const covered = (...each: number[]): unknown => ({
      rules: each.map((covers): unknown => expect.objectContaining({ covers })),
    });
    expect(await readWith(590)).toMatchObject({ listings: shown(true, 'rule'), ruled: covered(1, 0) });
    // Both rules fit now: neither counts, though the portal goes on showing what one of them said.
    expect(await readWith(490)).toMatchObject({
      listings: shown(null, null),
      ruled: { ...(covered(1, 1) as object), contradicted: ['A0209'] },
    });
    // No rule fits: what was said of all rentals before the rules counts.
    expect(await readWith(690)).toMatchObject({ listings: shown(false, 'all'), ruled: covered(0, 0) });
    await take('answers', { owner_nearby: { ...fact, value: { yes: [], no: [], rules: [] } } });
    api.world.at('/novi.xml').body = before;
    for (let turn = 0; turn < 4; turn += 1) {
      await api.world.tick(600_000);
      await admin.get('/agencies/novi');
      await setup();
    }
  });

  it('survives a restart as a feed, and is taken away without a removal', async () => {
    await api.restart();
    expect(api.world.app.feeds.map(({ name }) => name).sort()).toEqual(['agency', 'agency-b', 'novi']);
    const removed = await admin.ask('DELETE', '/agencies/novi');
    expect(removed.status).toBe(200);
    expect(api.world.app.feeds.map(({ name }) => name)).not.toContain('novi');
    const feed = await api.services.store.feeds.byName('novi');
    expect(feed?.life).toBe('orphaned');
    expect(await api.services.store.holds.open({ feedId: feed?.id ?? 0, kind: 'orphan' })).toHaveLength(1);
    const lines = await api.services.store.audit.list({ limit: 200 });
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'agency.add',
        'agency.connect',
        'agency.disconnect',
        'agency.state',
        'agency.send',
        'agency.remove',
        'feed.change',
      ]),
    );
  });
});

describe('an agency whose file no preset knows: a spreadsheet', () => {
  const of = (who: Caller): Promise<Setup> => who.get<Setup>('/agencies/tabela/setup');
  const put = (who: Caller, text: string | null): Promise<Reply> =>
    who.ask('PUT', '/agencies/tabela/setup/mapping', { body: { text } });
  const answer = (choices: Record<string, string>): Promise<Reply> =>
    admin.ask('POST', '/agencies/tabela/setup/answers', { body: { choices } });
  const proposed = async (): Promise<string> => (await of(admin)).own_mapping?.proposal?.text ?? '';

  it('sees that its file is being prepared, and staff what init proposes', async () => {
    api.world.at('/tabela.xlsx').body = await ownSheet(6);
    const url = `${api.world.feedUrl}/tabela.xlsx`;
    const body = { name: 'tabela', title: 'Tabela', email: 'tabela@agencija.example', url };
    expect((await admin.ask('POST', '/agencies', { body })).status).toBe(200);
    await read();
    const shown = await of(admin);
    expect(shown.agency.reading).toMatchObject({
      state: 'failed',
      sentence: { en: expect.stringContaining('We are preparing your file') },
    });
    expect(shown.id_request?.sr).toMatch(/^Molimo vas/);
    const proposal = shown.own_mapping?.proposal;
    const lineOf = (field: string): Line | undefined => proposal?.lines.find((line) => line.field === field);
    expect(proposal).toMatchObject({ about: expect.stringContaining('sheet'), ready: 6 });
    expect(lineOf('transaction')).toMatchObject({ kind: 'question', listings: 6 });
    expect(lineOf('structure.area_sqm')).toMatchObject({
      kind: 'proven',
      from: 'Kvadratura',
      samples: ['41', '42', '43'],
    });
    expect(JSON.stringify(proposal?.lines)).not.toContain('064');
    const awaited = {
      kind: 'mapping_awaited',
      agency: 'Tabela',
      feed: 'tabela',
      operator: true,
      link: '/agencies/tabela',
      sentence: { en: expect.stringMatching(/^Tabela waits for its mapping/) },
    };
    const awaits = ({ kind }: { kind: string }): boolean => kind === 'mapping_awaited';
    expect((await api.world.attention()).filter(awaits)).toMatchObject([awaited]);
    const overview = JSON.parse((await admin.ask('GET', '/situation')).text) as {
      causes: { kind: string }[];
    };
    expect(overview.causes.filter(awaits)).toMatchObject([{ agencies: 1, link: '/agencies/tabela' }]);
    const { link } = JSON.parse((await admin.ask('POST', '/agencies/tabela/invite', { body: {} })).text) as {
      link: string;
    };
    const office = api.caller();
    await office.ask('POST', '/invitations/accept', { body: { secret: link.split('#')[1], password } });
    expect(await of(office)).toMatchObject({ own_mapping: null, lines: [], numbers: null });
    expect((await put(office, proposal?.text ?? '')).status).toBe(403);
  });

  it('is read by the proposal once staff take it over, and asks what the file does not say', async () => {
    const bad = await put(admin, 'name: tabela\nversion: 1\nnonsense: true\n');
    expect([bad.status, bad.text]).toEqual([409, expect.stringContaining('nonsense')]);
    const stating = (await proposed()).replace(
      'fields:',
      'fields:\n  legal.mandate_attested: { const: true }',
    );
    expect((await put(admin, stating)).text).toContain('stated by the agency itself');
    expect((await put(admin, await proposed())).status).toBe(200);
    await read();
    expect((await api.world.attention()).map(({ kind }) => kind)).not.toContain('mapping_awaited');
    // A preset that is named later counts in its place, until it is taken over again.
    const named = { body: { mapping: 'csv-header' } };
    expect((await admin.ask('PATCH', '/agencies/tabela', named)).status).toBe(200);
    await read();
    expect(await of(admin)).toMatchObject({
      agency: { reading: { state: 'failed' } },
      own_mapping: { text: null },
    });
    expect((await put(admin, await proposed())).status).toBe(200);
    await read();
    const shown = await of(admin);
    expect(shown.numbers).toMatchObject({ listings: 6, ready: 6 });
    expect(shown.own_mapping?.text).toBe(shown.own_mapping?.proposal?.text);
    const choices = shown.questions.content?.choices ?? [];
    expect(choices.find(({ path }) => path === 'transaction')).toMatchObject({
      listings: 6,
      who: 'agency',
      samples: [1, 2, 3].map((n) => `Svetao stan broj ${n} sa terasom`),
      recommended: { value: 'rent' },
    });
    expect(shown.lines.filter(({ kind }) => kind === 'left_out')).toMatchObject([
      { from: 'Kontakt telefon' },
    ]);
    expect((await answer({ 'location.place_id': 'Atlantida' })).status).toBe(409);
    const { places } = await admin.get<{ places: { key: string }[] }>('/places?q=novi');
    expect(places.map(({ key }) => key)).toContain('Novi Sad');
    expect((await answer({ 'location.place_id': 'Novi Sad', transaction: 'rent' })).status).toBe(200);
    await read();
    expect((await of(admin)).cards[0]).toMatchObject({
      place: 'Novi Sad',
      transaction: 'rent',
      category: 'Stan',
    });
  });

  it('has its mapping tried on the sheet after it was sent', async () => {
    const { code } = api.pending({ name: 'Tabela', register_number: '77' });
    const step = (name: string, body: unknown): Promise<Reply> =>
      admin.ask('POST', `/agencies/tabela/setup/${name}`, { body });
    await step('connect', { code });
    await step('confirm', { ok: true, language: 'en', name: 'Ana', role: 'director' });
    await step('answers', { mandate: fact, owner_nearby: { ...fact, value: false } });
    await read();
    const { questions } = await of(admin);
    const open = questions.content?.choices.filter(({ answer: given }) => given === null) ?? [];
    await answer(Object.fromEntries(open.map(({ path, options: [first] }) => [path, first?.value ?? ''])));
    await read();
    expect((await step('send', {})).status).toBe(200);
    expect((await put(admin, await proposed())).status).toBe(409);
    await api.world.round();
    const text = await proposed();
    const tried = await admin.ask('POST', '/feeds/tabela/mapping/preview', { body: { text, limit: 3 } });
    expect(JSON.parse(tried.text)).toMatchObject({
      preview: { records: 6, kinds: { mapped: 6 } },
      cost: { unchanged: 6 },
    });
    // Nothing else has its name, so the text that it runs on cannot be taken away.
    const back = await admin.ask('PUT', '/feeds/tabela/mapping', { body: { text: null } });
    expect(back.status).not.toBe(200);
    const { changes } = await admin.get<{ changes: { id: number; kind: string }[] }>('/feeds/tabela/mapping');
    const own = changes.find(({ kind }) => kind === 'mapping')?.id ?? 0;
    expect((await admin.ask('POST', `/feeds/tabela/changes/${own}/undo`)).status).not.toBe(200);
  });
});

describe('an agency whose file cannot be had', () => {
  it('is told so in one sentence, and its partner what the server answered, of no copy that stands', async () => {
    const wanted = { name: 'bez-fajla', title: 'Bez fajla', email: 'bez@agencija.example' };
    api.world.at('/nema.xml').status = 404;
    const body = { ...wanted, url: `${api.world.feedUrl}/nema.xml` };
    expect((await admin.ask('POST', '/agencies', { body })).status).toBe(200);
    await read();
    const { reading } = await admin.get<{ reading: { state: string; sentence: object; detail: string } }>(
      '/agencies/bez-fajla',
    );
    expect(reading).toMatchObject({
      state: 'failed',
      sentence: { en: expect.stringContaining('does not return the file') as string },
    });
    expect(reading.detail).toMatch(/404.*Ask the agency whether it moved\.$/);
  });
});

describe('bringing agencies from a CSV file', () => {
  const csv = (): string =>
    [
      'name;title;email;url;mapping;language',
      `prva;Prva;prva@agencija.example;${api.world.feedUrl}/prva.xml;estate-sistem;sr-Cyrl`,
      `Druga;Druga;druga@agencija.example;${api.world.feedUrl}/druga.xml;;`,
      `treca;Treca;nije-adresa;${api.world.feedUrl}/treca.xml;;en`,
      `prva;Prva;prva@agencija.example;${api.world.feedUrl}/prva.xml;;`,
      'peta;Peta;peta@agencija.example;file:///etc/passwd;;',
      `sesta;Sesta;sesta@agencija.example;${api.world.feedUrl}/x.xml;../../etc/passwd;`,
      `agency;Agency;a@agencija.example;${api.world.feedUrl}/x.xml;;`,
      `osma;Osma;osma@agencija.example;${api.world.feedUrl}/x.xml;nema-takvog;`,
    ].join('\r\n');
  const bring = async (dry_run: boolean) =>
    JSON.parse((await admin.ask('POST', '/agencies/import', { body: { csv: csv(), dry_run } })).text) as {
      created: number;
      lines: { line: number; outcome: string; problem: { sr: string; en: string } | null }[];
    };

  it('says of each line what is wrong, and does nothing in a dry run', async () => {
    const { lines, created } = await bring(true);
    expect(created).toBe(1);
    expect(
      lines.map(({ line, outcome, problem }) => [line, outcome, problem?.en.slice(0, 40) ?? null]),
    ).toEqual([
      [2, 'new', null],
      [3, 'problem', '“Druga” cannot be a name: write lower-ca'],
      [4, 'problem', '“nije-adresa” is not an e-mail address. '],
      [5, 'problem', 'Line 2 has the name “prva” already: each'],
      [6, 'problem', 'The address must begin with http:// or h'],
      [7, 'problem', 'The address must begin with http:// or h'],
      [8, 'problem', 'The configuration already has a feed nam'],
      [9, 'problem', 'The mapping nema-takvog cannot be used: '],
    ]);
    expect(await admin.get('/agencies?q=prva')).toMatchObject({ agencies: [] });
  });

  it('brings what is good, and the same file again changes nothing', async () => {
    expect((await bring(false)).created).toBe(1);
    const again = await bring(false);
    expect([again.created, again.lines[0]?.outcome]).toEqual([0, 'known']);
    api.world.at('/prva.xml').status = 404;
    await read();
    const { agencies } = await admin.get<{ agencies: Record<string, unknown>[] }>('/agencies?q=PRV');
    expect(agencies).toMatchObject([
      {
        name: 'prva',
        language: 'sr-Cyrl',
        reading: { state: 'failed', sentence: { sr: expect.stringContaining('ne daje fajl') } },
      },
    ]);
  });
});
