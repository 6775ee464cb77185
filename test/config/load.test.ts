import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { isMap, isScalar, parseDocument, visit } from 'yaml';
import { describe, expect, it } from 'vitest';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { formatProblem } from '../../src/config/problems.js';
import { connection, filesOf, goodConfig, load, portal } from './config-files.js';

const feed = (name: string, more = ''): string =>
  `  - { name: ${name}, connection: ${connection}, mapping: m, url: "file:${name}.xml"${more} }\n`;

describe('defaults', () => {
  it('are filled in, with units in the names', async () => {
    const config = await goodConfig(portal);
    expect(config.fetch).toEqual({
      ...{ allowPrivateAddresses: [], maxBytes: 2e9, timeoutMs: 600_000, contact: null },
    });
    expect(config.server).toEqual({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: null,
      restartWhenStuck: false,
      trustedProxies: [],
      monitors: [],
    });
    expect(config.store).toEqual({ kind: 'sqlite', path: './data/feedsync.db' });
    expect(config.removals).toMatchObject({ afterPolls: 2, minAgeMs: 3_600_000, maxShare: 0.3 });
    expect(config.reconcile.maxSnapshotAgeMs).toBe(129_600_000);
    expect(config.feeds).toEqual([]);
  });

  it('of a feed come from feed_defaults, then timezone and removals, key by key', async () => {
    const { feeds } = await goodConfig(
      `${portal}timezone: Europe/Paris
removals: { after_polls: 3, max_count: 9 }
feed_defaults: { kind: delta, answers: { mandate_attested: true }, removals: { min_age: 2h } }
feeds:
${feed('a', ', answers: { owner_lives_nearby: false }, removals: { after_polls: 5 }')}${feed('b', ', timezone: UTC, kind: full')}`,
    );
    expect(feeds[0]).toMatchObject({
      timezone: 'Europe/Paris',
      kind: 'delta',
      answers: { mandate_attested: true, owner_lives_nearby: false },
      removals: { afterPolls: 5, minAgeMs: 7_200_000, maxCount: 9, alwaysAllow: 2 },
    });
    expect(feeds[1]).toMatchObject({ timezone: 'UTC', kind: 'full', removals: { afterPolls: 3 } });
  });

  it('make one list of url and urls, and files absolute', async () => {
    const { feeds } = await goodConfig(
      `${portal}feeds:\n${feed('a')}  - { name: b, connection: ${connection}, mapping: m, urls: ["http://h/1", "file:///2"] }\n`,
    );
    expect(feeds[0]?.urls).toEqual([`file://${process.cwd()}/a.xml`]);
    expect(feeds[1]?.urls).toEqual(['http://h/1', 'file:///2']);
  });

  it('say of one of several urls what its file does not', async () => {
    const urls = 'urls: ["http://h/1", { url: "file:2", header: { kind: Stan, floor: 3 } }]';
    const { feeds } = await goodConfig(
      `${portal}feeds:\n  - { name: b, connection: ${connection}, mapping: m, ${urls} }\n`,
    );
    const second = `file://${process.cwd()}/2`;
    expect(feeds[0]).toMatchObject({
      urls: ['http://h/1', second],
      urlHeaders: { [second]: { kind: 'Stan', floor: '3' } },
    });
  });

  it('allow one URL for two connections', async () => {
    const other = connection.replace('6f', '7f');
    const text = `${portal}feeds:\n${feed('a')}${feed('b').replace('b.xml', 'a.xml').replace(connection, other)}`;
    expect((await goodConfig(text)).feeds).toHaveLength(2);
  });
});

describe('references', () => {
  it('are put into any text, also several in one', async () => {
    const files = {
      'feedsync.yaml': `portal: { base_url: "https://\${HOST}:\${PORT}/v1", key_id: "\${file:/run/key}", private_key_file: "$\${x}\${HOST}" }`,
      '/run/key': 'px_7\n',
    };
    const loaded = await loadConfig('feedsync.yaml', filesOf(files, { HOST: 'h', PORT: '8443' }));
    expect(loaded).toMatchObject({
      ok: true,
      config: { portal: { baseUrl: 'https://h:8443/v1', keyId: 'px_7', privateKeyFile: '${x}h' } },
      sources: ['feedsync.yaml', '/run/key'],
    });
  });

  it('are never read twice: what a variable holds is text, whatever it looks like', async () => {
    const config = await goodConfig(portal.replace('px_test', '${KEY}'), { KEY: '${HOME}: [1, 2] # 3' });
    expect(config.portal.keyId).toBe('${HOME}: [1, 2] # 3');
  });
});

describe('JSON', () => {
  it('is accepted as well', async () => {
    const text = JSON.stringify(
      { portal: { base_url: 'https://h/v1', key_id: 'k', private_key_file: 'f' } },
      null,
      '\t',
    );
    expect((await goodConfig(text)).portal.baseUrl).toBe('https://h/v1');
  });
});

