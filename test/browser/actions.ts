import type { Locator, Page } from 'playwright-core';

/** What a person does, counted: each click and each field that is typed into is one action. Enter ends what is typed. */
export class Actions {
  count = 0;

  constructor(private readonly page: Page) {}

  async click(what: Locator): Promise<void> {
    this.count += 1;
    await what.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  enter(): Promise<void> {
    return this.page.keyboard.press('Enter');
  }
}
