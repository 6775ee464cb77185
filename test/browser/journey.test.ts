import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstAdministratorLink } from '../../src/assemble/server.js';
import type { Language } from '../../src/console/words/language.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { ApiWorld, password } from '../server/api-world.js';
import { Visitor } from './visitor.js';

const phone = { width: 390, language: 'sr-Latn', scheme: 'dark' } as const;
const desk = { width: 1440, language: 'en', scheme: 'light' } as const;
type Place = typeof phone | typeof desk;

/** Where an agency and the staff sit. The first has both places; `looksOver` looks at each page in both widths and languages. */
const journeys = [
  { name: 'an agency on a phone in Serbian, staff at a desk in English', agencyAt: phone, staffAt: desk },
  { name: 'all at a desk in English', agencyAt: desk, staffAt: desk },
  { name: 'all on a phone in Serbian', agencyAt: phone, staffAt: phone },
].slice(0, repetitions({ tests: 1, soak: 3 }));

let browser: TestBrowser;
let api: ApiWorld;

const title = 'Kvart nekretnine';
const heating = 'Grejanje na gazzz';
const feedPath = '/kvart.xml';

/** Eight ads that a portal would take once it knows what a word means and what only the agency can say, and one of nothing. */
const own = [...ads(6, 201), ad(207, { heating }), ad(208, { sale: false, price: 450 })];
const nothing = ad(209, { type: 'Svemirski brod', title: 'Svemirski brod na Limanu' });

/** Time goes by as it does while somebody sits before a page: it asks now and then. Hours are enough for all that goes by itself. */
async function passUntil(isSo: () => boolean | Promise<boolean>, { page }: Visitor): Promise<void> {
  for (let steps = 0; !(await isSo()); steps += 1) {
    if (steps === 30) throw new Error('it does not come by itself');
    await api.world.tick(10 * minute);
    await page.evaluate("fetch('/api/v1/session')");
  }
}

function liveOf(connection: string): string[] {
  const listings = api.world.sandbox.staff.listings(connection);
  return listings.flatMap(({ status, externalId }) => (status === 'live' ? [externalId] : [])).sort();
}

/** @returns the link for the agency */
async function administratorImports(at: Place, language: Language): Promise<string> {
  const link = await firstAdministratorLink(api.world.app, api.server);
  const administrator = await Visitor.open(browser, link ?? '', at);
  await administrator.looksOver('the invitation');
  await administrator.comeIn(password);
  await administrator.goTo('nav.agencies');
  await administrator.looksOver('no agencies');
  await administrator.follow(administrator.t('agencies.import'));
  const csv = [
    'name,title,email,url,mapping,language',
    `kvart,${title},ana@kvart.example,${api.world.feedUrl}${feedPath},,${language}`,
    `dom,Dom,office@dom.example,${api.world.feedUrl}/dom.xml,estate-sistem,en`,
  ];
  await administrator.fill('agencies.import.paste', csv.join('\n'));
  await administrator.press('agencies.import.try');
  await administrator.press('agencies.import.do', { n: 2 });
  await administrator.press('agencies.invite.all', { n: 2 });
  const invitation = administrator.page.getByLabel(administrator.t('agencies.invite.link', { name: title }));
  const invited = await invitation.inputValue();
  await administrator.looksOver('imported');
  await administrator.leave();
  return invited;
}

async function agencyConnects(agency: Visitor): Promise<string> {
  await agency.press('setup.read_again');
  await agency.reads(agency.t('setup.reading'));
  await api.world.tick(1_000);
  await agency.reads(
    agency.language === 'en' ? 'We read 9 listings; 8 are ready' : 'Pročitali smo 9 oglasa; 8 je spremno',
  );
  await agency.looksOver('what was read');
  await agency.fill('setup.connect.code', 'PX-AAAA-BBBB-CCCC');
  await agency.press('setup.connect.do');
  const refusal = agency.language === 'en' ? 'request a new code' : 'zatražite novi kod';
  await agency.page.getByRole('alert').getByText(refusal).waitFor();
  await agency.looksOver('a refused code');
  const { code, id } = api.pending({ name: 'Kvart d.o.o.', register_number: '1234' });
  await agency.fill('setup.connect.code', code);
  await agency.press('setup.connect.do');
  await agency.reads('Kvart d.o.o.');
  await agency.reads('1234');
  return id;
}

