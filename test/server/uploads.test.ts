import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { ownSheet } from '../support/own-sheet.js';
import { receivedPath, saveUpload, uploadKey, uploadOf } from '../../src/store/facts/uploads.js';
import { readContact } from '../../src/core/content/one-contact.js';
import { erasePerson, findPerson } from '../../src/sync/decisions/erase.js';
import { noteDeath, noteSetupReading } from '../../src/sync/poll/feed-deaths.js';
import { ApiWorld, password, type Caller, type Reply } from './api-world.js';

interface Upload {
  file: string;
  state: string;
  sentence: { sr: string; en: string } | null;
  mapping: string | null;
  numbers: { records: number; listings: number; ready: number } | null;
  cards: { external_id: string }[];
  lines: { kind: string }[];
  proposal: { about: string; text: string; listings: number } | null;
  expires_at: string;
}

let api: ApiWorld;
let admin: Caller;
let agency: Caller;
let stranger: Caller;

const put = (who: Caller, body: unknown, path = '/agencies/novi/upload?file=izvoz.xml'): Promise<Reply> =>
  who.ask('PUT', path, { body, headers: { 'content-type': 'application/octet-stream' } });
const upload = async (who = agency): Promise<Upload | null> =>
  (await who.get<{ upload: Upload | null }>('/agencies/novi/upload')).upload;
const folder = (): string => join(api.world.folder, 'data', 'uploads', 'novi');
const read = (): Promise<void> => api.world.tick(1_000);
const secretPhone = '+381 63 777-12-99';

/** The uploaded file as it is before it is read: a request wakes the daemon, which may have read it already. */
async function unread(): Promise<void> {
  await read();
  const { store, spool } = api.services;
  const now = await uploadOf('novi', store);
  if (now === null) throw new Error('no file is uploaded');
  const copy = await spool.link(now.paths[0] ?? '');
  await copy.keep(receivedPath('novi'));
  await saveUpload({ ...now, reading: null, paths: [receivedPath('novi')] }, store);
}

/** Sessions end while hours pass. */
async function signIn(): Promise<void> {
  for (const [caller, name] of [
    [admin, 'administrator'],
    [agency, 'ana@novi.example'],
  ] as const)
    expect((await caller.ask('POST', '/session', { body: { name, password } })).status).toBe(200);
}

beforeAll(async () => {
  api = await ApiWorld.create();
  admin = await api.signedIn('administrator', 'administrator');
  agency = await api.signedIn('ana@novi.example', 'agency', [api.a]);
  stranger = await api.signedIn('b@agency.example', 'agency', [api.b]);
  const wanted = { name: 'novi', title: 'Novi stan', email: 'ana@novi.example' };
  expect((await admin.ask('POST', '/agencies', { body: wanted })).status).toBe(200);
  const { store } = api.services;
  const account = await store.access.accountNamed('ana@novi.example');
  await store.setups.addPerson('novi', account?.id ?? 0, 'test', api.world.clock.now());
  await read();
});
afterAll(() => api.close());
beforeEach(() => agency.ask('DELETE', '/agencies/novi/upload'));

