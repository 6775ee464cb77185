import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/assemble/server.js';
import type { AccountRole } from '../../src/store/store.js';
import { ApiWorld, password } from '../server/api-world.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { Visitor } from './visitor.js';

let browser: TestBrowser;
let api: ApiWorld;

async function visitor(name: string, role: AccountRole, width: number): Promise<Visitor> {
  const secret = await api.invited(name, role, role === 'agency' ? [api.a] : []);
  const link = `${api.server.url}/console/invitation#${secret}`;
  const come = await Visitor.open(browser, link, { width, language: 'sr-Latn' });
  await come.comeIn(password);
  return come;
}

/** @returns the port at which the server stood */
async function stopServer(): Promise<number> {
  const port = Number(new URL(api.server.url).port);
  await api.server.close();
  return port;
}

async function startAgain(port: number): Promise<void> {
  api.world.app.config.server.port = port;
  api.server = await startServer(api.world.app);
}

/** Answers as a proxy does that finds no server behind it. */
async function proxyAlone(port: number): Promise<Server> {
  const proxy = createServer((_, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
  });
  proxy.listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

async function end(proxy: Server): Promise<void> {
  proxy.close();
  proxy.closeAllConnections();
  await once(proxy, 'close');
}

/** The page waits, and calls nothing failed. */
async function waits(come: Visitor): Promise<void> {
  await come.reads(come.t('app.lost'));
  for (const key of ['state.failed', 'state.not_here', 'error.unreachable'] as const)
    expect(await come.page.getByText(come.t(key)).count(), key).toBe(0);
}

const isBack = (come: Visitor): Promise<void> =>
  come.page.getByText(come.t('app.lost')).waitFor({ state: 'detached' });

describe.runIf(hasBrowser)('a lost connection', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    api = await ApiWorld.create();
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  test('shows on each page, a page that was not loaded waits, and all of it comes back by itself', async () => {
    const come = await visitor('sanja', 'agency', 390);
    const port = await stopServer();
    await waits(come);
    await come.fits('the banner');
    await come.keepsNobodyOut('the banner');
    // Neither the page nor its data was loaded before.
    await come.goTo('nav.listings');
    await come.reads(come.t('state.loading'));
    await waits(come);
    await startAgain(port);
    await isBack(come);
    await come.reads('Dvosoban stan broj 1 u mirnoj ulici');
    await come.page.context().close();
  });

  test('shows where a server takes requests and answers nothing', async () => {
    const come = await visitor('hana', 'agency', 390);
    // As of a process that stands still: its connections stay open, and nothing comes.
    await come.page.route('**/api/v1/**', () => undefined);
    await come.goTo('nav.listings');
    await come.page.getByText(come.t('app.lost')).waitFor({ timeout: 60_000 });
    await come.page.unrouteAll();
    await isBack(come);
    await come.page.reload();
    await come.reads('Dvosoban stan broj 1 u mirnoj ulici');
    await come.page.context().close();
  });

  test('shows behind a proxy too, and before the sign-in, and the stream of changes is open again', async () => {
    const [staff, stranger] = await Promise.all([
      visitor('oto', 'operator', 1440),
      Visitor.open(browser, `${api.server.url}/console/`, { width: 1440, language: 'sr-Latn' }),
    ]);
    await staff.goTo('nav.runs');
    await staff.goTo('nav.overview');
    const port = await stopServer();
    const proxy = await proxyAlone(port);
    await staff.page.evaluate(`history.pushState(null, '', '/console/runs?state=failed')`);
    await stranger.fill('sign_in.name', 'oto');
    await stranger.fill('sign_in.password', password);
    await stranger.press('sign_in.do');
    await waits(staff);
    await stranger.reads(stranger.t('app.lost'));
    const stream = staff.page.waitForResponse(
      (reply) => reply.url().endsWith('/events') && reply.status() === 200,
    );
    await end(proxy);
    await startAgain(port);
    await Promise.all([isBack(staff), isBack(stranger)]);
    await staff.arrived();
    await stream;
    await stranger.press('sign_in.do');
    await stranger.arrived();
    await Promise.all([staff, stranger].map(({ page }) => page.context().close()));
  });
});
