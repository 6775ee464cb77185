import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Request } from 'playwright-core';
import { ApiWorld } from '../server/api-world.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';

/** What the first page of an agency may weigh, as it is sent. */
const bytesMax = 190_000;

const assets = 'dist/console/assets';
const mantine = 'node_modules/@mantine/core/styles';

let browser: TestBrowser;
let api: ApiWorld;

describe.runIf(hasBrowser)('the weight of the console', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    api = await ApiWorld.create();
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it('is less than 190 kB compressed for all that an agency’s first page loads', async () => {
    const { cookie } = await api.signedIn('a@agency.example', 'agency', [api.a]);
    const [name = '', value = ''] = (cookie ?? '').split('=');
    const fresh = await browser.open('about:blank', { width: 1440 });
    await fresh.page.context().addCookies([{ name, value, url: api.server.url }]);
    const fetched: Request[] = [];
    const isStream = (url: string): boolean => url.endsWith('/events');
    fresh.page.on('requestfinished', (request) => {
      if (request.url().startsWith(api.server.url) && !isStream(request.url())) fetched.push(request);
    });
    const home = fresh.page.waitForResponse(/\/api\/v1\/home/);
    await fresh.page.goto(`${api.server.url}/console/`);
    await home;
    await fresh.page.locator('h1').waitFor();
    const sizes = await Promise.all(
      fetched.map(async (request) => ({
        url: request.url().slice(api.server.url.length),
        bytes: (await request.sizes()).responseBodySize,
      })),
    );
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    const heaviest = sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 8);
    expect(heaviest[0]?.bytes).toBeGreaterThan(10_000);
    expect(total, JSON.stringify(heaviest)).toBeLessThan(bytesMax);
  });

  it('has the style sheets of exactly the components that are used', async () => {
    const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
    const scripts = (await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))).join('\n');
    const imported = await readFile('src/console/mantine-styles.ts', 'utf8');
    const wrong: string[] = [];
    for (const sheet of (await readdir(mantine)).filter((name) => /^[^.]+\.css$/.test(name))) {
      const classes = (await readFile(join(mantine, sheet), 'utf8')).match(/\bm_[0-9a-f]{6,8}\b/g) ?? [];
      const isUsed = classes.length === 0 || classes.some((one) => scripts.includes(one));
      if (isUsed !== imported.includes(`/${sheet}'`))
        wrong.push(`${sheet} ${isUsed ? 'is missing' : 'is not used'}`);
    }
    expect(wrong).toEqual([]);
  });
});
