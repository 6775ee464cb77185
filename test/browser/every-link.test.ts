import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page, Request } from 'playwright-core';
import type { AccountRole } from '../../src/store/store.js';
import { ApiWorld, password } from '../server/api-world.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { openTroubled } from './troubled-world.js';
import { Visitor } from './visitor.js';

/** Addresses are alike where they differ in values alone: of each kind some are followed. */
const ofEachKind = repetitions({ tests: 1, soak: 3 });
/** Of the pages, one in so many has all its buttons pressed: another one in each state. */
const pressedEvery = repetitions({ tests: 20, soak: 1 });

const roles = ['administrator', 'operator', 'agency'] as const satisfies readonly AccountRole[];

let browser: TestBrowser;
let api: ApiWorld;

/** An agency that is being set up, and one with a new file. */
async function busy(): Promise<ApiWorld> {
  const world = await ApiWorld.create();
  const admin = await world.signedIn('ana', 'administrator');
  const agency = { name: 'novi', title: 'Novi stan', email: 'office@novi.example', language: 'en' };
  const feed = { url: `${world.world.feedUrl}/feed.xml`, mapping: 'estate-sistem' };
  const { status } = await admin.ask('POST', '/agencies', { body: { ...agency, ...feed } });
  expect(status).toBe(200);
  await world.world.tick(1_000);
  return world;
}

const states: Record<string, () => Promise<ApiWorld>> = {
  fresh: () => ApiWorld.create(),
  busy,
  troubled: async () => (await openTroubled()).api,
};

interface Link {
  href: string;
  text: string;
}

/** A visitor with what went wrong before its eyes: failed calls, and errors that pages report. */
class Walker {
  readonly wrong: string[] = [];
  where = '';

  /** What was asked of the API and is not answered yet; streams are never. */
  readonly #pending = new Set<Request>();

