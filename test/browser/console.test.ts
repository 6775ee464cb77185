import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Language } from '../../src/console/words/language.js';
import type { AccountRole } from '../../src/store/store.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { ApiWorld, password } from '../server/api-world.js';
import { feedOnOldMapping, type OldMapping } from '../server/old-mapping.js';
import { hour, minute } from '../support/manual-clock.js';
import { Visitor } from './visitor.js';
import {
  barriers,
  hasBrowser,
  launchBrowser,
  overflow,
  type TestBrowser,
  type Viewport,
} from '../support/browser.js';

let browser: TestBrowser;
let api: ApiWorld;
let complaints: string[];

/** Photos that nobody keeps, and the question who is signed in, whose answer is "nobody". */
const expected = /net::ERR_NAME_NOT_RESOLVED|net::ERR_INTERNET_DISCONNECTED|status of 401/;

/** The office of agency A, come in by its invitation. */
async function comeIn(name: string, viewport: Viewport, language: 'sr-Latn' | 'en'): Promise<Page> {
  const secret = await api.invited(name, 'agency', [api.a]);
  const opened = await browser.open(`${api.server.url}/console/invitation#${secret}`, viewport);
  complaints = opened.complaints;
  const { page } = opened;
  await page.getByRole('combobox').selectOption(language);
  await page.getByLabel(language === 'en' ? 'New password' : 'Nova lozinka').fill(password);
  await page
    .getByRole('button', { name: language === 'en' ? 'Save and sign in' : 'Sačuvaj i prijavi se' })
    .click();
  return page;
}

/** Nothing is wider than the window, and nothing of it keeps people out. */
async function lookOver(page: Page, where: string): Promise<void> {
  expect(await overflow(page), where).toBe(0);
  expect(await barriers(page), where).toEqual([]);
}

