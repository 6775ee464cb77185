import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { listen, type HttpServer } from '../../src/platform/http/http-server.js';
import { hasBrowser, launchBrowser, overflow, type TestBrowser } from '../support/browser.js';
import { createBench, Partner, rental, sale, type Bench } from '../sandbox/partner.js';

let browser: TestBrowser;
let server: HttpServer;
let bench: Bench;
let partner: Partner;
let axe: string;

/** A page below the sandbox, as a person at this width sees it. Afterwards nothing may have been complained of. */
async function visit(
  path: string,
  width: number,
  look: (page: Page) => Promise<void>,
  scheme: 'light' | 'dark' = 'light',
): Promise<void> {
  const { page, complaints } = await browser.open(`${server.url}/_sandbox${path}`, { width, scheme });
  await look(page);
  expect(complaints).toEqual([]);
  await page.context().close();
}

/** A certifying connection whose first batch has arrived. */
async function firstBatch(): Promise<string> {
  const connection = bench.sandbox.staff.addConnection({
    status: 'certifying',
    agency: { name: 'Primer nekretnine' },
  });
  const photos = [{ url: 'https://photos.example.com/1.jpg', caption: 'Dnevna soba' }];
  const listings = [
    sale(bench, 'A-1', { title: { sr: 'Stan na Limanu', en: 'Flat in Liman' }, photos }),
    rental(bench, 'A-2'),
    sale(bench, 'A-3', { title: { sr: '<b>Stan</b> & "terasa"' }, agent: { email: 'a@example.com' } }),
  ];
  const { body } = await partner.post(`/connections/${connection}/batches`, { listings });
  expect(body.batch.counts).toMatchObject({ needs_review: 3 });
  return connection;
}

const cards = (page: Page): ReturnType<Page['locator']> => page.locator('.card');