  private constructor(readonly visitor: Visitor) {
    visitor.page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/') && request.resourceType() === 'fetch')
        this.#pending.add(request);
    });
    const answered = (request: Request): void => void this.#pending.delete(request);
    visitor.page.on('requestfinished', answered);
    visitor.page.on('requestfailed', answered);
    visitor.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const isAsked = pathname.startsWith('/api/') && pathname !== '/api/v1/session';
      if (isAsked && response.status() >= 400)
        this.wrong.push(`${this.where}: ${response.request().method()} ${pathname} ${response.status()}`);
    });
    visitor.page.on('pageerror', (error) => this.wrong.push(`${this.where}: ${error.message}`));
  }

  static async enter(name: string, who: AccountRole): Promise<Walker> {
    const secret = await api.invited(name, who, who === 'agency' ? [api.a] : []);
    const link = `${api.server.url}/console/invitation#${secret}`;
    const visitor = await Visitor.open(browser, link, { width: 1440, language: 'en' });
    await visitor.comeIn(password);
    return new Walker(visitor);
  }

  get page(): Page {
    return this.visitor.page;
  }

  async goTo(address: string): Promise<void> {
    this.where = address;
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
    await this.visitor.arrived();
  }

  /** Each address that can be reached by links, with all that is wrong on the way. */
  async followAll(): Promise<string[]> {
    const seen = new Map<string, number>();
    const found: string[] = [];
    const ahead: Link[] = [{ href: '/console/', text: '' }];
    for (let link = ahead.shift(); link !== undefined; link = ahead.shift()) {
      const kind = kindOf(link.href);
      const count = seen.get(kind) ?? 0;
      if (count >= ofEachKind || found.includes(link.href)) continue;
      seen.set(kind, count + 1);
      found.push(link.href);
      await this.goTo(link.href);
      await this.#keepsPromise(link);
      ahead.push(...(await this.#links()));
    }
    return found;
  }

  async #keepsPromise({ href, text }: Link): Promise<void> {
    for (const key of ['state.not_here', 'state.failed'] as const)
      if ((await this.page.getByText(this.visitor.t(key)).count()) > 0)
        this.wrong.push(`${href} (“${text}”): ${key}`);
    const promised = countIn(text);
    if (!href.includes('/listings?') || promised === 0) return;
    const rows = await this.page
      .getByRole('main')
      .locator('tbody tr, article, li a[href*="/listings/"]')
      .count();
    if (rows === 0) this.wrong.push(`${href} promised ${promised} (“${text}”) and is empty`);
  }

  async #links(): Promise<Link[]> {
    return this.page.evaluate(`[...document.querySelectorAll('a[href]')]
      .filter((link) => link.origin === location.origin && link.pathname.startsWith('/console'))
      .map((link) => ({ href: link.pathname + link.search, text: link.innerText.trim() }))`);
  }

  /** Presses each button of a page, each time on the page as it is at first; dialogs are left again. */
  async pressAll(address: string): Promise<void> {
    await this.goTo(address);
    const names = [...new Set(await this.#buttons())];
    for (const name of names) {
      // A person takes longer than the minute in which some requests are accepted once.
      api.world.clock.advance(2 * minute);
      await this.goTo('/console/account');
      await this.goTo(address);
      this.where = `${address}, “${name}”`;
      const button = this.page.getByRole('main').getByRole('button', { name, exact: true }).first();
      if ((await button.count()) === 0 || !(await button.isEnabled())) continue;
      await button.click({ timeout: 3_000 }).catch((error: unknown) => {
        this.wrong.push(`${this.where}: ${String(error).split('\n')[0] ?? ''}`);
      });
      await this.visitor.arrived();
      await this.#settled();
      await this.page.keyboard.press('Escape');
    }
  }

  #buttons(): Promise<string[]> {
    return this.page.evaluate(`[...document.querySelectorAll('main button, main [role=button]')]
      .filter((button) => !button.disabled && button.checkVisibility())
      .map((button) => (button.getAttribute('aria-label') ?? button.innerText).trim())
      .filter((name) => name !== '')`);
  }

  /** What a pressed button asked for is answered, and what it reports is no failure. */
  async #settled(): Promise<void> {
    await expect.poll(() => this.#pending.size).toBe(0);
    const failures = await this.page.locator('.toasts > div:has(.mark-bad)').allInnerTexts();
    for (const text of failures) this.wrong.push(`${this.where}: ${text}`);
  }
}

/** The address without its values: of each kind, a few stand for all. */
function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href, 'https://console.example');
  const [, , page = '', ...rest] = pathname.split('/');
  const standing = searchParams.get('standing') ?? searchParams.get('code') ?? '';
  return [page, rest.length, [...searchParams.keys()].sort().join(), standing].join(' ');
}

/** The number of things that a link promises; 0: it promises none. */
function countIn(text: string): number {
  return Number(/^(\d[\d,]*)(?: listings?\b|$)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}

describe.runIf(hasBrowser)('every link and button of the console', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());
  afterEach(() => api.close());

  test.each(Object.keys(states).slice(repetitions({ tests: 2, soak: 0 })))(
    'leads where it says, in a %s state',
    async (state) => {
      api = await (states[state] ?? busy)();
      const walkers = await Promise.all(
        roles.map(async (who) => [who, await Walker.enter(`${who}-1`, who)] as const),
      );
      const followed = await Promise.all(walkers.map(([, walker]) => walker.followAll()));
      for (const [at, [who, walker]] of walkers.entries()) {
        const addresses = followed[at] ?? [];
        expect(addresses.length, who).toBeGreaterThan(5);
        for (const [index, address] of addresses.entries())
          if ((index + state.length) % pressedEvery === 0) await walker.pressAll(address);
        expect(walker.wrong, who).toEqual([]);
        await walker.page.context().close();
      }
    },
    repetitions({ tests: 120_000, soak: 1_200_000 }),
  );
});
