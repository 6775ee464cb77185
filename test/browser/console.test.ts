import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { ApiWorld, password } from '../server/api-world.js';
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
  const words =
    language === 'en' ? ['New password', 'The password once more'] : ['Nova lozinka', 'Lozinka još jednom'];
  for (const label of words) await page.getByLabel(label).fill(password);
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
    await page.getByText('Prikazan je 1 oglas').waitFor();
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

  test('a changed password offers to revoke tokens, and a well-known one is refused with its reason', async () => {
    const page = await comeIn('jasna', { width: 1440 }, 'en');
    await page.getByText(/of \d listings on the portal/).waitFor();
    const script = await api.withToken('jasna', 'full');
    const status = async (): Promise<number> => (await script.ask('GET', '/session')).status;
    await page.goto(`${api.server.url}/console/account`);
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
    for (const label of ['New password', 'The password once more'])
      await page.getByLabel(label).fill(password);
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