describe.runIf(hasBrowser)('the staff pages in a browser', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });

  afterAll(async () => {
    await browser.close();
  });

  beforeEach(async () => {
    bench = await createBench();
    const { sandbox, clock } = bench;
    server = await listen({ port: 0, host: '127.0.0.1', handler: (request) => sandbox.fetch(request) });
    partner = new Partner({ fetch }, clock, server.url);
    partner.keyId = sandbox.staff.registerKey(partner.publicKeyPem, 'sandbox');
    return () => server.close();
  });

  for (const width of [390, 1440]) {
    test(`a person certifies a first batch and sees the listings as visitors do, ${width} px wide`, async () => {
      const connection = await firstBatch();
      await visit('', width, async (page) => {
        await page.getByRole('link', { name: 'The first batch of Primer nekretnine' }).click();
        await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('certifying');
        expect(await page.getByRole('heading', { name: 'First batch: 3 to look at' }).count()).toBe(1);
        expect(await cards(page).count()).toBe(3);
        await page.getByRole('button', { name: 'Certify' }).click();
        await page.getByRole('heading', { level: 1, name: 'active' }).waitFor();
        expect(await cards(page).getByText('live', { exact: true }).count()).toBe(3);
        expect(await cards(page).nth(1).innerText()).toContain('€ 400 a month');
        expect(await cards(page).nth(2).innerText()).toContain('<b>Stan</b> & "terasa"');
        await page.getByRole('link', { name: 'Stan na Limanu' }).click();
        const shown = page.locator('.visitor');
        await shown.waitFor();
        expect(await shown.innerText()).toContain('€ 120,000');
        expect(await shown.innerText()).toContain('54.5 m² · 2 rooms');
        expect(await shown.innerText()).toContain('Central heating');
        expect(await shown.innerText()).toContain('English: Flat in Liman');
        expect(await overflow(page)).toBe(0);
      });
      const { body } = await partner.get(`/connections/${connection}`);
      expect(body.connection).toMatchObject({ status: 'active', counts: { live: 3, review: 0 } });
    });
  }

  test('a person sends a first batch back with a note', async () => {
    const connection = await firstBatch();
    await visit(`/page/connections/${connection}`, 1440, async (page) => {
      await page.getByText('Send back with a note').click();
      await page.getByLabel('Note to the partner').fill('Photos are missing.');
      await page.getByRole('button', { name: 'Send it back' }).click();
      await page.getByText('Sent back with the note: “Photos are missing.”').waitFor();
      expect(await cards(page).getByText('Staff sent the first batch back.').count()).toBe(3);
    });
    expect(bench.sandbox.staff.connection(connection).note).toBe('Photos are missing.');
  });

  test('a code is issued by keyboard alone, and redeemed by the client', async () => {
    await visit('/page/overview', 390, async (page) => {
      await page.getByText('Issue a connect code').focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Agency').first().focus();
      await page.keyboard.press('Enter');
      await page.getByText('The partner redeems the code.').waitFor();
      const code = await page.getByText(/^PX(-\w{4}){3}$/).innerText();
      const { status } = await partner.post('/connections', { connect_code: code });
      expect(status).toBe(201);
      await page.reload();
      expect(await page.getByText('The partner pushes a first batch.').count()).toBe(1);
    });
  });

  test('a refusal is explained by its rule, with what was sent, and a signature with what should have been signed', async () => {
    const { connection } = bench;
    await partner.put(
      `/connections/${connection}/listings/A-1`,
      sale(bench, 'A-1', { price: { amount: -5 } }),
    );
    await partner.deliver('GET', '/ping', '', partner.sign('GET', '/places', ''));
    await visit('/page/requests?refusals=1', 390, async (page) => {
      const lines = page.locator('.log > li');
      expect(await lines.count()).toBe(2);
      await lines.nth(0).locator('summary').click();
      const signature = await lines.nth(0).innerText();
      expect(signature).toContain('The signature covers method, host, path');
      expect(signature).toContain(`PX-SIG-1\nGET\n${new URL(server.url).host}\n/v1/ping`);
      await lines.nth(1).locator('summary').click();
      const invalid = await lines.nth(1).innerText();
      expect(invalid).toContain('/price/amount');
      expect(invalid).toContain('-5');
      expect(await overflow(page)).toBe(0);
    });
  });

  test('a listing is taken down by a moderator, an app’s time moved on, a fault armed', async () => {
    const { connection, sandbox } = bench;
    await partner.put(`/connections/${connection}/listings/A-1`, sale(bench, 'A-1'));
    await visit(`/page/connections/${connection}/listings/A-1`, 1440, async (page) => {
      await page.getByRole('button', { name: 'Take it down' }).click();
      await page.getByRole('heading', { level: 1, name: 'taken down' }).waitFor();
      expect(await page.getByText('A moderator refused it.').count()).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('button', { name: '1 hour' }).click();
      await page.getByText('moved on by').waitFor();
      await page.getByRole('link', { name: 'Faults' }).click();
      await page.getByText('Half a reply').click();
      await page.getByRole('button', { name: 'Arm it' }).locator('visible=true').click();
      await page.getByRole('heading', { name: 'Waiting to act' }).waitFor();
      await page.getByRole('button', { name: 'Disarm those of requests' }).waitFor();
    });
    expect(sandbox.faults.waiting()).toMatchObject([{ fault: { does: { kind: 'truncated' } }, left: 1 }]);
  });

  test('no page is wider than its window or has a serious fault of accessibility', async () => {
    const connection = await firstBatch();
    await partner.get('/connections/none');
    const pages = ['overview', 'requests', 'deliveries', 'coverage', 'faults', `connections/${connection}`];
    for (const [at, name] of [...pages, `connections/${connection}/listings/A-3`].entries()) {
      const [width, scheme] = at % 2 === 0 ? ([390, 'dark'] as const) : ([1440, 'light'] as const);
      await visit(
        `/page/${name}`,
        width,
        async (page) => {
          expect(await overflow(page), name).toBe(0);
          await page.evaluate(axe);
          const found: AxeResults = await page.evaluate('axe.run()');
          expect(found.passes.length, name).toBeGreaterThan(10);
          const serious = found.violations.filter(
            ({ impact }) => impact === 'serious' || impact === 'critical',
          );
          expect(serious, name).toEqual([]);
        },
        scheme,
      );
    }
  });
});
