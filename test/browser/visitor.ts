import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import '../../src/console/words/all.js';
import type { Key } from '../../src/console/words/all.js';
import type { Language } from '../../src/console/words/language.js';
import { say, type Values } from '../../src/console/words/say.js';
import { barriers, overflow, type TestBrowser, type Viewport } from '../support/browser.js';

/**
 * What a browser says by itself: photos that nobody keeps, the question who is signed in, whose answer is "nobody", and what the
 * server refused, which the page tells.
 */
const expected = /net::ERR_(NAME_NOT_RESOLVED|INTERNET_DISCONNECTED)|status of (401|409)/;

/** Less than a test may take: what did not come is named then. */
const waitMs = 15_000;

/** Somebody before the console, who goes by what it says: texts are named by the keys of its own table. */
export class Visitor {
  private constructor(
    readonly page: Page,
    private readonly complaints: string[],
    public language: Language,
    private readonly width: number,
  ) {}

  static async open(
    browser: TestBrowser,
    url: string,
    { language, ...viewport }: Viewport & { language: Language },
  ): Promise<Visitor> {
    const { page, complaints } = await browser.open(url, viewport);
    page.setDefaultTimeout(waitMs);
    await languageOf(page).selectOption(language);
    return new Visitor(page, complaints, language, viewport.width);
  }

  t(key: Key, values: Values = {}): string {
    return say(this.language, key, values);
  }

  button(key: Key, values: Values = {}): Locator {
    return this.page.getByRole('button', { name: this.t(key, values), exact: true });
  }

  press(key: Key, values: Values = {}): Promise<void> {
    return this.button(key, values).click();
  }

  /** Follows a link of the page. */
  async follow(name: string | RegExp): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name }).first().click();
  }

  /** Through the main menu, which a phone has behind a button. */
  async goTo(key: Key): Promise<void> {
    const isPhone = this.width === 390;
    if (isPhone) await this.button('app.menu').click();
    const around = isPhone ? this.page.getByRole('dialog') : this.page;
    const menu = around.getByRole('navigation', { name: this.t('app.main_nav') });
    await menu.getByRole('link', { name: this.t(key), exact: true }).click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async fill(key: Key, text: string): Promise<void> {
    await this.page.getByLabel(this.t(key)).fill(text);
  }

  /** Closes the report of an action's success, which covers buttons on a phone for seconds. */
  async closeReport(): Promise<void> {
    const close = { name: this.t('do.close'), exact: true };
    await this.page.getByRole('status').getByRole('button', close).click();
  }

  /** Waits for a text of the page. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).locator('visible=true').first().waitFor();
  }

  /** Takes an invitation. */
  async comeIn(password: string): Promise<void> {
    await this.fill('invitation.password', password);
    await this.press('invitation.do');
    const welcome = this.page.getByRole('heading', { name: this.t('invitation.title') });
    await welcome.waitFor({ state: 'detached' });
    await this.arrived();
  }

  /** The page is there, with what it asked for: looked at with each frame, which is sooner than the browser's driver looks. */
  async arrived(): Promise<void> {
    const loading = JSON.stringify(this.t('state.loading'));
    await this.page.evaluate(`new Promise((resolve) => {
      const isLoading = () => [...document.querySelectorAll('[role=status]')].some((part) => part.innerText === ${loading});
      const look = () => (document.querySelector('h1') && !isLoading() ? resolve() : requestAnimationFrame(look));
      look();
    })`);
  }

  /** Opens a page without loading the console anew. */
  async goToAddress(address: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${address}`)})`);
    await this.arrived();
  }

  /** Speaks another language from now on, also before an open dialog, which covers the choice. */
  async speak(language: Language): Promise<void> {
    this.language = language;
    await this.page.evaluate(`{
      const isChoice = (select) => ['Jezik', 'Језик', 'Language'].includes(select.ariaLabel);
      const choice = [...document.querySelectorAll('select')].find(isChoice);
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(choice, ${JSON.stringify(language)});
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
  }

  /** Nothing is wider than the window, in both languages on a phone and on a desk, and nothing of it keeps people out. */
  async looksOver(where: string): Promise<void> {
    await this.arrived();
    await this.keepsNobodyOut(where);
    const [ownWidth, otherWidth] = this.width === 390 ? [390, 1440] : [1440, 390];
    const [own, other] = this.language === 'en' ? (['en', 'sr-Latn'] as const) : (['sr-Latn', 'en'] as const);
    const fits = (width: number, language: Language): Promise<void> =>
      this.fits(`${where}, ${language}, ${width} px`);
    // In a round, so that only one of both changes with each step.
    await fits(ownWidth, own);
    await languageOf(this.page).selectOption(other);
    await fits(ownWidth, other);
    await this.page.setViewportSize({ width: otherWidth, height: 900 });
    await fits(otherWidth, other);
    await languageOf(this.page).selectOption(own);
    await fits(otherWidth, own);
    await this.page.setViewportSize({ width: ownWidth, height: 900 });
  }

  async fits(where: string): Promise<void> {
    await expect.poll(() => overflow(this.page), { message: where }).toBe(0);
  }

  async keepsNobodyOut(where: string, look: Parameters<typeof barriers>[1] = {}): Promise<void> {
    expect(await barriers(this.page, look), where).toEqual([]);
  }

  /** Goes, without having been given cause for complaint. */
  async leave(): Promise<void> {
    await this.page.context().close();
    expect(this.complaints.filter((text) => !expected.test(text))).toEqual([]);
  }
}

/** Its name is another in each language. */
export function languageOf(page: Page): Locator {
  return page.getByRole('combobox', { name: /^(Jezik|Језик|Language)$/ });
}