describe('a file that is uploaded to try it before its address exists', () => {
  it('is read like an address: counts, cards and what is ready, and nothing is sent', async () => {
    expect(await admin.get('/agencies/novi')).toMatchObject({
      url: '',
      reading: { state: 'failed', sentence: { en: expect.stringContaining('upload a file') as string } },
    });
    api.world.requests();
    const reply = await put(agency, estateFeed([...ads(4, 201), ad(205, { type: 'Svemirski brod' })]));
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toMatchObject({ upload: { state: 'waiting', file: 'izvoz.xml' } });
    await read();
    expect(await upload()).toMatchObject({
      state: 'done',
      mapping: 'estate-sistem',
      numbers: { records: 5, listings: 5, ready: 4 },
      sentence: { sr: expect.stringContaining('5 oglasa') as string },
    });
    expect((await upload())?.cards).toHaveLength(4);
    expect(api.world.requests().filter((one) => /listings|batches|validate|connections/.test(one))).toEqual(
      [],
    );
    expect(await admin.get('/agencies/novi/setup')).toMatchObject({ numbers: null, may_send: false });
    const { audit } = await admin.get<{ audit: { action: string; author: string }[] }>(
      '/audit?q=agency.upload',
    );
    expect(audit[0]).toMatchObject({ action: 'agency.upload', author: 'ana@novi.example' });
  });

  it('is kept for its owner alone, as the copy that was read', async () => {
    await put(agency, estateFeed(ads(2, 201)));
    await read();
    const files = readdirSync(folder());
    expect(files).toEqual(['0']);
    expect(statSync(join(folder(), '0')).mode & 0o777).toBe(0o600);
  });

  it('is read compressed as well', async () => {
    await put(agency, gzipSync(estateFeed(ads(3, 201))));
    await read();
    expect(await upload()).toMatchObject({ state: 'done', numbers: { listings: 3 } });
  });

  it('of a new format shows staff a proposal, and the agency that it is prepared', async () => {
    await put(agency, await ownSheet(6), '/agencies/novi/upload?file=tabela.xlsx');
    await read();
    const own = await upload();
    expect(own).toMatchObject({ state: 'failed', proposal: null, file: 'tabela.xlsx' });
    expect(own?.sentence?.en).toContain('first file of its format');
    const staff = await upload(admin);
    expect(staff?.proposal?.text).toContain('name: novi');
    expect(staff?.proposal?.listings).toBeGreaterThan(0);
  });

  it.each([
    ['a web page', '<!doctype html><html><body>Prijava</body></html>', 'web page'],
    ['no feed', 'not a feed at all', 'cannot be read'],
    ['half a file', estateFeed(ads(3, 201)).slice(0, 900), 'cannot be read'],
  ])('says what is wrong with %s', async (_what, body, sentence) => {
    await put(agency, body);
    await read();
    expect(await upload()).toMatchObject({
      state: 'failed',
      sentence: { en: expect.stringContaining(sentence) as string },
    });
  });

  it('is refused where it is empty, too large, of another type or of no agency of the sender', async () => {
    expect((await put(agency, '')).status).toBe(409);
    const large = await put(agency, Buffer.alloc(20_000_001, 'x'));
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('20 MB')]);
    expect((await agency.ask('PUT', '/agencies/novi/upload', { body: {} })).status).toBe(415);
    const foreign = await put(stranger, 'x');
    const unknown = await put(stranger, 'x', '/agencies/none/upload');
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await stranger.ask('GET', '/agencies/novi/upload')).status).toBe(404);
    expect((await stranger.ask('DELETE', '/agencies/novi/upload')).status).toBe(404);
    expect((await put(api.caller(), 'x')).status).toBe(401);
    expect(await upload()).toBeNull();
    expect(existsSync(join(folder(), 'received'))).toBe(false);
  });

  it('is received one at a time, and the next one waits until it is read', async () => {
    const file = estateFeed(ads(2, 201));
    const both = await Promise.all([put(agency, file), put(agency, file)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.text).toMatch(/being uploaded|still being read/);
    await unread();
    const early = await put(agency, file);
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('still being read')]);
    await read();
    expect((await put(agency, file)).status).toBe(200);
  });

  it('leaves nothing behind that another way of reading it made first', async () => {
    const { setups } = api.services.store;
    const own = await setups.byName('novi');
    if (own === null) throw new Error('there is no such agency');
    const by = { author: 'test', now: api.world.clock.now(), read: false };
    await setups.change('novi', { feed: { ...own.feed, mapping: 'estate-sistem' } }, by);
    await put(agency, 'sifra;naslov\n1;Stan\n2;Kuća\n');
    await read();
    expect((await upload())?.state).not.toBe('waiting');
    await agency.ask('DELETE', '/agencies/novi/upload');
    expect(readdirSync(folder())).toEqual([]);
    await setups.change('novi', { feed: own.feed }, by);
  });

  it('is refused under another spelling of its address, and the daemon goes on', async () => {
    const { status, text } = await agency.ask('PUT', '/agencies/novi/%75pload', {
      ...{ body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    });
    expect([status, text]).toEqual([409, expect.stringContaining('arrive')]);
    await api.world.tick(hour);
    await signIn();
    expect(await upload()).toBeNull();
  });

  it('is deleted a day later by the upkeep, with what was read of it', async () => {
    await put(agency, estateFeed(ads(2, 201)));
    await read();
    await api.world.tick(22 * hour);
    expect(await uploadOf('novi', api.services.store)).not.toBeNull();
    await api.world.tick(3 * hour);
    await signIn();
    expect(await upload()).toBeNull();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is searched and masked by `erase`, in its file and in what was read of it', async () => {
    const text = estateFeed([ad(201, { title: `Stan, zovite ${secretPhone}` })]);
    await put(agency, text);
    await read();
    const contact = readContact(secretPhone);
    if (contact === null) throw new Error('no contact');
    expect(await findPerson(secretPhone, contact, api.services)).toMatchObject({
      rows: { meta: 1 },
      snapshots: 1,
    });
    expect(await erasePerson({ text: secretPhone, author: 'test' }, api.services)).toMatchObject({
      ok: true,
    });
    expect(await findPerson(secretPhone, contact, api.services)).toMatchObject({ rows: {}, snapshots: 0 });
    expect(await upload()).toMatchObject({ state: 'done', numbers: { listings: 1 } });
  });

  it('that ended the process is not read again', async () => {
    await put(agency, estateFeed(ads(2, 201)));
    await unread();
    // The process did not end because it was asked to.
    await api.services.store.meta.set('process.stopping', '');
    await noteSetupReading(uploadKey('novi'), api.services);
    await noteDeath(api.services);
    await read();
    expect(await upload()).toMatchObject({ state: 'failed', numbers: null });
  });

  it('goes with its agency', async () => {
    await put(agency, estateFeed(ads(2, 201)));
    await read();
    expect((await admin.ask('DELETE', '/agencies/novi')).status).toBe(200);
    expect(readdirSync(folder())).toEqual([]);
    expect(await api.services.store.meta.under('upload ')).toEqual([]);
  });
});
