import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import '../../src/console/words/all.js';
import type { Key } from '../../src/console/words/all.js';
import { say, type Values } from '../../src/console/words/say.js';
import { dayInWords } from '../../src/console/words/written-day.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { ApiWorld, password } from '../server/api-world.js';
import { ownSheet } from '../support/own-sheet.js';
import { barriers, hasBrowser, launchBrowser, overflow, type TestBrowser } from '../support/browser.js';

let browser: TestBrowser;
let api: ApiWorld;
const complaints: string[][] = [];

const en = (key: Key, values?: Values): string => say('en', key, values);

/** Photos that nobody keeps, and the question who is signed in. */
const expected = /net::ERR_NAME_NOT_RESOLVED|net::ERR_INTERNET_DISCONNECTED|status of 401/;

async function open(link: string): Promise<Page> {
  const opened = await browser.open(link, { width: 1440 });
  complaints.push(opened.complaints);
  const { page } = opened;
  await page.getByRole('combobox').first().selectOption('en');
  await page.getByLabel(en('invitation.password')).fill(password);
  await page.getByRole('button', { name: en('invitation.do') }).click();
  return page;
}

/** Nothing is wider than the window, and nothing of it keeps people out. */
async function lookOver(page: Page, where: string): Promise<void> {
  expect(await overflow(page), where).toBe(0);
  expect(await barriers(page), where).toEqual([]);
}

const button = (page: Page, name: string): ReturnType<Page['getByRole']> =>
  page.getByRole('button', { name, exact: true });

const listings = [
  ...ads(6, 201),
  ad(207, { heating: 'Grejanje na gazzz' }),
  ad(208, { type: 'Svemirski brod' }),
];

/** Four listings are left: the feed closes, and the operator hides what would leave. */
async function hidesTheRest(): Promise<void> {
  const { world } = api;
  world.feed.body = estateFeed([ad(99)]);
  for (let polls = 0; (await api.services.store.holds.open({})).length === 0; polls++) {
    expect(polls).toBeLessThan(10);
    await world.later(hour);
  }
  const [hold] = await api.services.store.holds.open({});
  // The session of before has ended.
  const operator = await open(
    `${api.server.url}/console/invitation#${await api.invited('olga', 'operator')}`,
  );
  await operator.getByRole('heading', { level: 1, name: en('nav.overview') }).waitFor();
  await operator.goto(`${api.server.url}/console/holds/${hold?.id ?? 0}`);
  await button(operator, en('season.hide')).click();
  const dialog = operator.getByRole('dialog');
  const back = new Date(world.clock.now() + 60 * 24 * hour).toISOString().slice(0, 10);
  const until = dialog.getByLabel(en('season.until'));
  const hide = dialog.getByRole('button', { name: en('season.hide') });
  // The form is the page's, whatever the browser's language: the day before the month.
  await until.fill(`12/31/${back.slice(0, 4)}`);
  await until.blur();
  await dialog.getByText(en('form.day')).waitFor();
  expect([await until.getAttribute('aria-invalid'), await hide.isEnabled()]).toEqual(['true', false]);
  await until.fill(back);
  await until.blur();
  expect(await until.inputValue()).toBe(back.split('-').reverse().join('/'));
  await dialog.getByText(dayInWords('en', back)).waitFor();
  await lookOver(operator, 'hide until');
  await hide.click();
  await operator.getByText(en('season.done')).waitFor();
  await world.later(hour);
  expect(world.listings().filter(({ status }) => status === 'inactive')).toHaveLength(4);
}

