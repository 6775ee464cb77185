import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { AccountRole } from '../../src/store/store.js';
import { password, type ApiWorld } from '../server/api-world.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { languages } from '../../src/console/words/language.js';
import { markSentences, OneLanguage } from './one-language.js';
import { repetitions } from '../support/repetitions.js';
import {
  agencyTitle,
  longWord,
  note,
  oddLetters,
  openTroubled,
  readTitle,
  reason,
  role,
  title,
  word,
  type TroubledWorld,
} from './troubled-world.js';
import { Visitor } from './visitor.js';

/** Compiled for a browser, so it is loaded by name: of its type there is what is asked of it here. */
const registry = ['../../src/console', 'pages.ts'].join('/');
const { pages } = (await import(registry)) as { pages: { path: string; roles: readonly AccountRole[] }[] };

let browser: TestBrowser;
let api: ApiWorld;
/** What stands for each parameter of an address, with what is before it where that makes a difference. */
let values: TroubledWorld['values'];

function filledIn(path: string): string {
  return path.replace(/(\w+)?\/:(\w+)(?=\/|$)/g, (found, before: string | undefined) => {
    const value = values[found] ?? values[found.replace(/^.*\//, '')];
    if (value === undefined) throw new Error(`say here what ${found} of the page ${path} is`);
    return `${before ?? ''}/${encodeURIComponent(value)}`;
  });
}

/** Pages that show what a feed, an agency or the portal's staff wrote. */
const quoted: Record<string, string> = {
  '/holds/:id': reason,
  '/listings': readTitle,
  '/listings/:connection/:id': readTitle,
  '/questions': readTitle,
  '/questions/:id': readTitle,
  '/waiting/:id': title,
  '/words/:feed': word,
  '/words': word,
  '/agencies': agencyTitle,
  '/agencies/:name': role,
  '/connections': agencyTitle,
  '/connections/:id': note,
  '/decisions': role,
  '/setup': agencyTitle,
  '/setup/:name': agencyTitle,
  '/setup/sent': note,
};

/** What is shown besides the registered pages: others of the same kind. */
const others = ['/setup/sent', '/nowhere'];

/** What is another thing there: colours, and lists in place of tables. */
const ofCardsInTheDark = ['color-contrast', 'list', 'listitem', 'definition-list', 'dlitem'];

/** Nothing of what a page quotes runs, all of it can be read, and it looks well: wide and light, then narrow and dark. */
async function looksWell(visitor: Visitor, path: string): Promise<void> {
  const { page } = visitor;
  const address = filledIn(path);
  await inScheme(page, 1440, 'light');
  await page.evaluate(`history.pushState(null, '', '/console${address}')`);
  await visitor.arrived();
  const lost = await page.getByText(visitor.t('state.not_here')).count();
  expect(lost, `${address} is not here`).toBe(path === '/nowhere' ? 1 : 0);
  expect(await page.getByText(visitor.t('state.failed')).count(), `${address} failed`).toBe(0);
  if (quoted[path] !== undefined) await visitor.reads(quoted[path]);
  await visitor.fits(`${address}, wide`);
  await visitor.keepsNobodyOut(`${address}, light`, { part: '#main' });
  await inScheme(page, 390, 'dark');
  await visitor.fits(`${address}, narrow`);
  await visitor.keepsNobodyOut(`${address}, dark`, { part: '#main', rules: ofCardsInTheDark });
  const smuggled = 'window.owned ?? document.querySelectorAll("[onerror], img[src=x]").length';
  expect(await page.evaluate(smuggled), address).toBe(0);
}

/** The page follows its window's colours. */
async function inScheme(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

/** Everything that is asked for and opened where nothing should be. */
function watch(page: Page): string[] {
  const unwanted: string[] = [];
  page.on('dialog', (dialog) => {
    unwanted.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol, href } = new URL(request.url());
    const isPhoto = protocol === 'https:' && request.resourceType() === 'image';
    if (origin !== api.server.url && protocol !== 'data:' && !isPhoto) unwanted.push(href);
  });
  return unwanted;
}

/** A new account of this role, signed in; of an agency with two that are being set up. */
async function enter(name: string, who: AccountRole): Promise<Visitor> {
  const { store } = api.services;
  const secret = await api.invited(name, who, who === 'agency' ? [api.a] : []);
  const account = await store.access.accountNamed(name);
  for (const agency of who === 'agency' ? ['novi', 'sent'] : [])
    await store.setups.addPerson(agency, account?.id ?? 0, 'test', api.world.clock.now());
  const link = `${api.server.url}/console/invitation#${secret}`;
  const visitor = await Visitor.open(browser, link, { width: 1440, language: 'en' });
  await visitor.comeIn(password);
  return visitor;
}

/** Comes in and goes through some pages; with everything that is not as it should be. */
async function walk(name: string, who: AccountRole, paths: readonly string[]): Promise<string[]> {
  const visitor = await enter(name, who);
  const unwanted = watch(visitor.page);
  const wrong: string[] = [];
  for (const path of paths)
    await looksWell(visitor, path).catch((error: unknown) => wrong.push(`${path}: ${String(error)}`));
  // With the frame around it, which is the same on each.
  await visitor.keepsNobodyOut('dark, whole');
  await inScheme(visitor.page, 1440, 'light');
  await visitor.keepsNobodyOut('light, whole');
  await visitor.leave();
  return [...wrong, ...unwanted];
}

/** Names that people, agencies and the portal gave. */
const names = [
  ...['Agencija Demo', 'B nekretnine', 'Treća', 'Novi Sad', 'Liman III', 'Liman III, Novi Sad'],
  ...['agency', 'agency-b', 'b', 'c', 'novi', 'sent', 'estate-sistem', 'test'],
  ...['ana', 'oto', 'iva', 'marija', 'eva', 'olga', 'ines', 'mina'],
  ...['Srpski', 'Српски', 'srpski', 'српски', 'English', 'EUR'],
];
const planted = [title, readTitle, word, agencyTitle, note, reason, role, longWord, oddLetters];
/** Codes of listings, ids of connections and keys, and addresses, as programs write them. */
const code =
  /^(?:A\d{4}|[\w/]+\[name=\w+\]\/value|\w+(?:\/\w+)+|stan \+ u zgradi|[0-9a-f-]{8,}|px_\w+|https?:\/\/\S+|\S+@\S+|\d+ m²|\d+ s)$/i;

/** What the feeds say, in small letters. */
const feedText = (): string =>
  ['/feed.xml', '/b.xml', '/c.xml', '/novi.xml']
    .map((path) => String(api.world.at(path).body))
    .join('\n')
    .toLowerCase();

/** What pages show of feeds, people and the portal, alike in each language. */
function isData(text: string): boolean {
  const isOfFeed = text.length > 1 && feedText().includes(text.toLowerCase());
  const isPlanted = text === refusal || planted.some((each) => each.includes(text) || text.includes(each));
  return names.includes(text) || code.test(text) || isOfFeed || isPlanted;
}

/** What a part of the page opens: dialogs, menus, tabs, lists of choices and parts that were folded away. */
const openers = ':is(header, main) :is(button, input[aria-haspopup]):not(:disabled), main [role=tab]';
/** In place of everything that a button asks for, so that nothing of the world changes. */
const refusal = 'Nothing is done here.';

async function refuseAll(page: Page): Promise<void> {
  const body = JSON.stringify({ error: { code: 'conflict', message: refusal } });
  await page.route('**/api/v1/**', (route) =>
    route.request().method() === 'GET' || /\/mapping\/(?:check|preview)$/.test(route.request().url())
      ? route.fallback()
      : route.fulfill({ status: 409, contentType: 'application/json', body }),
  );
}

/** By name, of which numbers and data make no other one. */
async function openersOn(page: Page): Promise<{ at: number; name: string }[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(openers)})]
    .map((part, at) => ({ at, name: part.tagName + ' ' + (part.getAttribute('aria-label') ?? part.innerText).trim(), isShown: part.checkVisibility() }))
    .filter(({ isShown }) => isShown)
    .map(({ at, name }) => ({ at, name: name.replace(/[\\d.,]+/g, '0').replace(/[„“].*[”“]/g, '„”') }))`);
}

/** Of what opens something, one in so many is opened. */
const openedEvery = repetitions({ tests: 3, soak: 1 });

/** Cyrillic is derived from Latin letters by one function: of so many pages one is read in it. */
const cyrillicEvery = repetitions({ tests: 4, soak: 1 });

/** Goes through some pages in each language; with each text that is not of the language. */
async function readAll(name: string, who: AccountRole, paths: readonly string[]): Promise<string[]> {
  const visitor = await enter(name, who);
  const { page, language: own } = visitor;
  await markSentences(page);
  await page.reload();
  // The daemon's own reason for a failure is English.
  const isReason = (text: string): boolean => text.includes('it answers 503');
  // First the one in which buttons are pressed: a toast stays in the language of its action.
  const readers = [own, ...languages.filter((one) => one !== own)].map((language) => {
    const isKnown = (text: string): boolean => isData(text) || (language === 'en' && isReason(text));
    return [language, new OneLanguage(language, isKnown)] as const;
  });
  const wrong = new Set<string>();
  const read = async (where: string, index: number): Promise<void> => {
    for (const [language, reader] of readers) {
      if (language === 'sr-Cyrl' && index % cyrillicEvery !== 0) continue;
      await visitor.speak(language);
      for (const text of await reader.strangersOn(page)) wrong.add(`${where}, ${language}: ${text}`);
      await page.evaluate("document.querySelectorAll('.toasts button').forEach((button) => button.click())");
    }
    await visitor.speak(own);
  };
  await refuseAll(page);
  const opened = new Set<string>();
  const ahead = paths.map((path) => filledIn(path));
  for (const [index, address] of ahead.entries()) {
    await visitor.goToAddress(address);
    await read(address, index);
    for (const { at, name } of await openersOn(page)) {
      if (opened.has(name)) continue;
      opened.add(name);
      if (opened.size % openedEvery !== 0) continue;
      await visitor.goToAddress('/nowhere');
      await visitor.goToAddress(address);
      await page.evaluate(`document.querySelectorAll(${JSON.stringify(openers)})[${at}]?.click()`);
      await visitor.arrived();
      const now: string = await page.evaluate("location.pathname.slice('/console'.length) + location.search");
      if (now !== address && !ahead.includes(now) && now.startsWith(`${address}?`)) ahead.push(now);
      await read(`${address}, “${name}”`, 1);
      await page.keyboard.press('Escape');
    }
  }
  await visitor.leave();
  return [...wrong];
}

const pagesOf = (who: AccountRole): string[] => [
  ...new Set(pages.filter(({ roles }) => roles.includes(who)).map(({ path }) => path)),
  ...others,
];

describe.runIf(hasBrowser)('every page of the console', () => {
  beforeAll(async () => {
    [browser, { api, values }] = await Promise.all([launchBrowser(), openTroubled()]);
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  test('fits, can be used by everybody, and runs nothing of what it quotes, dark and light', async () => {
    const staff = pagesOf('operator');
    const half = Math.ceil(staff.length / 2);
    const administrators = pagesOf('administrator').filter((path) => !staff.includes(path));
    const wrong = await Promise.all([
      walk('oto', 'operator', staff.slice(0, half)),
      walk('iva', 'administrator', [...administrators, ...staff.slice(half)]),
      walk('marija', 'agency', pagesOf('agency')),
    ]);
    expect(wrong).toEqual([[], [], []]);
  }, 120_000);

  test('is in one language', async () => {
    const staff = pagesOf('operator');
    const administrators = pagesOf('administrator').filter((path) => !staff.includes(path));
    const strangers = await Promise.all([
      readAll('olga', 'operator', staff),
      readAll('ines', 'administrator', administrators),
      readAll('mina', 'agency', pagesOf('agency')),
    ]);
    expect(strangers.flat()).toEqual([]);
  }, 300_000);

  test('prints a report of an agency without the frame, with the numbers of its home page and lists', async () => {
    const visitor = await enter('rada', 'agency');
    const { page } = visitor;
    await page.goto(`${api.server.url}/console/`);
    await visitor.arrived();
    const numbers = await page
      .getByText(/ on the portal/)
      .first()
      .innerText();
    await visitor.follow(visitor.t('report.open'));
    await page.getByRole('heading', { level: 1, name: visitor.t('report.title') }).waitFor();
    await visitor.arrived();
    await visitor.reads(numbers);
    const invalid = page.getByRole('region', { name: visitor.t('report.invalid') }).first();
    await invalid.getByRole('listitem').first().waitFor();
    const [, total = ''] = /· (\d+)$/.exec(await invalid.getByRole('heading').innerText()) ?? [];
    expect(await invalid.getByRole('listitem').count()).toBe(Number(total));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: visitor.t('report.print') }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    // What waits on the home page waits on the page of what waits.
    await page.goto(`${api.server.url}/console/waiting`);
    await page
      .getByRole('main')
      .getByRole('link', { name: visitor.t('home.do.invalid') })
      .first()
      .waitFor();
    await visitor.leave();
  });

  test('keeps its numbers where a browser cannot draw the chart', async () => {
    const secret = await api.invited('eva', 'operator');
    const link = `${api.server.url}/console/invitation#${secret}`;
    const visitor = await Visitor.open(browser, link, { width: 1440, language: 'en' });
    const { page } = visitor;
    await visitor.comeIn(password);
    // Chromium says so on a system without a language.
    await page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })",
    );
    await page.goto(`${api.server.url}/console/feeds/agency`);
    await page.getByText(visitor.t('chart.broken')).first().waitFor();
    expect(await page.getByText(visitor.t('state.failed')).count()).toBe(0);
    await page.getByText(visitor.t('chart.table')).first().click();
    await page.getByRole('columnheader', { name: visitor.t('chart.size.records') }).waitFor();
    await page.close();
  });
});
