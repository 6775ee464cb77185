import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  connect,
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/assemble/server.js';
import type { AccountRole } from '../../src/store/store.js';
import { ApiWorld, password } from '../server/api-world.js';
import { hasBrowser, launchBrowser, type TestBrowser } from '../support/browser.js';
import { Visitor } from './visitor.js';

let browser: TestBrowser;
let api: ApiWorld;

/** Stands before the server. While it hangs, connections stay open and are taken, and nothing goes through. */
class Relay {
  readonly #sockets = new Set<Socket>();
  #hangs = false;

  private constructor(
    readonly url: string,
    private readonly server: SocketServer,
  ) {}

  static async before(target: string): Promise<Relay> {
    const server = createSocketServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const relay = new Relay(`http://127.0.0.1:${port}`, server);
    server.on('connection', (near) => relay.#join(near, connect(Number(new URL(target).port), '127.0.0.1')));
    return relay;
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('close', () => (this.#sockets.delete(from), to.destroy()));
      from.on('error', () => to.destroy());
      if (this.#hangs) from.pause();
    }
  }

  set hangs(hangs: boolean) {
    this.#hangs = hangs;
    for (const socket of this.#sockets) if (hangs) socket.pause();
  }

  goOn(): void {
    this.#hangs = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.server, 'close');
  }
}

async function visitor(
  name: string,
  role: AccountRole,
  width: number,
  url = api.server.url,
): Promise<Visitor> {
  const secret = await api.invited(name, role, role === 'agency' ? [api.a] : []);
  const link = `${url}/console/invitation#${secret}`;
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

  test('shows where a server takes requests and answers nothing, on a page that asks for nothing too', async () => {
    const relay = await Relay.before(api.server.url);
    const come = await visitor('hana', 'agency', 390, relay.url);
    const { clock } = come.page;
    // Later than what a page does first, whose clock is then the test's.
    await clock.install();
    await come.page.reload();
    const stream = come.page.waitForResponse((reply) => reply.url().endsWith('/events'));
    await come.arrived();
    await stream;
    const lost = come.page.getByText(come.t('app.lost'));
    const asked = () => come.page.waitForRequest((request) => request.url().endsWith('/session'));

    relay.hangs = true;
    const probe = asked();
    await clock.fastForward(41_000);
    await probe;
    expect(await lost.count()).toBe(0);
    await clock.fastForward(6_000);
    await lost.waitFor();
    relay.goOn();
    const again = come.page.waitForResponse(
      (reply) => reply.url().endsWith('/events') && reply.status() === 200,
    );
    await clock.fastForward(3_000);
    await isBack(come);
    await again;

    // What a page asks for waits, and comes by itself.
    relay.hangs = true;
    await come.goTo('nav.listings');
    const second = asked();
    await clock.fastForward(9_000);
    await second;
    await clock.fastForward(6_000);
    await lost.waitFor();
    relay.goOn();
    await clock.fastForward(3_000);
    await isBack(come);
    await come.reads('Dvosoban stan broj 1 u mirnoj ulici');
    await come.page.context().close();
    await relay.close();
  });

  test('does not show while the server says that it is alive', async () => {
    const come = await visitor('iva', 'agency', 390);
    const { clock } = come.page;
    await come.page.addInitScript(`{
      const Former = window.EventSource;
      window.heard = 0;
      window.EventSource = class extends Former {
        constructor(url) {
          super(url);
          this.addEventListener('alive', () => (window.heard += 1));
        }
      };
    }`);
    await clock.install();
    await come.page.reload();
    await come.arrived();
    let probes = 0;
    come.page.on('request', (request) => (probes += Number(request.url().endsWith('/session'))));
    for (let heard = 1; heard <= 4; heard += 1) {
      await expect.poll(() => come.page.evaluate('window.heard')).toBe(heard);
      await clock.fastForward(15_000);
      api.world.clock.advance(15_000);
    }
    expect(probes).toBe(0);
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