describe.runIf(hasBrowser)('what staff do in a browser, beside the journey', () => {
  let admin: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    api = await ApiWorld.create();
    api.world.at('/novi.xml').body = estateFeed(listings);
    api.world.at('/drugi.xml').body = estateFeed(ads(2, 301));
    const secret = await api.invited('ana', 'administrator');
    admin = await open(`${api.server.url}/console/invitation#${secret}`);
    await admin.getByRole('heading', { level: 1, name: en('nav.overview') }).waitFor();
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  test('an administrator imports agencies, a wrong line is named, and makes their links', async () => {
    const url = (name: string): string => `${api.world.feedUrl}/${name}.xml`;
    const lines = [
      'name,title,email,url,language',
      `novi,Novi stan,office@novi.example,${url('novi')},sr-Latn`,
      `drugi,Drugi stan,office@drugi.example,${url('drugi')},en`,
      `Treći stan,Treći,office@treci.example,${url('drugi')},en`,
    ];
    await admin.getByRole('link', { name: en('nav.agencies') }).click();
    await admin.getByRole('link', { name: en('agencies.import') }).click();
    await admin.getByLabel(en('agencies.import.paste')).fill(lines.join('\n'));
    await button(admin, en('agencies.import.try')).click();
    await admin.getByText(en('agencies.import.sum', { new: 2, known: 0, problem: 1 })).waitFor();
    await lookOver(admin, 'import');
    expect(await api.services.store.setups.all()).toEqual([]);
    await button(admin, en('agencies.import.do', { n: 2 })).click();
    await button(admin, en('agencies.invite.all', { n: 2 })).click();
    const shown = admin.getByLabel(en('agencies.invite.link', { name: 'Novi stan' }));
    await shown.waitFor();
    expect(await shown.inputValue()).toContain('/console/invitation#');
    await api.world.tick(1_000);
    await admin.getByRole('link', { name: en('nav.agencies') }).click();
    await admin.getByText(en('agencies.listings.ready', { ready: 7, of: 8 })).waitFor();
    await lookOver(admin, 'agencies');
  });

  test('a form names under each field what is wrong, and sends nothing', async () => {
    await admin.goto(`${api.server.url}/console/agencies/new`);
    const field = (key: Key) => admin.getByLabel(en(key));
    const message = async (key: Key): Promise<string | null> => {
      const [id = ''] = ((await field(key).getAttribute('aria-describedby')) ?? '')
        .split(' ')
        .filter((part) => part.endsWith('-error'));
      return id === '' ? null : admin.locator(`[id="${id}"]`).textContent();
    };
    await field('agencies.name').fill('Zlatna Ulica');
    await field('agencies.email').fill('office');
    expect(await message('agencies.title')).toBe(null);
    await button(admin, en('agencies.create.do')).click();
    await admin.getByText(en('form.missing')).first().waitFor();
    expect(await message('agencies.title')).toBe(en('form.missing'));
    expect(await message('agencies.name')).toBe(en('agencies.name.mismatch'));
    expect(await message('agencies.email')).toBe(en('form.email'));
    const focused = await admin.evaluate('document.activeElement.id');
    expect(focused).toBe(await field('agencies.title').getAttribute('id'));
    await lookOver(admin, 'mistakes in a form');
    expect(await api.services.store.setups.all()).toHaveLength(2);
    await field('agencies.name').fill('zlatna-ulica');
    await expect.poll(() => message('agencies.name')).toBe(null);
  });

  test('staff take the mapping over that is proposed for a spreadsheet', async () => {
    const { world } = api;
    world.at('/tabela.xlsx').body = await ownSheet(6);
    const feed = { url: `${world.feedUrl}/tabela.xlsx` };
    const agency = {
      name: 'tabela',
      title: 'Tabela',
      email: 'a@tabela.example',
      language: 'en' as const,
      feed,
    };
    const { setups } = api.services.store;
    await setups.add(agency, 'test', world.clock.now());
    await expect
      .poll(async () => (await world.tick(1_000), (await setups.byName('tabela'))?.reading?.proposal?.ready))
      .toBe(6);
    await admin.goto(`${api.server.url}/console/setup/tabela`);
    await admin.getByText(/^We are preparing your file/).waitFor();
    await admin.getByLabel(en('setup.id'), { exact: true }).last().waitFor();
    const proposal = admin.getByRole('region', { name: en('proposal.title') });
    await proposal.getByRole('cell', { name: 'Sale or rent' }).waitFor();
    await lookOver(admin, 'a proposal');
    await proposal.getByRole('button', { name: en('proposal.take') }).click();
    await admin.getByText(en('proposal.taken')).waitFor();
    await world.tick(1_000);
    await admin.getByText('We read 6 listings; all are ready.').waitFor();
  });

  test('a file is uploaded to try it before its address exists, and deleted again', async () => {
    const { world } = api;
    const { setups } = api.services.store;
    const agency = {
      name: 'bez-adrese',
      title: 'Bez adrese',
      email: 'a@bez.example',
      language: 'en' as const,
    };
    await setups.add({ ...agency, feed: {} }, 'test', world.clock.now());
    await expect
      .poll(async () => (await world.tick(1_000), (await setups.byName('bez-adrese'))?.reading?.ok))
      .toBe(false);
    await admin.goto(`${api.server.url}/console/setup/bez-adrese`);
    await admin.getByText(/^The address of the file is not entered yet/).waitFor();
    const choose = admin.locator('input[type=file]');
    const file = (buffer: Buffer) => ({ name: 'izvoz.xml', mimeType: 'text/xml', buffer });
    await admin.evaluate(`(() => {
      const input = document.querySelector('input[type=file]');
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(20000001)], 'velik.xml'));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await admin.getByText(en('upload.too_large')).waitFor();
    await choose.setInputFiles(file(Buffer.from(estateFeed(listings))));
    await world.tick(1_000);
    await admin.getByText('We read 8 listings; 7 are ready.').waitFor();
    await lookOver(admin, 'an uploaded file');
    await button(admin, en('upload.remove')).click();
    await admin.getByText(en('upload.removed')).waitFor();
    await admin.getByText('We read 8 listings; 7 are ready.').waitFor({ state: 'detached' });
  });

  test('a halved feed is held, and an operator sees its listings and takes them off', async () => {
    const { world } = api;
    world.feed.body = estateFeed(ads(8));
    await world.later(hour);
    await world.later(hour);
    expect(world.live()).toHaveLength(8);
    world.feed.body = estateFeed(ads(8).slice(4));
    for (let polls = 0; (await api.services.store.holds.open({})).length === 0; polls++) {
      expect(polls).toBeLessThan(10);
      await world.later(hour);
    }
    const secret = await api.invited('oto', 'operator');
    const operator = await open(`${api.server.url}/console/invitation#${secret}`);
    await operator.getByRole('link', { name: 'Agencija Demo' }).click();
    await operator.getByRole('link', { name: /stan broj 4/ }).waitFor();
    await lookOver(operator, 'hold');
    await button(operator, en('hold.approve', { n: 4 })).click();
    const dialog = operator.getByRole('dialog');
    await dialog.getByRole('button', { name: en('hold.approve', { n: 4 }) }).click();
    await operator.getByText(/^approved by oto/).waitFor();
    await hidesTheRest();
    expect(complaints.flat().filter((text) => !expected.test(text))).toEqual([]);
  });
});