async function agencyAnswers(agency: Visitor): Promise<void> {
  const { page } = agency;
  await agency.fill('setup.answer.name', 'Ana Anić');
  await agency.fill('setup.answer.role', 'direktorka');
  await agency.looksOver('whose code it is, and the questions');
  for (const [fact, choice] of [
    ['mandate', 0],
    ['owner_nearby', 1],
  ] as const) {
    const question = page.getByRole('region', { name: agency.t(`setup.answer.${fact}`) });
    await question.getByRole('radio').nth(choice).check();
  }
  const content = page.getByRole('region', { name: agency.t('setup.answer.content') });
  const choices = content.getByRole('radiogroup');
  const count = await choices.count();
  for (let each = 0; each < count; each += 1) await choices.nth(each).getByRole('radio').first().check();
  await giveMeaning(agency);
  await agency.press('setup.answer.save_only');
  await agency.reads(agency.t('setup.answer.saved'));
  await agency.closeReport();
  await api.world.tick(1_000);
  await agency.reads(agency.t('setup.send.more'));
  await agency.looksOver('ready to be sent');
}

/** Takes the first of the meanings that are offered. */
async function giveMeaning(agency: Visitor): Promise<void> {
  const word = agency.page.getByRole('region', {
    name: agency.t('setup.answer.word.means', { word: heating }),
  });
  const suggested = word.getByRole('group', { name: agency.t('setup.answer.word.suggested') });
  await suggested.getByRole('button').first().click();
}

async function portalCertifies(agency: Visitor, connection: string): Promise<void> {
  expect(api.world.sandbox.staff.listings(connection)).toEqual([]);
  await agency.press('setup.send.do');
  await passUntil(() => api.world.sandbox.staff.listings(connection).length === own.length, agency);
  await agency.reads(agency.t('turn.is', { who: agency.t('actor.portal_staff') }));
  await agency.looksOver('the first check');
  api.world.sandbox.staff.certify(connection);
  const { store } = api.services;
  const onPortal = async () =>
    (await store.listings.countsByPortalState({ connectionId: connection })).live ?? 0;
  await passUntil(async () => (await onPortal()) === own.length, agency);
  await agency.follow(agency.t('setup.sent.listings'));
  await agency.goTo('nav.home');
  await agency.reads(agency.t('home.on_portal', { on: '8', n: 9 }));
  await agency.looksOver('home');
}

async function agencyConfirmsRemovals(agency: Visitor, connection: string): Promise<void> {
  const left = own.slice(0, 3);
  api.world.at(feedPath).body = estateFeed([...left, nothing]);
  const isAsked = async () =>
    (await api.services.store.holds.open({})).some(({ connectionId }) => connectionId === connection);
  await passUntil(isAsked, agency);
  await agency.page.getByRole('link', { name: agency.t('home.do.confirm_removals') }).click();
  await agency.reads(own[7]?.title ?? '');
  await agency.looksOver('what would be taken off');
  await agency.press('waiting.take_off', { n: 5 });
  const question = agency.page.getByRole('dialog');
  await question.getByRole('button', { name: agency.t('waiting.take_off', { n: 5 }) }).click();
  await agency.reads(agency.t('waiting.taken_off'));
  await passUntil(() => liveOf(connection).length === left.length, agency);
  expect(liveOf(connection)).toEqual(left.map(({ code }) => code));
}

describe.runIf(hasBrowser)('from the printed link to listings that are taken off', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  beforeEach(async () => {
    api = await ApiWorld.create();
    api.world.at(feedPath).body = estateFeed([...own, nothing]);
    api.world.at('/dom.xml').body = estateFeed(ads(2, 301));
  });

  afterEach(() => api.close());

  test.each(journeys)(
    '$name',
    async ({ agencyAt, staffAt }) => {
      const link = await administratorImports(staffAt, agencyAt.language);
      const agency = await Visitor.open(browser, link, agencyAt);
      await agency.comeIn(password);
      const connection = await agencyConnects(agency);
      await agencyAnswers(agency);
      await portalCertifies(agency, connection);
      await agencyConfirmsRemovals(agency, connection);
      await agency.leave();
    },
    3 * minute,
  );
});
