/**
 * Takes the pictures of the console that the documents show: `npx tsx test/browser/pictures.ts`, after `npm run build`. What they show is invented.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Language } from '../../src/console/words/language.js';
import '../../src/console/words/all.js';
import { say } from '../../src/console/words/say.js';
import { ApiWorld, password } from '../server/api-world.js';
import { launchBrowser, overflow, type TestBrowser } from '../support/browser.js';
import { ad, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';

const folder = 'src/console/pictures';

const districts = ['Liman III', 'Grbavica', 'Telep', 'Nova Detelinara', 'Podbara', 'Salajka', 'Adice'];
const virtues = [
  'sa terasom',
  'u mirnoj ulici',
  'sa pogledom na kej',
  'kod parka',
  'blizu centra',
  'sa lođom',
];
const walls = ['#c9a27e', '#b7b3a8', '#d9c9a5', '#a8b5ad', '#c7a9a0'];

/** Ads as an agency would write them, each another. */
function offers(count: number, from: number): Ad[] {
  return Array.from({ length: count }, (_, at) => {
    const area = 48 + ((at * 7) % 19);
    return ad(from + at, {
      title: `Dvosoban stan ${virtues[at % virtues.length]}`,
      price: Math.round(area * (2.05 + (at % 4) * 0.1)) * 1000,
      area: `${area}.00`,
      district: districts[at % districts.length] ?? '',
    });
  });
}

/** A house front in place of a photo, whose colours its address chooses. */
function front(address: string): string {
  const sum = Buffer.from(address).reduce((total, byte) => total + byte, 0);
  const windows = Array.from({ length: 15 }, (_, at) => {
    const x = 132 + (at % 5) * 30;
    return `<rect x="${x}" y="${88 + Math.floor(at / 5) * 44}" width="16" height="26" fill="#f4f6f8"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 260"><rect width="400" height="260" fill="#cfdde6"/>
    <rect x="112" y="64" width="176" height="196" fill="${walls[sum % walls.length]}"/>${windows.join('')}
    <rect x="104" y="56" width="192" height="12" fill="#6d6a66"/><rect y="236" width="400" height="24" fill="#8a9a7b"/></svg>`;
}

interface Look {
  width: number;
  language: Language;
}

/** Comes in by an invitation, at the hour of the invented world. */
async function comeIn(browser: TestBrowser, api: ApiWorld, link: string, look: Look): Promise<Page> {
  const { page } = await browser.open(link, { width: look.width });
  await page.clock.setFixedTime(api.world.clock.now());
  await page.route('https://photos.agency.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: front(route.request().url()) }),
  );
  await page.getByRole('combobox').first().selectOption(look.language);
  await page.getByLabel(say(look.language, 'invitation.password')).fill(password);
  await page.getByRole('button', { name: say(look.language, 'invitation.do') }).click();
  return page;
}

/** From the page's top to the end of what is named last. */
async function take(page: Page, name: string, last: Locator): Promise<void> {
  await last.waitFor();
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  if ((await overflow(page)) > 0) throw new Error(`${name} is wider than its window`);
  const { y, height } = (await last.boundingBox()) ?? { y: 0, height: 0 };
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: Math.ceil(y + height) + 12 });
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}

/** Agencies whose feeds lie with us, and two whose feeds lie on a host that does not answer. */
async function populate(api: ApiWorld): Promise<string> {
  const { world } = api;
  const limes = world.sandbox.staff.addConnection({ agency: { name: 'Limes nekretnine' } });
  const others = ['Kvart nekretnine', 'Dom Plus', 'Stari grad'];
  const ids = others.map((name) => world.sandbox.staff.addConnection({ agency: { name } }));
  world.at('/limes.xml').body = estateFeed(offers(48, 1001));
  world.at('/kvart-nekretnine.xml').body = estateFeed(offers(36, 2001));
  await world.declare((known) => {
    const feed = (name: string, connection: string, url: string): Record<string, unknown> => ({
      ...known[0],
      name,
      connection,
      url,
    });
    const down = 'https://izvoz.example';
    return [
      ...known,
      feed('limes', limes, `${world.feedUrl}/limes.xml`),
      feed('kvart', ids[0] ?? '', `${world.feedUrl}/kvart-nekretnine.xml`),
      feed('dom-plus', ids[1] ?? '', `${down}/dom-plus.xml`),
      feed('stari-grad', ids[2] ?? '', `${down}/stari-grad.xml`),
    ];
  });
  await api.restart();
  for (let poll = 0; poll < 3; poll += 1) await world.tick(20 * minute);
  return limes;
}

/** Most of a shop window goes missing, and a few ads use words that nobody explained. */
async function troubles(api: ApiWorld): Promise<void> {
  const { world } = api;
  world.at('/kvart-nekretnine.xml').body = estateFeed(offers(9, 2001));
  world.at('/limes.xml').body = estateFeed([
    ...offers(48, 1001),
    ...offers(3, 1101).map((offer) => ({ ...offer, heating: 'Toplotna pumpa vazduh-voda' })),
    ad(1201, { title: 'Splav na Dunavu, 60 m²', type: 'Splav' }),
  ]);
  for (let poll = 0; poll < 6; poll += 1) await world.tick(hour);
  world.clock.advance(12 * minute);
}

async function settingUp(api: ApiWorld): Promise<string> {
  const { world } = api;
  const list = offers(140, 3001);
  for (const offer of list.slice(0, 6)) offer.type = 'Mansarda';
  for (const offer of list.slice(70, 73)) offer.type = 'Lokal u pasažu';
  world.at('/panonija.xml').body = estateFeed(list);
  const admin = await api.signedIn('ana', 'administrator');
  const wanted = {
    name: 'panonija',
    title: 'Panonija stan',
    email: 'office@panonija.example',
    language: 'en',
    url: `${world.feedUrl}/panonija.xml`,
  };
  await admin.ask('POST', '/agencies', { body: wanted });
  await world.tick(1_000);
  const invited = await admin.ask('POST', '/agencies/panonija/invite', { body: {} });
  return (JSON.parse(invited.text) as { link: string }).link;
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [browser, api] = await Promise.all([launchBrowser(), ApiWorld.create()]);
  try {
    const limes = await populate(api);
    await troubles(api);
    const link = (secret: string): string => `${api.server.url}/console/invitation#${secret}`;

    const office = link(await api.invited('marija', 'agency', [limes]));
    const home = await comeIn(browser, api, office, { width: 390, language: 'sr-Latn' });
    await take(home, 'agency-home', home.getByText(/^Pročitano u/).locator('../..'));

    const operator = link(await api.invited('oto', 'operator'));
    const overview = await comeIn(browser, api, operator, { width: 1200, language: 'en' });
    await take(overview, 'overview', overview.getByRole('region', { name: say('en', 'overview.causes') }));

    const staff = link(await api.invited('iva', 'operator'));
    const listings = await comeIn(browser, api, staff, { width: 1200, language: 'en' });
    await listings.getByRole('link', { name: say('en', 'nav.all_listings'), exact: true }).click();
    await take(listings, 'listings', listings.getByRole('row').nth(10));

    const setup = await comeIn(browser, api, await settingUp(api), { width: 390, language: 'en' });
    await setup.getByText('We read 140 listings; 131 are ready').waitFor();
    await take(
      setup,
      'setting-up',
      setup.getByRole('button', { name: say('en', 'setup.read_again') }).locator('../../..'),
    );
  } finally {
    await browser.close();
    await api.close();
  }
}

await main();
