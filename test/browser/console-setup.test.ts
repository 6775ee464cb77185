import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Key } from '../../src/console/words/all.js';
import { say, type Values } from '../../src/console/words/say.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { ApiWorld, password } from '../server/api-world.js';
import { barriers, hasBrowser, launchBrowser, overflow, type TestBrowser } from '../support/browser.js';

let browser: TestBrowser;
let api: ApiWorld;
const complaints: string[][] = [];

const sr = (key: Key, values?: Values): string => say('sr-Latn', key, values);
const en = (key: Key, values?: Values): string => say('en', key, values);

/** Photos that nobody keeps, the question who is signed in, and a code that the portal refused. */
const expected = /net::ERR_NAME_NOT_RESOLVED|net::ERR_INTERNET_DISCONNECTED|status of 401|status of 409/;

async function open(link: string, width: number, language: 'sr-Latn' | 'en'): Promise<Page> {
  const opened = await browser.open(link, { width, scheme: width < 500 ? 'dark' : 'light' });
  complaints.push(opened.complaints);
  const { page } = opened;
  await page.getByRole('combobox').first().selectOption(language);
  const t = language === 'en' ? en : sr;
  await page.getByLabel(t('invitation.password')).fill(password);
  await page.getByLabel(t('invitation.again')).fill(password);
  await page.getByRole('button', { name: t('invitation.do') }).click();
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

describe.runIf(hasBrowser)('setting agencies up in a browser', () => {
  let admin: Page;
  let agency: Page;
  let operator: Page;
  let link: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    api = await ApiWorld.create();
    api.world.at('/novi.xml').body = estateFeed(listings);
    api.world.at('/drugi.xml').body = estateFeed(ads(2, 301));
    const secret = await api.invited('ana', 'administrator');
    admin = await open(`${api.server.url}/console/invitation#${secret}`, 1440, 'en');
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
    link = await shown.inputValue();
    await api.world.tick(1_000);
    await admin.getByRole('link', { name: en('nav.agencies') }).click();
    await admin.getByText(en('agencies.listings.ready', { ready: 7, of: 8 })).waitFor();
    await lookOver(admin, 'agencies');
  });

  test('the agency connects, confirms, states, gives a word its meaning and sends, on a phone', async () => {
    agency = await open(link, 390, 'sr-Latn');
    await agency.getByText('Pročitali smo 8 oglasa').waitFor();
    await lookOver(agency, 'connecting');
    await agency.getByLabel(sr('setup.connect.code')).fill('PX-AAAA-BBBB-CCCC');
    await button(agency, sr('setup.connect.do')).click();
    await agency.getByRole('alert').getByText('zatražite novi kod').waitFor();
    const { code, id } = api.pending({ name: 'Novi stan d.o.o.', register_number: '12345' });
    await agency.getByLabel(sr('setup.connect.code')).fill(code);
    await button(agency, sr('setup.connect.do')).click();
    await agency.getByText('12345').waitFor();
    await agency.getByLabel(sr('setup.answer.name')).fill('Ana Anić');
    await agency.getByLabel(sr('setup.answer.role')).fill('direktorka');
    await lookOver(agency, 'confirming');
    await button(agency, sr('setup.confirm.yes')).click();
    const mandate = agency.getByRole('region', { name: sr('setup.answer.mandate') });
    await mandate.getByRole('radio').first().check();
    await mandate.getByRole('button', { name: sr('setup.answer.state') }).click();
    await mandate.getByText('Izjavio: Ana Anić, direktorka').waitFor();
    await agency.getByRole('radio', { name: 'EUR' }).first().check();
    const word = agency.getByRole('region', {
      name: sr('setup.answer.word.means', { word: 'Grejanje na gazzz' }),
    });
    await word.getByRole('combobox').click();
    await agency.locator('[role=option]:visible').first().click();
    await lookOver(agency, 'answering');
    await button(agency, sr('setup.answer.save', { n: 2 })).click();
    await agency.getByText(sr('setup.answer.saved')).waitFor();
    await api.world.tick(1_000);
    await button(agency, sr('setup.send.do')).click();
    await agency.getByText(sr('setup.sent.now')).waitFor();
    await lookOver(agency, 'sent');
    await api.world.round();
    api.world.sandbox.staff.certify(id);
    await api.world.tick(600_000);
    await api.world.tick(600_000);
    const counts = await api.services.store.listings.countsByPortalState({ connectionId: id });
    expect(counts.live).toBe(7);
  });

  test('a halved feed is held, and an operator sees its listings and takes them off', async () => {
    const caller = await api.signedIn('ivo', 'administrator');
    const soon = { feed: { removals: { min_age: '1m' } } };
    expect((await caller.ask('PATCH', '/agencies/novi', { body: soon })).status).toBe(200);
    api.world.at('/novi.xml').body = estateFeed(listings.slice(4));
    for (let poll = 0; poll < 3; poll++) await api.world.tick(900_000);
    const secret = await api.invited('oto', 'operator');
    operator = await open(`${api.server.url}/console/invitation#${secret}`, 1440, 'en');
    await operator.getByRole('link', { name: 'Novi stan d.o.o.' }).click();
    await operator.getByRole('link', { name: /stan broj 204/ }).waitFor();
    await lookOver(operator, 'hold');
    await button(operator, en('hold.approve', { n: 4 })).click();
    const dialog = operator.getByRole('dialog');
    await dialog.getByRole('button', { name: en('hold.approve', { n: 4 }) }).click();
    await operator.getByText(/^approved by oto/).waitFor();
  });

  test('an operator finds in three clicks why one listing is not live', async () => {
    await operator.getByRole('link', { name: en('nav.overview') }).click();
    await operator.getByLabel(en('overview.find')).fill('A0208');
    await button(operator, en('overview.find.do')).click();
    await operator.getByRole('link', { name: /A0208|stan broj 208/ }).click();
    await operator.getByText('/category').first().waitFor();
    await lookOver(operator, 'story');
    expect(complaints.flat().filter((text) => !expected.test(text))).toEqual([]);
  });
});
