import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { feedChangeLimits, type FeedChange } from '../../src/core/setup/feed-changes.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour, minute } from '../support/manual-clock.js';
import { upgradeMapping } from '../../src/sync/decisions/upgrade-mapping.js';
import { run } from '../cli/command-line.js';
import { ApiWorld, type Caller } from './api-world.js';

let api: ApiWorld;
let agency: Caller;
let folder: string;
const shipped = await readFile('mappings/estate-sistem.yaml', 'utf8');
const extending = (name: string, more = ''): string =>
  `name: own\nversion: 1\nextends: ${JSON.stringify(name)}\n${more}`;
const text = (more: string): string => shipped.replace(/^fields:$/m, `fields:\n  ${more}`);

beforeAll(async () => {
  api = await ApiWorld.create();
  folder = join(api.world.folder, 'mappings');
  await mkdir(folder);
  await copyFile('mappings/estate-sistem.yaml', join(folder, 'estate-sistem.yaml'));
  await writeFile(join(folder, 'open.yaml'), `shared: true\n${shipped.replace(/^name: .*$/m, 'name: open')}`);
  await writeFile(join(folder, 'of-another.yaml'), shipped.replace(/^name: .*$/m, 'name: of-another'));
  await writeFile(join(api.world.folder, 'outside.yaml'), `shared: true\nname: outside\nsecret-key: 1\n`);
  await symlink(join(api.world.folder, 'outside.yaml'), join(folder, 'linked.yaml'));
  await symlink('open.yaml', join(folder, 'mounted.yaml'));
  await writeFile(join(folder, 'huge.yaml'), `shared: true\n# ${'x'.repeat(200_000)}\n${shipped}`);
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
  const config = JSON.parse(await readFile(api.world.configFile, 'utf8')) as Record<string, unknown>;
  await writeFile(api.world.configFile, JSON.stringify({ ...config, mappings: folder }));
  await api.restart();
  agency = await api.signedIn('b@agency.example', 'agency', [api.b]);
});
afterAll(() => api.close());

interface Checked {
  ok: boolean;
  problems: { message: string; severity: string }[];
}

async function check(body: string): Promise<Checked> {
  const reply = await agency.ask('POST', '/feeds/agency-b/mapping/check', { body: { text: body } });
  return JSON.parse(reply.text) as Checked;
}

const save = (body: unknown): ReturnType<Caller['ask']> =>
  agency.ask('PUT', '/feeds/agency-b/mapping', { body });

