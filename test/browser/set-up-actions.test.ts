import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { ApiWorld, password } from '../server/api-world.js';
import { Actions } from './actions.js';
import { languageOf, Visitor } from './visitor.js';

let browser: TestBrowser;
let api: ApiWorld;

const heating = 'Grejanje na gazzz';
const town = 'Veternikkk';
const rental = { sale: false, price: 450 };
const all = [
  ...ads(3, 201),
  ad(204, { heating }),
  ad(205, { town, district: '' }),
  ad(206, rental),
  ad(207, rental),
];
/** What the file does not say and the operator knows of this software, so that one place, one word and one mixed fact are left. */
const constants = { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' };

/** What is pasted is one field that is filled. */
async function paste(actions: Actions, field: Locator, text: string): Promise<void> {
  actions.count += 1;
  await field.focus();
  await field.page().evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);
}

/** Ten minutes before an open page, which asks now and then. */
async function passTime({ page }: Visitor): Promise<void> {
  await api.world.later(10 * minute);
  await page.evaluate("fetch('/api/v1/session')");
}

async function untilLive(connection: string, count: number, visitor: Visitor): Promise<void> {
  const live = async (): Promise<number> => {
    await passTime(visitor);
    return api.world.sandbox.staff.listings(connection).filter(({ status }) => status === 'live').length;
  };
  await expect.poll(live, { timeout: minute, interval: 10 }).toBe(count);
}

