import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVocabulary, type VocabularyDocument } from '../../src/sandbox/state/vocabulary.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { processConfig, RealProcess } from '../support/real-process.js';

const run = promisify(execFile);
const hasTools = await run('bash', ['-c', 'openssl version && curl --version']).then(
  ({ stdout }) => stdout.startsWith('OpenSSL 3'),
  () => false,
);

interface Begun extends Record<string, string> {
  base_url: string;
  key_id: string;
  private_key_file: string;
  connection: string;
  certifying_connection: string;
  connect_code: string;
  staff_url: string;
  openapi_url: string;
  curl: string;
}

let folder: string;
let running: RealProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-sandbox-test-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
  await rm(folder, { recursive: true, force: true });
});

function start(...argv: string[]): RealProcess {
  const started = new RealProcess(folder, ['sandbox', '--port', '0', ...argv]);
  running.push(started);
  return started;
}

async function begin(...argv: string[]): Promise<Begun> {
  return JSON.parse(await start(...argv, '--json').printed((out) => out.endsWith('}\n'))) as Begun;
}

describe('feedsync sandbox', () => {
  it.runIf(hasTools)(
    'prints what a client begins with, and a line that works when pasted into bash',
    async () => {
      const out = await start().printed((text) => text.includes('Ctrl+C'));
      const value = (name: string): string => new RegExp(`^  ${name} +(\\S+)$`, 'm').exec(out)?.[1] ?? '';
      expect(value('active')).toMatch(/^[0-9a-f-]{36}$/);
      expect(value('certifying')).toMatch(/^[0-9a-f-]{36}$/);
      expect(value('connect code')).toMatch(/^PX(-[A-Z2-9]{4}){3}$/);
      expect(value('staff page')).toMatch(/^http:.*\/_sandbox$/);
      expect((await stat(value('private key'))).mode & 0o777).toBe(0o600);

      const line = out.split('\n').find((each) => each.includes('curl -s')) ?? '';
      expect(line.length).toBeLessThan(600);
      const { stdout } = await run('bash', ['-c', line]);
      expect(JSON.parse(stdout)).toMatchObject({ key_id: value('key id') });
    },
  );

  it('says all of it as one document for scripts, and takes its key away when it stops', async () => {
    const begun = await begin();
    expect(Object.keys(begun)).toEqual([
      'base_url',
      'key_id',
      'private_key_file',
      'connection',
      'certifying_connection',
      'connect_code',
      'staff_url',
      'openapi_url',
      'curl',
    ]);
    await running[0]!.stop();
    await expect(stat(begun.private_key_file)).rejects.toThrow('ENOENT');
  });

  it('makes the same ids, keys and codes for the same seed, and others for another', async () => {
    const known = ({ key_id, connection, certifying_connection, connect_code }: Begun): unknown => [
      key_id,
      connection,
      certifying_connection,
      connect_code,
    ];
    const [first, again, other] = await Promise.all([
      begin('--seed', '7', '--folder', '.'),
      begin('--seed', '7'),
      begin('--seed', '8'),
    ]);
    expect(known(again)).toEqual(known(first));
    expect(await readFile(again.private_key_file)).toEqual(await readFile(join(folder, 'key.pem')));
    expect(known(other)).not.toEqual(known(first));
  });

  it.runIf(hasTools)('goes on from its state after a kill, with the same key', async () => {
    const before = await begin('--state', 'state.db', '--seed', '3');
    const pinged = await run('bash', ['-c', before.curl]);
    expect(JSON.parse(pinged.stdout)).toMatchObject({ key_id: before.key_id });
    await running[0]!.kill();
    const after = await begin('--state', 'state.db', '--seed', '3');
    const { base_url: _was, staff_url: _staff, openapi_url: _openapi, curl: _curl, ...kept } = before;
    expect(after).toMatchObject(kept);
    expect(JSON.parse((await run('bash', ['-c', after.curl])).stdout)).toMatchObject({
      key_id: before.key_id,
    });
  });

  it('renames every invented key with --shuffle-keys, and a daemon publishes its feed all the same', async () => {
    const { base_url, key_id, connection, staff_url } = await begin('--shuffle-keys', '--folder', '.');
    const feed = join(folder, 'feed.xml');
    const list = [
      ...ads(2),
      ad(3, { sale: false, price: 450 }),
      ad(4, { type: 'Kuća', heating: 'TA' }),
      ad(5, { type: 'Poslovni prostor', sale: false, price: 900 }),
    ];
    await writeFile(feed, estateFeed(list));
    const config = processConfig({
      portal: base_url,
      keyId: key_id,
      connectionId: connection,
      feed: pathToFileURL(feed).href,
    });
    await writeFile(join(folder, 'feedsync.json'), JSON.stringify(config));
    const feedsync = async (...argv: string[]): Promise<unknown> => {
      const daemon = new RealProcess(folder, [...argv, '--json', '--config', 'feedsync.json']);
      running.push(daemon);
      const { code, out, err } = await daemon.ended;
      expect(code, err).toBe(0);
      return JSON.parse(out);
    };
    const { document } = (await feedsync('vocabularies')) as { document: VocabularyDocument };
    const invented = inventedKeys(createVocabulary().document);

    const renamed = inventedKeys(document);
    expect(renamed.size).toBeGreaterThanOrEqual(invented.size);
    expect([...invented].filter((key) => renamed.has(key))).toEqual([]);

    await feedsync('sync');
    const reply = await fetch(`${staff_url}/connections/${connection}/listings`);
    const { listings } = (await reply.json()) as { listings: { status: string; payload: ListingWords }[] };
    expect(listings.map(({ status }) => status)).toEqual(list.map(() => 'live'));
    for (const { payload } of listings) {
      const words = [payload.category, payload.structure.heating, ...(payload.amenities ?? [])];
      expect(words.filter((word) => word !== undefined && invented.has(word))).toEqual([]);
    }
  });

  it('refuses files that it cannot use, with a sentence', async () => {
    await writeFile(
      join(folder, 'other.db'),
      'this is no database, but it is long enough to look at '.repeat(20),
    );
    await writeFile(join(folder, 'places.json'), '{"places": [], "next_cursor": null}');
    await writeFile(join(folder, 'page.html'), '<html>');
    const refusals = await Promise.all(
      [
        ['--state', 'other.db'],
        ['--vocabulary', 'places.json'],
        ['--places', 'places.json'],
        ['--places', 'page.html'],
        ['--vocabulary', 'nowhere.json'],
        ['--folder', 'nowhere'],
        ['--key', 'nowhere.pem'],
      ].map((argv) => start(...argv).ended),
    );
    expect(refusals.map(({ code, err }) => [code, err.split('\n')[0]])).toEqual(
      [
        /^feedsync: other\.db is not a state file of the sandbox, and was left as it is\. Name another/,
        /^feedsync: The file places\.json is not a saved reply of GET \/vocabularies: it names no categories/,
        /^feedsync: The file places\.json is not a saved reply of GET \/places: it holds no place/,
        /^feedsync: The places file page\.html is not JSON/,
        /^feedsync: The file nowhere\.json cannot be read/,
        /^feedsync: The key nowhere\/key\.pem cannot be written \(ENOENT\)/,
        /^feedsync: The key nowhere\.pem cannot be read/,
      ].map((sentence) => [2, expect.stringMatching(sentence) as string]),
    );
  });
});

interface ListingWords {
  category: string;
  structure: { heating?: string };
  amenities?: string[];
}

/** What the specification names no values for. */
function inventedKeys(document: VocabularyDocument): ReadonlySet<string> {
  const { categories, heating, amenities, attributes_by_category: attributes } = document;
  const entries = [...categories, ...heating, ...amenities, ...Object.values(attributes).flat()];
  return new Set([...entries.map(({ key }) => key), ...Object.keys(attributes)]);
}