describe('a text that an agency writes', () => {
  it.each(['estate-sistem', 'open', 'mounted'])('may extend %s', async (name) => {
    expect((await check(extending(name))).problems.filter(({ severity }) => severity === 'error')).toEqual(
      [],
    );
  });

  it.each([
    '/etc/passwd',
    '/dev/zero',
    '/proc/self/fd/2',
    '../outside',
    '../outside.yaml',
    'open.yaml',
    './open',
    'of-another',
    'linked',
    'pipe',
    'not-there',
    '__proto__',
  ])('may not extend %s, and learns nothing of it', async (name) => {
    const { ok, problems } = await check(extending(name));
    expect(ok).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toBe(
      `extends: there is no mapping "${name}" that this one may extend. Write the name of one that feedsync ships or that its operator shares (shared: true); a file of the operator may also name a path.`,
    );
    expect((await save({ text: extending(name) })).status).toBe(409);
  });

  it('is refused a file of more than 200 kB, and is not shown where files lie', async () => {
    const { problems } = await check(extending('huge'));
    expect(problems.map(({ message }) => message)).toEqual([
      'The mapping huge.yaml is larger than 200000 bytes: it is not read.',
    ]);
    const circle = await save({ text: extending('open', 'fields: { titel: x }') });
    expect(circle.status).toBe(409);
    expect(circle.text).toContain('titel');
    expect(circle.text).not.toContain(api.world.folder);
  });

  it.each([
    ['a constant of the feed', { constants: { 'legal.mandate_attested': true } }],
    ['a constant about the owner', { constants: { 'rent.owner_lives_nearby': false } }],
    ['a constant of the text', { text: text('legal.mandate_attested: { const: true }') }],
    ['what is there in every record', { text: text('legal.mandate_attested: { from: id, bool: present }') }],
    ['a table', { text: text('legal.mandate_attested: { from: id, table: yes }') + '\n' }],
    [
      'a text over a shipped mapping',
      { text: extending('estate-sistem', 'fields: { rent.owner_lives_nearby: { const: false } }') },
    ],
  ])('gives what the agency states no value: %s', async (_, body) => {
    const reply = await save(body);
    expect([reply.status, reply.text]).toEqual([
      409,
      expect.stringMatching(/is stated by the agency itself|There is no table/),
    ]);
  });

  it('is bound like the feed of an agency that is brought over the network', async () => {
    const staff = await api.signedIn('chief', 'operator');
    const ofFeed = (feed: unknown): ReturnType<Caller['ask']> =>
      staff.ask('POST', '/agencies', {
        body: {
          ...{ name: 'novi', title: 'Novi', email: 'a@novi.example' },
          url: `${api.world.feedUrl}/x`,
          feed,
        },
      });
    const refused = await ofFeed({ constants: { 'legal.mandate_attested': true } });
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('izjavljuje sama agencija'),
    ]);
    expect((await ofFeed({ constants: { 'price.currency': 'EUR' } })).status).toBe(200);
  });

  it('may be changed a hundred times, and lists stay short', async () => {
    for (const number of [1, 2, 3])
      expect((await save({ text: `${shipped}\n# ${'x'.repeat(30_000)} ${number}\n` })).status).toBe(200);
    const list = await agency.ask('GET', '/feeds/agency-b/changes?limit=200');
    expect(list.text.length).toBeLessThan(5_000);
    expect(JSON.parse(list.text)).toMatchObject({ changes: [{ kind: 'mapping', value: null }, {}, {}] });
    expect((await save({ text: null })).status).toBe(200);
  });

  it('is changed by so many words at once that no other waits for it', async () => {
    const words = (count: number): Record<string, null> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`reč ${index}`, null]));
    const refused = await save({ tables: { heating: words(feedChangeLimits.atOnce + 1) } });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('these are 501 changes, and one request may hold 500'),
    ]);
    expect((await save({ tables: { heating: words(feedChangeLimits.atOnce) } })).status).toBe(200);
    const { tables } = JSON.parse((await agency.ask('GET', '/feeds/agency-b/mapping')).text) as {
      tables: Record<string, object>;
    };
    expect(Object.keys(tables.heating ?? {})).toHaveLength(feedChangeLimits.atOnce);
    for (const more of ['a']) {
      const others = Object.keys(words(feedChangeLimits.atOnce)).map((word) => [`${more} ${word}`, null]);
      expect((await save({ tables: { heating: Object.fromEntries(others) } })).status).toBe(200);
    }
    const over = await save({ tables: { heating: { 'jedna više': null } } });
    expect([over.status, over.text]).toEqual([
      409,
      expect.stringContaining('would have 1001 words of its own, but the API allows 1000'),
    ]);
    // What is there may be changed all the same.
    expect((await save({ tables: { heating: { 'REČ 7': null } } })).status).toBe(200);
  });

  it.each([
    ['characters', `${shipped}\n#${'x'.repeat(60_000)}\n`],
    ['keys and values', `${shipped}\n#${'a: '.repeat(2_000)}\n`],
  ])('is refused a text with too many %s to be compiled where others are served', async (what, long) => {
    const sentence = new RegExp(
      `A mapping that is written here may have (60000|2000) ${what}, and this one has`,
    );
    expect((await check(long)).problems).toMatchObject([{ message: expect.stringMatching(sentence) }]);
    expect(await save({ text: long })).toMatchObject({ status: 409, text: expect.stringMatching(sentence) });
    const tried = await agency.ask('POST', '/feeds/agency-b/mapping/preview', { body: { text: long } });
    expect(tried).toMatchObject({ status: 409, text: expect.stringMatching(sentence) });
  });
});