/** Of one listing the district stands where the others have the city, so that its town alone says where it is. */
function feedOf(list: readonly Ad[]): string {
  const inDistrict = /(<code><!\[CDATA\[A0205[^]*?<grad><!\[CDATA\[)NOVI SAD/;
  return estateFeed(list).replace(inDistrict, '$1JUŽNOBAČKI OKRUG');
}

/** @returns the link of the invitation */
async function invited(name: string, title: string, file: string): Promise<string> {
  const { world } = api;
  world.at(`/${name}.xml`).body = file;
  const administrator = await api.signedIn(`administrator-of-${name}`, 'administrator');
  const body = {
    ...{ name, title, email: `ana@${name}.example`, language: 'sr-Latn' },
    ...{ url: `${world.feedUrl}/${name}.xml`, feed: { constants } },
  };
  expect((await administrator.ask('POST', '/agencies', { body })).text).toContain(name);
  // Files of agencies are read one at a time, and another one may be due first.
  for (let reading = 0; reading < 4; reading += 1) await world.tick(1_000);
  const { text } = await administrator.ask('POST', `/agencies/${name}/invite`, { body: {} });
  return (JSON.parse(text) as { link: string }).link;
}

describe.runIf(hasBrowser)('an office manager, from the invitation to live listings', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    api = await ApiWorld.create();
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  test(
    'takes under 12 actions with one unknown place, one unknown word and one mixed fact',
    async () => {
      const { world } = api;
      const ana = await Visitor.open(browser, await invited('kvart', 'Kvart nekretnine', feedOf(all)), {
        width: 1440,
        language: 'sr-Latn',
      });
      const { page } = ana;
      const actions = new Actions(page);
      const region = (name: string): Locator => page.getByRole('region', { name });

      await actions.type(page.getByLabel(ana.t('invitation.password')), password);
      await actions.click(ana.button('invitation.do'));
      await page.getByLabel(ana.t('setup.connect.code')).waitFor();
      await ana.reads('Pročitali smo 7 oglasa');

      const { code, id } = api.pending({ name: 'Kvart d.o.o.', register_number: '1234' });
      await paste(actions, page.getByLabel(ana.t('setup.connect.code')), code);
      await ana.reads('Kvart d.o.o.');

      await actions.type(page.getByLabel(ana.t('setup.answer.name')), 'Ana Anić');
      await actions.type(page.getByLabel(ana.t('setup.answer.role')), 'direktorka');
      const mandate = region(ana.t('setup.answer.mandate'));
      await actions.click(mandate.getByRole('radio').first());
      const owner = region(ana.t('setup.answer.owner_nearby'));
      await actions.click(owner.getByRole('checkbox', { name: /A0206/ }));
      await owner.getByText('žive u istoj zgradi ili u neposrednoj blizini: A0206.').waitFor();
      await owner.getByText('ne žive u istoj zgradi ni u neposrednoj blizini: A0207.').waitFor();

      const word = region(ana.t('setup.answer.word.means', { word: heating }));
      const suggested = word.getByRole('group', { name: ana.t('setup.answer.word.suggested') });
      await actions.click(suggested.getByRole('button', { name: 'Centralno grejanje na gas', exact: true }));
      const place = region(ana.t('setup.answer.word.means', { word: town }));
      await actions.type(place.getByRole('combobox'), 'Temerin');
      await actions.click(page.getByRole('option', { name: /Temerin/ }).first());

      await ana.looksOver('confirm and answer');
      // Nothing is sent before the button that says so.
      expect(world.sandbox.staff.listings(id)).toEqual([]);
      await actions.click(ana.button('setup.answer.send'));
      await ana.reads(ana.t('setup.sent.listings'));

      await passTime(ana);
      world.sandbox.staff.certify(id);
      await untilLive(id, all.length, ana);
      expect(actions.count).toBeLessThan(12);

      const kept = await api.services.store.setups.statements('kvart');
      expect(kept.map(({ kind, value, sentence }) => [kind, value, /[^:]*$/.exec(sentence)?.[0]])).toEqual([
        ['identity', true, expect.stringContaining('Kvart d.o.o.')],
        ['mandate', true, expect.stringContaining('ugovor')],
        ['owner_nearby_some', true, ' A0206.'],
        ['owner_nearby_some', false, ' A0207.'],
      ]);
      const sent = (code: string): unknown =>
        world.sandbox.staff.listings(id).find(({ externalId }) => externalId === code)?.payload;
      expect(sent('A0206')).toMatchObject({ rent: { owner_lives_nearby: true } });
      expect(sent('A0207')).toMatchObject({ rent: { owner_lives_nearby: false } });

      // A rental that comes later waits for an answer, which the same page takes.
      world.at('/kvart.xml').body = feedOf([...all, ad(208, rental)]);
      for (let tens = 0; tens < 6; tens += 1) await passTime(ana);
      await page.goto(`${api.server.url}/console/setup`);
      await ana.arrived();
      await ana.press('setup.step.change');
      await owner.getByText(ana.t('setup.answer.some.new'), { exact: true }).waitFor();
      await owner.getByRole('checkbox', { name: /A0208/ }).check();
      await ana.fill('setup.answer.name', 'Ana Anić');
      await ana.fill('setup.answer.role', 'direktorka');
      await ana.looksOver('a rental that waits for an answer');
      await ana.press('setup.answer.save');
      await ana.reads(ana.t('setup.answer.saved'));
      await untilLive(id, all.length + 1, ana);
      const now = await api.services.store.setups.statements('kvart');
      expect(now.slice(-2).map(({ sentence }) => /[^:]*$/.exec(sentence)?.[0])).toEqual([
        ' A0208, A0206.',
        ' A0207.',
      ]);
      await ana.leave();
    },
    3 * minute,
  );

  test(
    'is warned where the portal calls the agency otherwise, and sees every listing that is not ready',
    async () => {
      const tooDear = [...Array(7).keys()].map((index) => ad(301 + index, { price: 3_000_000_000 }));
      const link = await invited('zlatna', 'Zlatna ulica', estateFeed([ad(300), ...tooDear]));
      const ana = await Visitor.open(browser, link, { width: 390, language: 'sr-Latn' });
      const { page } = ana;
      await ana.comeIn(password);
      await page.getByText(ana.t('setup.causes', { n: 7 })).click();
      expect(await page.getByText(/A0307/).count()).toBe(0);
      await ana.press('setup.causes.all', { n: 7 });
      await ana.reads(/A0307/);
      await ana.looksOver('listings that are not ready');
      const { code } = api.pending({ name: 'Limes nekretnine d.o.o.', register_number: '77' });
      await ana.fill('setup.connect.code', code);
      await ana.press('setup.connect.do');
      const names = { portal: 'Limes nekretnine d.o.o.', ours: 'Zlatna ulica' };
      await ana.reads(ana.t('setup.confirm.other_name', names));
      await ana.fill('setup.answer.name', 'Ana Anić');
      await ana.fill('setup.answer.role', 'direktorka');
      await ana.press('setup.answer.send');
      await ana.reads(ana.t('form.unticked'));
      await ana.looksOver('another name');
      expect(await api.services.store.setups.statements('zlatna')).toEqual([]);
      await page.getByLabel(ana.t('setup.confirm.yes')).check();
      await ana.press('setup.answer.send');
      await ana.reads(ana.t('setup.answer.not_sent'));
      const stated = await api.services.store.setups.statements('zlatna');
      expect(stated.map(({ kind }) => kind)).toEqual(['identity']);
      expect((await api.services.store.setups.byName('zlatna'))?.sentAt).toBe(null);
      await ana.leave();
    },
    2 * minute,
  );

  test(
    'answers by a rule, which covers what comes later, and takes a listing out of it',
    async () => {
      const { world } = api;
      const { setups } = api.services.store;
      const lux = (number: number): Ad => ad(number, { ...rental, title: `Lux stan broj ${number} na keju` });
      const link = await invited('pravilo', 'Pravilo nekretnine', estateFeed([lux(501), ad(502, rental)]));
      const ana = await Visitor.open(browser, link, { width: 390, language: 'sr-Cyrl' });
      const { page } = ana;
      await ana.comeIn(password);
      const { code } = api.pending({ name: 'Pravilo nekretnine', register_number: '79' });
      await ana.fill('setup.connect.code', code);
      await ana.press('setup.connect.do');
      const owner = page.getByRole('region', { name: ana.t('setup.answer.owner_nearby') });
      await owner.getByRole('radio', { name: ana.t('setup.answer.some') }).check();
      await ana.press('setup.answer.rule.new');
      await ana.fill('setup.answer.rule.word', 'LUX');
      await owner.getByText(/у наслову је реч „LUX”/).waitFor();
      await ana.looksOver('a rule');
      await languageOf(page).selectOption('sr-Cyrl');
      await ana.press('setup.answer.rule.add');
      const ticked = (name: RegExp): Promise<boolean> => owner.getByRole('checkbox', { name }).isChecked();
      expect([await ticked(/A0501/), await ticked(/A0502/)]).toEqual([true, false]);
      await owner.getByText(ana.t('setup.answer.rule.covers')).waitFor();
      // Another rule says the contrary: the listing that would wait is named before the rule is taken, and the rule can be left.
      await ana.press('setup.answer.rule.new');
      await owner.getByLabel(ana.t('setup.answer.rule.value'), { exact: true }).selectOption('false');
      await ana.fill('setup.answer.rule.word', 'na keju');
      const differs = owner.getByRole('alert').filter({ hasText: 'A0501' });
      await differs.waitFor();
      await ana.looksOver('rules that contradict each other');
      await languageOf(page).selectOption('sr-Cyrl');
      await ana.press('setup.answer.rule.add');
      await owner.getByText(ana.t('setup.answer.rule.differ'), { exact: true }).waitFor();
      expect(await ticked(/A0501/)).toBe(false);
      await owner
        .getByRole('button', { name: ana.t('setup.answer.rule.drop') })
        .last()
        .click();
      await differs.waitFor({ state: 'detached' });
      expect(await ticked(/A0501/)).toBe(true);
      // Beside rules a missing tick says nothing: one click says no, and the keyboard stays at the listing.
      await owner.getByText(ana.t('setup.answer.some.new'), { exact: true }).waitFor();
      await owner.getByRole('button', { name: /A0502/ }).click();
      await owner.getByText(/не живе .*: A0502\.$/).waitFor();
      const other = owner.getByRole('checkbox', { name: /A0502/ });
      expect([await other.isChecked(), await other.evaluate('document.activeElement.type')]).toEqual([
        false,
        'checkbox',
      ]);
      expect(await owner.getByRole('button', { name: /A0502/ }).count()).toBe(0);
      await ana.fill('setup.answer.name', 'Ana Anić');
      await ana.fill('setup.answer.role', 'direktorka');
      await ana.press('setup.answer.save_only');
      await ana.reads(ana.t('setup.answer.saved'));
      const shown = await owner
        .getByText(/у наслову је реч/)
        .first()
        .textContent();
      const kept = async (): Promise<string[]> =>
        (await setups.statements('pravilo')).flatMap(({ kind, sentence }) =>
          kind === 'owner_nearby_rule' ? [sentence] : [],
        );
      expect(await kept()).toEqual([shown]);

      world.at('/pravilo.xml').body = estateFeed([lux(501), ad(502, rental), lux(503)]);
      await setups.askReading('pravilo', false, world.clock.now());
      await world.tick(1_000);
      await world.tick(1_000);
      await page.reload();
      await ana.arrived();
      await owner.getByRole('button', { name: ana.t('setup.answer.again') }).click();
      const later = owner.getByRole('checkbox', { name: /A0503/ });
      await owner.getByText(/A0503/).waitFor();
      expect(await later.isChecked()).toBe(true);
      await later.uncheck();
      await ana.fill('setup.answer.name', 'Ana Anić');
      await ana.fill('setup.answer.role', 'direktorka');
      await ana.press('setup.answer.save_only');
      await ana.reads(ana.t('setup.answer.saved'));
      expect((await setups.statements('pravilo')).at(-1)).toMatchObject({
        ...{ kind: 'owner_nearby_some', value: false },
        sentence: expect.stringContaining('A0503'),
      });
      expect(await kept()).toHaveLength(1);
      await ana.leave();
    },
    2 * minute,
  );

  test(
    'states nothing of a rental that a new reading adds while the page is open',
    async () => {
      const { world } = api;
      const { setups } = api.services.store;
      const link = await invited('later', 'Later nekretnine', estateFeed([ad(401, rental), ad(402, rental)]));
      const ana = await Visitor.open(browser, link, { width: 1440, language: 'sr-Latn' });
      const { page } = ana;
      await ana.comeIn(password);
      const { code } = api.pending({ name: 'Later nekretnine', register_number: '78' });
      await ana.fill('setup.connect.code', code);
      await ana.press('setup.connect.do');
      const owner = page.getByRole('region', { name: ana.t('setup.answer.owner_nearby') });
      await owner.getByRole('checkbox', { name: /A0401/ }).check();
      world.at('/later.xml').body = estateFeed([ad(401, rental), ad(402, rental), ad(403, rental)]);
      await setups.askReading('later', false, world.clock.now());
      await world.tick(1_000);
      await owner.getByRole('checkbox', { name: /A0403/ }).waitFor();
      await owner.getByText(ana.t('setup.answer.some.new'), { exact: true }).waitFor();
      await ana.fill('setup.answer.name', 'Ana Anić');
      await ana.fill('setup.answer.role', 'direktorka');
      await ana.press('setup.answer.save_only');
      await ana.reads(ana.t('setup.answer.saved'));
      const kept = (await setups.statements('later')).filter(({ kind }) => kind === 'owner_nearby_some');
      expect(kept.map(({ value, sentence }) => [value, /[^:]*$/.exec(sentence)?.[0]])).toEqual([
        [true, ' A0401.'],
        [false, ' A0402.'],
      ]);
      await ana.leave();
    },
    2 * minute,
  );
});
