import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { day } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { password } from '../server/api-world.js';
import { caseNames, openCases, type CaseName, type CasesWorld } from './cases-world.js';
import { Actions } from './actions.js';
import { Visitor } from './visitor.js';

let browser: TestBrowser;
let cases: CasesWorld;
let operator: Visitor;

/** Who must act: as the console names them. */
type Who = 'agency' | 'partner' | 'portal_staff' | 'nobody';

interface Answer {
  /** What the page says of the cause, in Serbian. */
  cause: RegExp;
  who: Who;
  /** The overview has a line of its own for it. */
  line?: RegExp;
}

const answers: Readonly<Record<CaseName, Answer>> = {
  price: { cause: /Nedostaje podatak: cena/, who: 'agency' },
  photos: {
    cause: /portal nije mogao da preuzme fotografije.*Automatski se ponovo šalje/,
    who: 'agency',
    line: /fotografije/,
  },
  left: { cause: /skinut je .*jer nema ga više u fajlu/, who: 'nobody' },
  kept: { cause: /Odluka: ana, .*Razlog: „Vlasnik je odustao od prodaje”/, who: 'nobody' },
  paused: {
    cause: /pauziralo osoblje portala \(„Neplaćen račun za oktobar”\)/,
    who: 'portal_staff',
    line: /Neplaćen račun/,
  },
  first: { cause: /Još nije na portalu: osoblje portala ga prvo pregleda/, who: 'portal_staff' },
  'sent-back': {
    cause: /nije prošao prvu proveru portala.*Napomena osoblja stoji na portalu/,
    who: 'agency',
    line: /vratilo prve oglase/,
  },
  revoked: {
    cause: /agencija je opozvala konekciju|Konekcija je opozvana na portalu/,
    who: 'agency',
    line: /Konekcija je opozvana/,
  },
  place: { cause: /Na portalu .*ne može da se objavi.*(mesto|Mesto)/, who: 'agency' },
  blocked: { cause: /osoblje portala ga je blokiralo/, who: 'agency', line: /blokiralo/ },
  duplicate: { cause: /portal već ima istu nekretninu/, who: 'agency', line: /istu nekretninu/ },
  plan: { cause: /paket agencije na portalu nema mesta/, who: 'agency', line: /paket/ },
  stalled: { cause: /server odgovara 503/, who: 'partner', line: /ne daje fajlove/ },
  unsent: { cause: /Oglasi se još ne šalju: agencija nije pozvana/, who: 'partner' },
};

/** From the overview or from anywhere, in so many actions at most. */
const actionsMax = 3;

async function reaches(name: CaseName, actions: Actions): Promise<void> {
  const { cause, who } = answers[name];
  const main = operator.page.getByRole('main');
  const words =
    who === 'nobody' ? operator.t('turn.none') : operator.t('turn.is', { who: operator.t(`actor.${who}`) });
  const text = async (): Promise<string> => (await main.innerText()).replace(/\s+/g, ' ');
  await expect.poll(text, { message: name }).toMatch(cause);
  await expect.poll(text, { message: name }).toContain(words);
  expect(actions.count, name).toBeLessThanOrEqual(actionsMax);
}

/** What is shown for a search: the listing, or where it may be hidden. */
function found(name: CaseName, within: Locator): Locator {
  const listing = within.locator(`a[href$="/${encodeURIComponent(cases.subject[name].code)}"]`);
  const agency = within.getByRole('link', { name: `Agencija ${name}`, exact: true });
  return name === 'stalled' || name === 'unsent' ? agency : listing;
}

/** Each case in one of the ways; in a soak in all. */
const ways = repetitions({ tests: 3, soak: 1 });
const by = (way: number): CaseName[] => caseNames.filter((_, at) => at % ways === way % ways);

describe.runIf(hasBrowser)('an operator, asked about one listing', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    cases = await openCases();
    const { api } = cases;
    const link = await api.invited('operater', 'operator');
    const url = `${api.server.url}/console/invitation#${link}`;
    operator = await Visitor.open(browser, url, { width: 1440, language: 'sr-Latn' });
    await operator.comeIn(password);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await cases.api.close();
  });

  const goTo = async (address: string): Promise<void> => {
    await operator.page.evaluate(`history.pushState(null, '', '${address}')`);
    await operator.arrived();
  };
  const goHome = async (): Promise<Actions> => {
    await goTo('/console/overview');
    return new Actions(operator.page);
  };

  test.each(by(0))('finds the cause by the address, from the overview: %s', async (name) => {
    const actions = await goHome();
    const field = operator.page.getByLabel(operator.t('overview.find'));
    await actions.type(field, cases.subject[name].street);
    await actions.enter();
    await actions.click(found(name, operator.page.getByRole('main')).first());
    await reaches(name, actions);
  });

  test.each([...new Set([...by(1), ...by(2)])])(
    'finds the cause by the code, from any page: %s',
    async (name) => {
      await goTo('/console/runs');
      const actions = new Actions(operator.page);
      await operator.page.keyboard.press('/');
      const dialog = operator.page.getByRole('dialog');
      await actions.type(dialog.getByLabel(operator.t('find.hint')), cases.subject[name].code);
      await actions.click(found(name, dialog).first());
      await reaches(name, actions);
    },
  );

  const lined = caseNames
    .filter((name) => answers[name].line !== undefined)
    .filter((_, at) => at % (2 * ways) === 0);
  test.each(lined)('follows the line of the overview: %s', async (name) => {
    const actions = await goHome();
    const main = operator.page.getByRole('main');
    await actions.click(main.getByRole('link', { name: answers[name].line ?? '' }).first());
    await operator.arrived();
    const listing = found(name, main).first();
    if (new URL(operator.page.url()).pathname.endsWith('/listings')) await actions.click(listing);
    await reaches(name, actions);
  });

  test('closes what an agency has not answered for two weeks, with a reason', async () => {
    const { api } = cases;
    api.world.clock.advance(15 * day);
    const link = await api.invited('vesna', 'operator');
    const url = `${api.server.url}/console/invitation#${link}`;
    const visitor = await Visitor.open(browser, url, { width: 1440, language: 'sr-Latn' });
    await visitor.comeIn(password);
    const label = visitor.t('overview.close', { agency: 'Agencija paused' });
    const button = visitor.page.getByRole('button', { name: label, exact: true });
    const items = visitor.page.getByRole('listitem');
    const [sentence = ''] = (await items.filter({ has: button }).innerText()).split('\n');
    expect(sentence).not.toBe('');
    await visitor.press('overview.close', { agency: 'Agencija paused' });
    const dialog = visitor.page.getByRole('dialog');
    const yes = dialog.getByRole('button', { name: label, exact: true });
    expect(await yes.isDisabled()).toBe(true);
    await dialog.getByLabel(visitor.t('overview.close.reason')).fill('Ne javljaju se');
    await visitor.keepsNobodyOut('closing an item');
    await yes.click();
    await visitor.reads(visitor.t('overview.closed'));
    // Other items may name the same agency for reasons of their own.
    await expect.poll(() => button.count()).toBe(0);
    expect(await items.filter({ hasText: sentence }).filter({ hasText: 'Agencija paused' }).count()).toBe(0);
    await visitor.leave();
  });
});
