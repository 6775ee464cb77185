import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { systemSeams } from '../../src/assemble.js';
import { runCli } from '../../src/cli/cli.js';
import { systemMachine } from '../../src/cli/terminal.js';
import { listen } from '../../src/platform/http/http-server.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { silentLog } from '../../src/platform/log/log.js';

let folder: string;
let feed: string;
let config: string;

beforeEach(async () => {
  env = {};
  folder = await mkdtemp(join(tmpdir(), 'init-command-'));
  feed = join(folder, 'feed.xml');
  config = join(folder, 'feedsync.yaml');
  await writeFile(feed, `<oglasi>${[1, 2, 3].map(ad).join('')}</oglasi>`);
  await mkdir(join(folder, 'feeds.d'));
  await writeFile(
    config,
    [
      'portal: { base_url: https://portal.example/v1, key_id: k, private_key_file: key.pem }',
      `data_dir: ${folder}`,
      `store: sqlite:${folder}/store.db`,
      `mappings: ${folder}/mappings`,
      `feeds_dir: ${folder}/feeds.d`,
      'fetch: { allow_private_addresses: [127.0.0.1] }',
    ].join('\n'),
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function ad(number: number): string {
  return `<ad><sifra>A${number}7</sifra><ponuda>Prodaja</ponuda><vrsta>Stan</vrsta><naslov>Stan broj ${number} kod parka</naslov>
    <opis>Prodaje se stan broj ${number}, koji se nalazi blizu parka.</opis><cena>9000${number}</cena><mesto>Niš</mesto><ulica>Obilićev venac ${number}</ulica></ad>`;
}

let env: Record<string, string>;

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const code = await runCli([...argv, '--config', config], {
    env,
    user: 'tester',
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    createLog: () => silentLog,
    machine: systemMachine,
    createSeams: systemSeams,
    onStop: () => () => undefined,
    onReload: () => () => undefined,
  });
  return { code, ...printed };
}

describe('feedsync init', () => {
  it('tells what it read, what is ready, and what only the agency can answer, with the lines to paste', async () => {
    const { code, out } = await run('init', feed);
    expect(out).toContain('green   We read 3 listings; 3 are ready once the questions below are answered.');
    expect(out).toContain('Open questions. A listing that waits for one is not published. ask_partner ');
    expect(out).toContain('Affects 3 listings: answers: { mandate_attested: true }');
    expect(out).toContain('connection: THE-CONNECTION-ID');
    // Its questions are the agency's.
    expect(code).toBe(0);
    expect((await run('init', feed, '--attention', 'any')).code).toBe(3);
  });

  it('prints one document with --json, and writes nothing by itself', async () => {
    const { out } = await run('init', feed, '--json');
    expect(JSON.parse(out)).toMatchObject({
      name: 'feed',
      preset: null,
      mapping: { name: 'feed', source_id: 'sifra' },
      report: { readiness: { listings: 3, ready: 3 } },
      written: [],
    });
    expect(await readdir(folder)).not.toContain('mappings');
  });

  it('reads gzip, and works before anything is configured', async () => {
    await rm(config);
    const packed = join(folder, 'feed.xml.gz');
    await writeFile(packed, gzipSync(await readFile(feed)));
    expect((await run('init', packed)).out).toContain('We read 3 listings');
  });

  it('writes the mapping and the feed, and never over what is there', async () => {
    const options = ['--write', '--name', 'agency-n', '--connection', '6f0c1d2e-0000-4000-8000-000000000000'];
    const { out } = await run('init', feed, ...options);
    expect(out).toContain(`Written: ${folder}/mappings/agency-n.yaml`);
    const entry: unknown = parse(await readFile(join(folder, 'feeds.d', 'agency-n.yaml'), 'utf8'));
    expect(entry).toEqual({
      feeds: [
        {
          name: 'agency-n',
          connection: options[4],
          url: new URL(`file://${feed}`).href,
          mapping: 'agency-n',
        },
      ],
    });
    const loaded = await loadConfig(config, diskDeps({}));
    expect(loaded).toMatchObject({
      ok: true,
      config: { feeds: [{ name: 'agency-n', kind: 'full' }] },
      problems: [],
    });
    await writeFile(join(folder, 'mappings', 'agency-n.yaml'), 'mine');
    const again = await run('init', feed, ...options);
    expect(again.code).toBe(1);
    expect(again.err).toContain('exists and was not overwritten. Nothing was written.');
    expect(await readFile(join(folder, 'mappings', 'agency-n.yaml'), 'utf8')).toBe('mine');
  });

  it('knows its own mapping the next time', async () => {
    await run('init', feed, '--write');
    const { out } = await run('init', feed);
    expect(out).toContain('The preset feed fits this format.');
  });

  it('offers the mapping of one feed to another only by its name', async () => {
    await run('init', feed, '--write');
    const other = join(folder, 'other.xml');
    await writeFile(other, await readFile(feed, 'utf8'));
    const { out } = await run('init', other);
    expect(out).toContain('No preset fits this format');
    expect((await run('init', other, '--name', 'feed')).out).toContain('The preset feed fits this format.');

    // A person who describes a mapping for several feeds makes it a preset.
    const path = join(folder, 'mappings', 'feed.yaml');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('Proposed by feedsync init: ', 'The software of our agencies: '));
    expect((await run('init', other)).out).toContain('The preset feed fits this format.');
  });

  it('gives what the agency answers so that all of it counts once the signs in front are gone', async () => {
    await writeFile(
      feed,
      (await readFile(feed, 'utf8')).replace('Prodaja', 'Izdavanje').replace('90001', '500'),
    );
    const { out } = await run('init', feed);
    const [, entry = ''] = out.split('The feed, for the configuration:\n\n');
    const { feeds } = parse(entry.replaceAll(/^( +)# /gm, '$1')) as { feeds: object[] };
    expect(feeds).toEqual([
      expect.objectContaining({
        answers: { mandate_attested: true, owner_lives_nearby: false },
        constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
      }),
    ]);
  });

  it('is let in as the feed will be, and writes no secret', async () => {
    const server = await listen({
      port: 0,
      host: '127.0.0.1',
      handler: async ({ headers }) => {
        const isKnown =
          headers.get('authorization') === `Basic ${Buffer.from('me:hush').toString('base64')}` &&
          headers.get('x-token') === 'whisper';
        return isKnown ? new Response(await readFile(feed)) : new Response(null, { status: 401 });
      },
    });
    const url = `${server.url}/feed.xml`;
    try {
      const { err: refused } = await run('init', url);
      expect(refused).toMatch(
        /asks for a user name and a password\. .*Nothing was written\. Correct this, then run init again\.\n$/,
      );
      expect(refused).not.toContain('last complete snapshot');
      const options = ['--user', 'me', '--password', 'hush', '--header', 'X-Token: ${TOKEN}'];
      expect((await run('init', url, ...options)).err).toContain('TOKEN is not set in the environment');
      env = { TOKEN: 'whisper' };
      const { out } = await run('init', url, ...options);
      expect(out).toContain('We read 3 listings');
      expect(out).toMatch(
        /auth:\n +user: me\n +password: \$\{FEED_PASSWORD\}\n +headers:\n +X-Token: \$\{TOKEN\}/,
      );
      expect(out).toContain('Set FEED_PASSWORD in the environment');
      expect(out).not.toMatch(/hush|whisper/);
      expect((await run('init', url, '--user', 'me')).err).toContain('go together');
    } finally {
      await server.close();
    }
  });

  it('reads all pages over HTTP, and is red where more is announced', async () => {
    const pages = new Map([
      ['/f', { value: [1, 2], '@odata.count': 5, '@odata.nextLink': '/f?$skip=2' }],
      ['/f?$skip=2', { value: [3, 4], '@odata.count': 5, '@odata.nextLink': '/f?$skip=4' }],
      ['/f?$skip=4', { value: [5], '@odata.count': 5 }],
    ]);
    const listing = (number: number): unknown => ({
      ...{
        ListingId: `L${number}`,
        StandardStatus: 'Active',
        PropertySubType: 'Apartment',
        ListPrice: 90_000 + number,
      },
      ...{ City: 'Novi Sad', UnparsedAddress: `Jevrejska ${number}`, LivingArea: 50 + number },
      PublicRemarks: `Bright flat number ${number} in a quiet street.`,
    });
    const server = await listen({
      port: 0,
      host: '127.0.0.1',
      handler: async ({ url }) => {
        const { pathname, search } = new URL(url);
        const page = pages.get(pathname + search);
        return page === undefined
          ? new Response(null, { status: 404 })
          : Response.json({ ...page, value: page.value.map(listing) });
      },
    });
    try {
      const { out } = await run('init', `${server.url}/f`);
      expect(out).toContain('5 records.');
      expect(out).toContain('It is a full feed');
      expect(out).toContain('The feed comes in 3 pages, and all of them were read.');
      expect(out).toContain('next_page: /@odata.nextLink');
      for (const page of pages.values()) page['@odata.count'] = 9;
      const { out: part } = await run('init', `${server.url}/f`);
      expect(part).toMatch(
        /It is not everything.*\/@odata\.count announces 9 records, and 5 records were read/,
      );
      expect(part).toMatch(/^red/m);
      expect(part).not.toContain('It is a full feed');
    } finally {
      await server.close();
    }
  });

  it('says in one sentence why a file cannot be had or understood', async () => {
    const missing = await run('init', join(folder, 'gone.xml'));
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('gone.xml')]);
    await writeFile(feed, 'nothing\n');
    const strange = await run('init', feed);
    expect([strange.code, strange.err]).toEqual([1, expect.stringContaining('neither XML nor JSON')]);
    expect((await run('init', feed, '--name', 'Not A Name')).code).toBe(2);
  });
});
