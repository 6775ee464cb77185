import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiWorld, password } from '../server/api-world.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { MailServer } from '../support/mail-server.js';
import { minute } from '../support/manual-clock.js';
import { Visitor } from './visitor.js';

let browser: TestBrowser;
let api: ApiWorld;
let mail: MailServer;

describe.runIf(hasBrowser)('someone of an agency, about their mail', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    [api, mail] = await Promise.all([ApiWorld.create(), MailServer.start()]);
    await api.world.configure({ notices: { smtp: { url: mail.url, from: 'feedsync <a@vendor.example>' } } });
    await api.restart();
  });

  afterAll(async () => {
    await browser.close();
    await Promise.all([api.close(), mail.close()]);
  });

  test(
    'switches the digest off and chooses a language, and urgent mail only where a colleague gets it',
    async () => {
      const { store, clock } = api.services;
      const agency = { name: 'zlatna', title: 'Zlatna ulica', language: 'sr-Latn' as const, feed: {} };
      const administrator = await api.signedIn('boss', 'administrator');
      const add = async (name: string): Promise<Visitor> => {
        const { text } = await administrator.ask('POST', '/agencies/zlatna/invite', {
          body: { email: name },
        });
        const { link, account } = JSON.parse(text) as { link: string; account: string };
        const visitor = await Visitor.open(browser, link, { width: 390, language: 'sr-Latn' });
        await visitor.comeIn(password);
        expect(account).toBe(name);
        await visitor.page.goto(`${api.server.url}/console/account`);
        await visitor.arrived();
        return visitor;
      };
      await store.setups.add({ ...agency, email: 'ana@zlatna.example' }, 'test', clock.now());
      const ana = await add('ana@zlatna.example');
      const urgent = ana.page.getByRole('switch', { name: ana.t('mail.at_once') });
      await urgent.waitFor();
      expect([await urgent.isChecked(), await urgent.isDisabled()]).toEqual([true, true]);
      await ana.reads(ana.t('mail.at_once.last'));
      await ana.looksOver('own mail');
      await ana.page.getByRole('switch', { name: ana.t('mail.digest') }).uncheck();
      await ana.page.getByLabel(ana.t('mail.language')).selectOption('en');
      await ana.press('mail.do');
      await ana.reads(ana.t('mail.saved'));
      const stored = async (name: string): Promise<unknown> => (await store.access.accountNamed(name))?.mail;
      expect(await stored('ana@zlatna.example')).toEqual({ atOnce: true, digest: false, language: 'en' });

      const milan = await add('milan@zlatna.example');
      const his = milan.page.getByRole('switch', { name: milan.t('mail.at_once') });
      expect([await his.isChecked(), await his.isDisabled()]).toEqual([false, false]);
      await his.check();
      await milan.press('mail.do');
      await milan.reads(milan.t('mail.saved'));
      await ana.page.reload();
      await ana.arrived();
      await urgent.uncheck();
      await ana.press('mail.do');
      await ana.reads(ana.t('mail.none'));
      await expect.poll(() => stored('ana@zlatna.example')).toMatchObject({ atOnce: false });
      await milan.leave();
      await ana.leave();
    },
    2 * minute,
  );
});
