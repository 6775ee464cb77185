import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiWorld, password } from '../server/api-world.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { Visitor } from './visitor.js';

let browser: TestBrowser;
let api: ApiWorld;
beforeAll(async () => {
  if (!hasBrowser) return;
  browser = await launchBrowser();
  api = await ApiWorld.create();
});
afterAll(async () => {
  if (!hasBrowser) return;
  await browser.close();
  await api.close();
});

test.runIf(hasBrowser)(
  'an agency finds a place that its file names otherwise, long after it was set up',
  async () => {
    const { world } = api;
    const feed = estateFeed([...ads(3), ad(4, { town: 'Nigdina', district: '' })]);
    // Some programs write the district where the town belongs.
    world.feed.body = feed.replaceAll('<![CDATA[NOVI SAD]]>', '<![CDATA[JUŽNOBAČKI OKRUG]]>');
    await world.tick(20 * minute);
    const secret = await api.invited('vera', 'agency', [api.a]);
    const link = `${api.server.url}/console/invitation#${secret}`;
    const vera = await Visitor.open(browser, link, { width: 390, language: 'sr-Latn' });
    await vera.comeIn(password);
    await vera.goTo('nav.words');
    await vera.arrived();
    const means = { name: vera.t('words.meaning_of', { word: 'Nigdina' }) };
    const place = vera.page.getByRole('combobox', means);
    await place.waitFor();
    // Named a little alike, and another town: no one tap away.
    expect(await vera.page.getByRole('button', { name: 'Inđija' }).count()).toBe(0);
    await place.fill('Beočin');
    await vera.page
      .getByRole('option', { name: /Beočin/ })
      .first()
      .click();
    await vera.looksOver('a place for a word');
    await vera.press('words.save', { n: 1 });
    await vera.reads(vera.t('words.saved'));
    await world.tick(hour);
    await world.tick(hour);
    const { location } = world.payload('A0004') as { location: { place_id: string } };
    const places = (await api.services.store.reference.known())?.places.places ?? [];
    expect(places.find(({ id }) => id === location.place_id)?.nameSr).toBe('Beočin');
    await vera.leave();
  },
);