describe('a text that an earlier release stored', () => {
  const stored = async (value: string): Promise<void> => {
    const { services } = api;
    const of = { feed: 'agency-b', connectionId: api.b };
    const change = { kind: 'mapping', subject: '', value } as const;
    await services.store.feedChanges.add(of, [change], 'ana', api.world.clock.now());
    await services.prepareFeeds();
  };
  const digest = (): string | undefined =>
    api.world.app.feeds.find(({ name }) => name === 'agency-b')?.mapping.digest;

  it('runs on a copy of what it may not extend any more, made once, and means the same', async () => {
    const away = join(api.world.folder, 'away.yaml');
    await writeFile(away, extending('estate-sistem', 'html: true'));
    await stored(extending(away));
    const before = digest();
    expect(before).toBeDefined();
    const row = await api.services.store.feeds.byName('agency-b');
    const kept = await api.services.store.mappings.ofFeed(row!.id);
    expect(kept.map(({ name }) => name)).toEqual([`=${away}`, `=${away}\nestate-sistem`]);
    expect((await run(api.world, 'doctor')).out).toContain(
      `The mapping text of agency-b, written over the API, extends ${away}, which is no longer allowed`,
    );
    // It runs as ever: no reason for the operator to look now.
    expect(await api.world.attention()).toMatchObject([
      { kind: 'mapping_copied', feed: 'agency-b', operator: false },
    ]);
    await rm(away);
    await api.restart();
    // Going on with the newest presets lets go of presets alone.
    await upgradeMapping({ feed: 'agency-b', author: 'ana' }, api.services);
    agency = await api.signedIn('c@agency.example', 'agency', [api.b]);
    expect(digest()).toBe(before);
    api.world.clock.advance(20 * minute);
    await api.world.app.engine.tick();
    // Words may still be changed; another text that extends it is refused.
    expect((await save({ constants: { 'price.currency': 'EUR' } })).status).toBe(200);
    expect((await save({ text: extending(away) })).status).toBe(409);
  });

  it('comes back with its copy, and with nothing that is not kept or that no one stated', async () => {
    const undoNewest = async (): Promise<Awaited<ReturnType<Caller['ask']>>> => {
      const { changes } = await agency.get<{ changes: { id: number }[] }>('/feeds/agency-b/changes?limit=1');
      return agency.ask('POST', `/feeds/agency-b/changes/${changes[0]!.id}/undo`);
    };
    const before = digest();
    expect((await save({ text: shipped })).status).toBe(200);
    expect(digest()).not.toBe(before);
    expect((await undoNewest()).status).toBe(200);
    expect(digest()).toBe(before);

    // What an earlier release had stored under another text: no copy of it was made.
    const of = { feed: 'agency-b', connectionId: api.b };
    const lay = (change: FeedChange): Promise<unknown> =>
      api.services.store.feedChanges.add(of, [change], 'ana', api.world.clock.now());
    const other = join(api.world.folder, 'other.yaml');
    await writeFile(other, extending('estate-sistem'));
    await lay({ kind: 'mapping', subject: '', value: extending(other) });
    expect((await save({ text: shipped })).status).toBe(200);
    const refused = await undoNewest();
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Nothing was taken back')]);
    await lay({ kind: 'mapping', subject: '', value: text('legal.mandate_attested: { const: true }') });
    expect((await save({ text: shipped })).status).toBe(200);
    expect((await undoNewest()).text).toContain('is stated by the agency itself');
    await lay({ kind: 'constant', subject: 'legal.mandate_attested', value: true });
    await lay({ kind: 'constant', subject: 'legal.mandate_attested', value: false });
    expect((await undoNewest()).text).toContain('is stated by the agency itself');
  });

  it('stops its feed, and no other, where what it extends is no file that may be read', async () => {
    await stored(extending(join(folder, 'pipe.yaml')));
    expect(api.world.app.stopped).toMatchObject([
      { name: 'agency-b', problems: [expect.stringMatching(/is not a regular file: it is not read/)] },
    ]);
    expect((await run(api.world, 'doctor')).out).toMatch(
      /FAIL +mapping of agency-b: [^]*is not a regular file/,
    );
    const suspended = async (): Promise<unknown[]> =>
      (await api.world.attention()).filter(({ feed }) => feed === 'agency-b');
    const item = { kind: 'mapping_suspended', count: 1, operator: true };
    expect(await suspended()).toMatchObject([item]);
    // As long as it lasts, it is one item: not one more of a feed that is behind.
    api.world.clock.advance(5 * hour);
    await api.world.app.engine.tick();
    expect(await suspended()).toMatchObject([item]);
    await stored(shipped);
    expect((await suspended()).filter((one) => (one as typeof item).kind === item.kind)).toEqual([]);
  });

  it('may go on saying what no one stated, and is named by doctor', async () => {
    await stored(text('legal.mandate_attested: { const: true }'));
    expect(digest()).toBeDefined();
    expect((await run(api.world, 'doctor')).out).toMatch(
      /warn +statements of agency-b: legal.mandate_attested of agency-b has a value from a change of the mapping, without a statement of the agency/,
    );
  });
});