describe('feeds_dir', () => {
  const main = `${portal}feeds_dir: feeds.d\nfeed_defaults: { kind: delta }\nfeeds:\n${feed('a')}`;
  const loadWith = (files: Record<string, string>): ReturnType<typeof loadConfig> =>
    loadConfig('feedsync.yaml', filesOf({ 'feedsync.yaml': main, ...files }));

  it('adds the feeds of its files, in the order of their names, over the same defaults', async () => {
    const loaded = await loadWith({
      'feeds.d/c.yaml': `feeds:\n${feed('c')}`,
      'feeds.d/b.yaml': `feeds:\n${feed('b')}`,
      'feeds.d/README.md': 'no feeds here',
    });
    expect(loaded).toMatchObject({
      ok: true,
      problems: [],
      stopped: [],
      sources: ['feedsync.yaml', 'feeds.d/b.yaml', 'feeds.d/c.yaml'],
    });
    expect(loaded.ok && loaded.config.feeds.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'delta'],
      ['b', 'delta'],
      ['c', 'delta'],
    ]);
  });

  it('a broken file stops its own feeds only, and they are named', async () => {
    const loaded = await loadWith({
      'feeds.d/b.yaml': 'feeds: [',
      'feeds.d/c.yaml': `feeds:\n${feed('c', ', kind: half')}${feed('d')}`,
      'feeds.d/e.yaml': `feed:\n${feed('e')}`,
      'feeds.d/f.yaml': `feeds:\n${feed('a')}`,
      'feeds.d/g.yaml': `feeds:\n${feed('g', ', headers: { X-Token: "${TOKEN}" }')}${feed('h')}`,
    });
    expect(loaded.ok && loaded.config.feeds.map(({ name }) => name)).toEqual(['a', 'd', 'h']);
    expect(loaded.problems.map(formatProblem)).toEqual([
      'feeds.d/b.yaml:1:9 the indentation fits no level above; align it with the key that it belongs to, or close an open quote or bracket',
      'feeds.d/e.yaml:1:1 feeds: is missing; write feeds: with a line "- " per value below',
      'feeds.d/e.yaml:1:1 feed: is not a known key; write feeds instead',
      'feeds.d/c.yaml:2:103 feeds[0].kind: is not an allowed value; write full, delta or auto',
      'feeds.d/f.yaml:2:13 feeds[0].name: is also the name of another feed (feedsync.yaml:8); write another name',
      'feeds.d/f.yaml:2:83 feeds[0].url: is already read for this connection (feedsync.yaml:8); keep one of the two',
      'feeds.d/g.yaml:2:117 feeds[0].headers.X-Token: reads the environment variable TOKEN, which is not set; set it, or write the value here',
    ]);
    expect(loaded.ok && loaded.stopped).toEqual([
      { file: 'feeds.d/b.yaml', name: null },
      { file: 'feeds.d/e.yaml', name: null },
      { file: 'feeds.d/c.yaml', name: 'c' },
      { file: 'feeds.d/f.yaml', name: 'a' },
      { file: 'feeds.d/g.yaml', name: 'g' },
    ]);
  });
});

describe('the files in the repository', () => {
  it('the documented example loads, and its values are the defaults', async () => {
    const loaded = await loadConfig('config/feedsync.yaml', diskDeps({ FEED_A_PASSWORD: 'x' }));
    expect(loaded.problems).toEqual([]);
    const bare = await goodConfig(portal);
    // What feeds of the store inherit is told as it is written.
    const written = { portal: bare.portal, feeds: [], inherited: {} };
    expect(loaded.ok && { ...loaded.config, ...written }).toEqual(bare);
  });

  it('the demo loads with the variables that the demo sets', async () => {
    const env = {
      DEMO_PORTAL_URL: 'http://127.0.0.1:4010/v1',
      DEMO_KEY_ID: 'px_demo',
      DEMO_KEY_FILE: '/tmp/demo/portal.pem',
      DEMO_DATA_DIR: '/tmp/demo',
      DEMO_LISTEN: '127.0.0.1:0',
      DEMO_CONNECTION: connection,
      DEMO_FEED_URL: 'http://127.0.0.1:4011/oglasi.xml',
    };
    const loaded = await loadConfig('config/demo/feedsync.yaml', diskDeps(env));
    expect(loaded.problems).toEqual([]);
  });
});

describe('secrets', () => {
  const secret = 'hunter2-T0pSecret';

  it('are in no problem, whatever is wrong around them', async () => {
    const example = await readFile('config/feedsync.yaml', 'utf8');
    const values: unknown[] = [];
    visit(parseDocument(example), { Pair: (_, pair) => void values.push(pair.value) });
    const seen = values.map(async (_, n) => {
      const document = parseDocument(example);
      let i = 0;
      visit(document, {
        Pair(_key, pair) {
          if (i++ === n) pair.value = document.createNode(secret);
          else if (isMap(pair.value)) pair.value.set('unknown-key', '${SECRET}');
          else if (isScalar(pair.value) && i % 3 === 0) pair.value.value = 'x${SECRET}';
        },
      });
      return load(String(document), { SECRET: secret, FEED_A_PASSWORD: secret });
    });
    for (const { ok, problems } of await Promise.all(seen)) {
      expect(ok).toBe(false);
      expect(JSON.stringify(problems)).not.toContain(secret);
    }
  });

  it('are in no syntax error, wherever the file is cut or disturbed', async () => {
    const text = `${portal}  webhook_secrets: ["${secret}", '${secret}', ${secret}]\n`;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.constantFrom('', '"', ': ', '\t', '}', '*', '&', '!', '%', '- ', '`', '@', '\n'),
        async (at, noise) => {
          for (const broken of [text.slice(0, at) + noise, text.slice(0, at) + noise + text.slice(at)]) {
            const { problems } = await load(broken);
            for (const { message } of problems) expect(message).not.toMatch(/hunter2|T0pSecret/);
          }
        },
      ),
    );
  });
});

describe('a contact', () => {
  it.each([
    ['https://partner.example/feeds', 'https://partner.example/feeds'],
    ['feeds@partner.example', 'mailto:feeds@partner.example'],
    ['mailto:feeds@partner.example', 'mailto:feeds@partner.example'],
  ])('%s', async (written, read) => {
    const config = await goodConfig(`${portal}fetch: { contact: '${written}' }\n`);
    expect(config.fetch.contact).toBe(read);
  });
});