describe.runIf(hasBrowser)('the console of an agency in a browser', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    api = await ApiWorld.create();
    api.world.feed.body = estateFeed([...ads(3), ad(4, { type: 'Splav' })]);
    await api.world.round();
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  beforeEach(() => {
    complaints = [];
  });

  afterEach(() => {
    expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
  });

  test('the office comes in by its invitation on a phone, has its file read, finds a listing and keeps it off', async () => {
    const page = await comeIn('marija', { width: 390, scheme: 'dark' }, 'sr-Latn');
    await page.getByText(/3 od \d oglasa na portalu/).waitFor();
    const reading = page.getByText(/^Pročitano u/);
    const former = await reading.innerText();
    api.world.clock.advance(2 * 60_000);
    await page.getByRole('button', { name: 'Proveri sada' }).click();
    await expect.poll(() => reading.innerText(), { timeout: 20_000 }).not.toBe(former);
    await page.getByRole('link', { name: 'Pogledajte oglase' }).click();
    await page.getByLabel('Adresa, šifra ili link oglasa').fill('broj 2');
    await page.getByText('1 oglas', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Dvosoban stan broj 2' }).click();
    await page.getByText('Put do portala').waitFor();
    await page.getByText('Cela istorija').click();
    await page.getByText('Kako je nastalo svako polje').waitFor();
    await page.getByRole('button', { name: 'Skloni sa portala' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Razlog').fill('Vlasnik je odustao.');
    await lookOver(page, 'keeping off');
    await dialog.getByRole('button', { name: 'Skloni sa portala' }).click();
    await page.getByText('Oglas se skida sa portala.', { exact: true }).waitFor();
    await page.context().close();
    const kept = await api.services.store.listings.get(api.a, 'A0002');
    expect(kept?.intent).toBe('suppressed');
  });

  test('the account page invites a colleague, and changes a password: a well-known one is refused with its reason', async () => {
    const page = await comeIn('jasna', { width: 1440 }, 'en');
    await page.getByText(/of \d listings on the portal/).waitFor();
    const script = await api.withToken('jasna', 'full');
    const status = async (): Promise<number> => (await script.ask('GET', '/session')).status;
    await page.goto(`${api.server.url}/console/account`);
    await page.getByLabel('The colleague’s e-mail address').fill('vera@agency.example');
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    const link = page.getByLabel('Send this link to vera@agency.example; it is shown only now');
    await expect.poll(() => link.inputValue()).toMatch(/\/console\/invitation#/);
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('password1234');
    await page.getByLabel('Also revoke my tokens').check();
    await lookOver(page, 'account');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('too easy to guess').waitFor();
    expect(await status()).toBe(200);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect.poll(status, { timeout: 20_000 }).toBe(401);
    await page.context().close();
    complaints = complaints.filter((text) => !text.includes('status of 422'));
  });

  test('staff find a listing from anywhere, sort the table, and read for which of the chosen nothing was done', async () => {
    const secret = await api.invited('olja', 'operator');
    const opened = await browser.open(`${api.server.url}/console/invitation#${secret}`, { width: 1440 });
    complaints = opened.complaints;
    const { page } = opened;
    await page.getByRole('combobox').selectOption('en');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code, address, title or link').fill('broj 102');
    await dialog.getByRole('link', { name: /broj 102/ }).waitFor();
    await lookOver(page, 'finding');
    await page.keyboard.press('Enter');
    await page.getByText('1 listing', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByRole('button', { name: 'Price' }).click();
    await page.getByRole('button', { name: 'Price' }).click();
    const heading = page.getByRole('columnheader', { name: 'Price' });
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-price');
    for (const code of ['A0101', 'A0102']) await page.getByLabel(`Choose ${code}`).check();
    await lookOver(page, 'chosen');
    await page.getByRole('button', { name: 'Send 2 listings again' }).click();
    await dialog.getByRole('button', { name: 'Send 2 listings again' }).click();
    await page.getByText('Not done for 2 listings:').waitFor();
    await page.context().close();
    complaints = complaints.filter((text) => !text.includes('status of 409'));
  });

  test('what a feed halved is shown as cards, and taken off only once the office says so', async () => {
    const { store } = api.services;
    const feedId = (await store.feeds.byName('agency'))?.id ?? null;
    const line = {
      externalId: 'A0001',
      title: 'Dvosoban stan broj 1',
      lastSeenAt: 1,
      reason: 'withdrawn',
    } as const;
    const { id } = await store.holds.raise(
      { connectionId: api.a, feedId, kind: 'removals', reason: 'too many', snapshotId: null, lines: [line] },
      1,
    );
    const page = await comeIn('petar', { width: 1440 }, 'en');
    await page.getByRole('link', { name: 'Waiting for you' }).click();
    await page.getByRole('link', { name: 'Look and decide' }).click();
    await page.getByRole('link', { name: 'Dvosoban stan broj 1' }).waitFor();
    await lookOver(page, 'waiting');
    await page.getByRole('button', { name: 'Remove 1 listing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 listing' }).click();
    await page.getByText('The listings are being removed.').waitFor();
    await page.context().close();
    expect((await store.holds.get(id))?.hold).toMatchObject({ state: 'approved', decidedBy: 'petar' });
  });

  test('a new listing that waits for its price is among the listings, with what waits, and is confirmed', async () => {
    api.world.feed.body = estateFeed([...ads(3), ad(5, { price: 95 })]);
    api.world.clock.advance(15 * 60_000);
    await api.world.round();
    const page = await comeIn('sanja', { width: 390 }, 'sr-Latn');
    await page.getByRole('link', { name: 'Pogledajte oglase' }).click();
    await page.getByLabel('Prikaži', { exact: true }).selectOption('waiting');
    await page.getByText('Još nije na portalu. Cena 95 EUR').waitFor();
    await lookOver(page, 'a listing that waits');
    await page.getByRole('link', { name: 'Potvrdite vrednost' }).click();
    await page.getByRole('button', { name: 'Potvrdi 95' }).click();
    await page.getByText('Vrednost je potvrđena i šalje se.').waitFor();
    await page.context().close();
    const { store } = api.services;
    const { confirmations } = (await store.content.known(api.a, ['A0005'])).get('A0005') ?? {};
    expect(confirmations).toMatchObject([{ value: '95 EUR', by: 'sanja', takenBackAt: null }]);
  });

  test('the text of a mapping is checked at its lines, tried, saved, and shown among the changes', async () => {
    const page = await comeIn('jovan', { width: 1440, scheme: 'dark' }, 'en');
    await page.getByRole('link', { name: 'Mapping' }).click();
    await page.getByText('What only you know').waitFor();
    await page.getByRole('tab', { name: 'The whole text' }).click();
    const editor = page.getByRole('textbox', { name: 'The mapping’s text' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nnonsense: 1\n');
    await page
      .getByText(/line \d+:/)
      .first()
      .waitFor();
    await lookOver(page, 'a mistake');
    await page.getByRole('button', { name: 'Discard the change' }).click();
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# Ours.\n');
    await page.getByText('The text is valid.').waitFor();
    await page.getByRole('button', { name: 'See what would change' }).click();
    await page.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText('Saved. It applies from the next reading.').waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('cell', { name: 'jovan' }).waitFor();
    await page.context().close();
  });
});

/** Somebody new, who takes an invitation. */
async function visitor(
  name: string,
  account: { role: AccountRole; connections?: string[] | undefined },
  how: Viewport & { language: Language },
): Promise<Visitor> {
  const secret = await api.invited(name, account.role, account.connections);
  const found = await Visitor.open(browser, `${api.server.url}/console/invitation#${secret}`, how);
  await found.comeIn(password);
  return found;
}

/** Presses a button that asks first, and says yes. */
async function pressAndSayYes({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

function priceAt(connection: string, id: string): number | undefined {
  const found = api.world.sandbox.staff.listings(connection).find(({ externalId }) => externalId === id);
  return (found?.payload as { price?: { amount: number } } | undefined)?.price?.amount;
}

describe.runIf(hasBrowser)('what is asked about contents, in a browser', () => {
  let old: OldMapping;
  let third: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    api = await ApiWorld.create();
    old = await feedOnOldMapping(api);
    const { world } = api;
    third = world.sandbox.staff.addConnection({ agency: { name: 'Treća' } });
    world.at('/c.xml').body = estateFeed(ads(2, 301));
    await world.declare((feeds) => [
      ...feeds,
      ...feeds
        .slice(0, 1)
        .map((feed) => ({ ...feed, name: 'c', connection: third, url: `${world.feedUrl}/c.xml` })),
    ]);
    await api.restart();
    await world.round();
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
    await old.remove();
  });

  test('an office answers for its own listings, and is shown nothing of another agency', async () => {
    const { world, services } = api;
    world.feed.body = estateFeed([ad(1, { price: 9_100 }), ...ads(2, 2)]);
    world.at('/b.xml').body = estateFeed([ad(101, { price: 9_200 }), ad(102)]);
    await world.later(hour);
    const holds = await services.store.holds.open({ kind: 'content' });
    const [own, other] = [api.a, api.b].map((connection) =>
      holds.find(({ connectionId }) => connectionId === connection),
    );
    const office = await visitor(
      'vera',
      { role: 'agency', connections: [api.a] },
      { width: 390, language: 'sr-Latn' },
    );
    await office.goTo('nav.waiting');
    await office.follow(office.t('waiting.open'));
    await office.reads(/9\.100/);
    expect(new URL(office.page.url()).pathname).toBe(`/console/waiting/${own?.id}`);
    await pressAndSayYes(office, office.t('doubts.confirm_all', { n: 1 }));
    await office.reads(office.t('doubts.confirmed'));
    for (const path of [`/waiting/${other?.id}`, `/listings/${api.b}/A0101`]) {
      await office.page.goto(`${api.server.url}/console${path}`);
      await office.reads(office.t('error.not_found'));
      expect(await office.page.getByRole('main').innerText()).not.toContain('9.200');
    }
    await office.page.context().close();
    await world.later(minute);
    expect([priceAt(api.a, 'A0001'), priceAt(api.b, 'A0101')]).toEqual([9_100, 100_100]);
    const left = await services.store.content.doubts(other?.feedId ?? 0);
    expect(left).toMatchObject([{ externalId: 'A0101', confirmedAt: null }]);
  });

  test('staff answer for 51 listings of three agencies at once, and type the number first', async () => {
    const { world } = api;
    const wrong = (first: number): Ad[] => ads(17, first).map((one) => ({ ...one, price: 95 }));
    world.feed.body = estateFeed([...ads(3), ...wrong(11)]);
    world.at('/b.xml').body = estateFeed([...ads(2, 101), ...wrong(111)]);
    world.at('/c.xml').body = estateFeed([...ads(2, 301), ...wrong(311)]);
    await world.later(hour);
    const staff = await visitor('mila', { role: 'operator' }, { width: 1440, language: 'en' });
    await staff.page.goto(`${api.server.url}/console/questions`);
    await staff.follow(staff.t('questions.open', { n: 51 }));
    await staff.reads('A0011');
    await staff.press('doubts.confirm_all', { n: 51 });
    const dialog = staff.page.getByRole('dialog');
    const yes = dialog.getByRole('button', { name: staff.t('doubts.confirm_all', { n: 51 }), exact: true });
    const typed = dialog.getByLabel(staff.t('doubts.type_number', { n: '51' }));
    for (const wrongNumber of ['', '50', '510']) {
      await typed.fill(wrongNumber);
      expect(await yes.isDisabled()).toBe(true);
    }
    await typed.fill('51');
    await staff.keepsNobodyOut('the typed number');
    await yes.click();
    await staff.reads(staff.t('questions.answered'));
    // The page asks once more for a question that is answered: there is none.
    await staff.page.context().close();
    await world.later(minute);
    for (const [connection, id] of [
      [api.a, 'A0011'],
      [api.b, 'A0111'],
      [third, 'A0327'],
    ] as const)
      expect(priceAt(connection, id)).toBe(95);
  });

  const holdsOfTable = async (): Promise<string[]> =>
    (await api.services.store.holds.open({}))
      .filter(({ connectionId }) => connectionId === old.connection)
      .map(({ kind, lineCount }) => `${kind} ${lineCount}`);

  test('staff see what a newer mapping changes, and move the feed to it at one click', async () => {
    const staff = await visitor('iva', { role: 'operator' }, { width: 1440, language: 'sr-Latn' });
    await staff.page.goto(`${api.server.url}/console/feeds/table`);
    await staff.reads(staff.t('upgrade.gain', { version: '2' }));
    await staff.press('upgrade.see');
    await staff.reads(staff.t('upgrade.move', { mapping: 'csv-header', from: '1', to: '2' }));
    const table = staff.page.getByRole('table', { name: staff.t('upgrade.changes') });
    const ids = async (): Promise<string[]> => (await table.innerText()).match(/\bA000\d\b/g) ?? [];
    expect(await ids()).toEqual(['A0005', 'A0008', 'A0002', 'A0004', 'A0006']);
    await staff.reads('kod notara');
    await staff.keepsNobodyOut('what the newer mapping changes');
    await staff.fits('what the newer mapping changes');
    expect(await holdsOfTable()).toEqual([]);
    await pressAndSayYes(staff, staff.t('upgrade.take'));
    await staff.reads(staff.t('upgrade.taken'));
    await api.world.tick(6_000);
    await api.world.tick(6_000);
    await staff.page.reload();
    await staff.press('upgrade.see');
    await staff.reads(staff.t('upgrade.newest'));
    await staff.leave();
    expect(await holdsOfTable()).toEqual(['removals 4', 'content 1']);
  });
});
