import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../../src/assemble/server.js';
import { run } from '../cli/command-line.js';
import { rawServer, reply } from '../platform/raw-server.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { findingsVariable, searchSecrets, searchSecretsIn, secret } from '../support/secrets.js';
import { World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

/** What a source answers while things go wrong: it knows what it was asked with, and says it back. */
const answers = (head: string): Buffer[] => {
  const asked = `${head.split('\r\n')[0] ?? ''} ${/x-feed-key: (.*)/i.exec(head)?.[1] ?? ''}`;
  return [
    reply('401 Unauthorized', ['Content-Length: 0', `WWW-Authenticate: ${asked}`]),
    reply('200 OK', [], `<!DOCTYPE html><html>Denied: ${asked}</html>`),
    reply('200 OK', [], `<root>${asked}</root>`),
    reply('302 Found', [`Location: http://10.0.0.1/?token=${secret('redirect')}`, 'Content-Length: 0']),
    reply('302 Found', [`Location: gopher://${secret('redirect-user')}:x@h/`, 'Content-Length: 0']),
    reply('302 Found', [`Location: //${secret('redirect-user')}:x@[bad`, 'Content-Length: 0']),
    reply('200 OK', ['Content-Length: 9'], '<'),
    Buffer.from(`HTTP/9 ${asked}\r\n\r\n`),
  ];
};

describe('secrets', () => {
  it('fault 122: none stands in a log, the store, a page, the metrics, an export, the support bundle or an error', async () => {
    let wrong = -1;
    const source = await rawServer((socket, head) =>
      socket.end(answers(head)[wrong] ?? reply('200 OK', ['Connection: close'], estateFeed(ads(3)))),
    );
    world = await World.create({
      webhookSecrets: [`whsec_${Buffer.from(secret('webhook')).toString('base64')}`],
    });
    await world.declare((feeds) =>
      feeds.map((feed) => ({
        ...feed,
        url: `http://${secret('user')}:${secret('url')}@127.0.0.1:${source.port}/feed.xml?token=${secret('token')}`,
        auth: { user: secret('user'), password: secret('password') },
      })),
    );
    await world.restart();
    const server = await startServer(world.app);
    try {
      await world.round();
      expect(world.live()).toHaveLength(3);
      const authorization = `Basic ${Buffer.from(`${secret('user')}:${secret('password')}`).toString('base64')}`;
      expect(source.requests[0]).toContain(authorization);
      expect(source.requests[0]).toContain(`token=${secret('token')}`);
      for (wrong = 0; wrong < answers('').length; wrong++) {
        world.clock.advance(hour);
        const { polls } = await world.round();
        expect(polls[0]?.state).toBe('stalled');
        searchSecrets('the report of a poll', JSON.stringify(polls));
      }
      await source.close();
      world.clock.advance(hour);
      await world.round();
      await forgedWebhook(server.url);
      for (const path of ['/', '/console/none.js', '/metrics', '/readyz', '/none'])
        searchSecrets(path, await (await fetch(server.url + path)).text());
    } finally {
      await server.close();
    }
    await expectNothingPrinted();
    expect((await readFile(world.configFile, 'utf8')).match(/s3cret-/g)?.length).toBeGreaterThan(4);
  });

  /** Each of these searches what it prints. */
  async function expectNothingPrinted(): Promise<void> {
    const bundle = join(world.folder, 'bundle.json');
    const commands = [
      ['status'],
      ['runs'],
      ['logs'],
      ['listings', '--csv'],
      ['listings', '--json'],
      ['explain', 'A0001'],
      ['feeds', 'list', '--json'],
      ['feeds', 'export'],
      ['config', 'check'],
      ['doctor', '--json', '--bundle', bundle],
    ];
    for (const argv of commands) {
      const { out, err } = await run(world, ...argv);
      expect(out + err, argv.join(' ')).not.toBe('');
    }
    searchSecrets('the support bundle', await readFile(bundle));
    await writeFile(
      world.configFile,
      (await readFile(world.configFile, 'utf8')).replace('"auth":{', '"auth":{"x":1,'),
    );
    expect((await run(world, 'config', 'check')).code).not.toBe(0);
  }

  async function forgedWebhook(url: string): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'w',
      'webhook-timestamp': '1',
      'webhook-signature': `v1,${secret('forged')}`,
    };
    const refused = await fetch(`${url}/webhooks`, { method: 'POST', headers, body: '{}' });
    expect(refused.status).toBe(401);
    searchSecrets('the answer to a forged webhook', await refused.text());
  }

  it('fault 122: none escapes the search, however it is written', async () => {
    world = await World.create();
    vi.stubEnv(findingsVariable, undefined);
    const folder = await mkdtemp(join(tmpdir(), 'feedsync-search-'));
    try {
      const key = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA\n';
      const written = [
        secret('a'),
        `Basic ${Buffer.from(`u:${secret('a')}`).toString('base64')}`,
        `Basic ${Buffer.from(`user:${secret('a')}`).toString('base64')}`,
        `Basic ${Buffer.from(`us:${secret('a')}`).toString('base64')}`,
        Buffer.from(secret('a')).toString('hex'),
        key,
      ];
      for (const text of written) {
        expect(() => searchSecrets('a page', `before ${text} behind`)).toThrow(/a secret stands in a page/);
        await writeFile(join(folder, 'file'), text);
        expect(() => searchSecretsIn(folder)).toThrow(/a secret stands in .*file/);
      }
      expect(() => searchSecrets('a page', 's3cre PRIVATE KEY of the portal')).not.toThrow();
    } finally {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
  });
});
