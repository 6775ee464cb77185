import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { all } from '../../src/console/words/all.js';
import { minute } from '../support/manual-clock.js';
import { ApiWorld, type Caller } from './api-world.js';

let api: ApiWorld;
let operator: Caller;
let agency: Caller;
beforeAll(async () => {
  api = await ApiWorld.create();
  await api.signedIn('operator', 'operator');
  await api.signedIn('b@agency.example', 'agency', [api.b]);
  // Days go by here, and sessions do not last so long.
  operator = await api.withToken('operator', 'full');
  agency = await api.withToken('b@agency.example', 'full');
});
afterAll(() => api.close());

const author = expect.stringContaining('b@agency.example') as string;

interface Sentence {
  sr: string;
  en: string;
}

/** Asks for the feed of B to be read, and waits for what came of it. */
async function check(): Promise<{ state: string; reading: { sentence: Sentence } }> {
  api.world.clock.advance(2 * minute);
  const { id } = JSON.parse((await agency.ask('POST', '/feeds/agency-b/poll')).text) as { id: number };
  await settle();
  return agency.get(`/feeds/agency-b/polls/${id}`);
}

/** What was changed just before is mapped a little later, together. */
async function settle(): Promise<void> {
  api.world.clock.advance(4_000);
  await api.world.app.engine.tick();
  await api.world.app.engine.idle();
}

describe('an agency’s pages', () => {
  it('begin with one line and what waits', async () => {
    const { homes } = await agency.get<{ homes: Record<string, unknown>[] }>('/home');
    expect(homes).toMatchObject([
      {
        agency: 'B nekretnine',
        connection: api.b,
        sentence: { sr: '2 od 2 na portalu', en: '2 of 2 on the portal' },
        tasks: [],
        actor: 'nobody',
      },
    ]);
  });

  const placeOf = async (id: string): Promise<string> => {
    const payload = await api.services.store.listings.payload(api.b, id);
    return (payload?.location as { place_id: string }).place_id;
  };

  it('show every photo of a listing, the cover first, and export what a list shows', async () => {
    const { listings } = await agency.get<{ listings: { external_id: string; told: Sentence }[] }>(
      '/listings?limit=1',
    );
    const id = listings[0]?.external_id ?? '';
    // Lists leave this sentence out beside the badge that says the same.
    expect(listings[0]?.told).toEqual(all['standing.on_portal.sentence']);
    const { card, photos, map } = await agency.get<{
      card: { photo: string; photos: number };
      photos: string[];
      map: string | null;
    }>(`/listings/${api.b}/${id}`);
    expect(photos[0]).toBe(card.photo);
    expect(photos).toHaveLength(card.photos);
    const place = await api.services.store.figures.places([await placeOf(id)]);
    const { lat, lng } = [...place.values()][0] ?? {};
    expect(map).toBe(
      lat == null ? null : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=13/${lat}/${lng}`,
    );
    const { text } = await agency.ask('GET', '/listings.csv?language=en');
    expect(text.trim().split('\n')).toHaveLength(1 + 2);
    expect(text).not.toContain('A nekretnine');
  });

  it('say in words what a reading found', async () => {
    const nothing = await check();
    expect(nothing.reading.sentence.en).toMatch(
      /^Read \d\d:\d\d, nothing new: the change is not in the export yet\.$/,
    );
    expect(nothing.reading.sentence.sr).toMatch(
      /^Pročitano u \d\d:\d\d, ništa novo: izmena još nije u fajlu\.$/,
    );
    // Nobody asked on the page: it does not speak of a change.
    const { homes } = await agency.get<{ homes: { feeds: { reading: { sentence: { sr: string } } }[] }[] }>(
      '/home',
    );
    expect(homes[0]?.feeds[0]?.reading.sentence.sr).toMatch(
      /^Pročitano u \d\d:\d\d, bez izmena\. Poslednji nov fajl je pročitan u \d\d:\d\d\.$/,
    );
    api.world.at('/b.xml').headers = { 'last-modified': 'Fri, 02 Jan 2026 02:10:00 GMT' };
    api.world.at('/b.xml').body = estateFeed([ad(101, { price: 77_000 }), ad(102)]);
    const changed = await check();
    expect(changed.reading.sentence.en).toMatch(
      /file written 2\.1\. 03:10: 1 listing to send to the portal\.$/,
    );
    expect(changed.reading.sentence.sr).toMatch(
      /fajl je napravljen 2\.1\. u 03:10: na portal ide 1 oglas\.$/,
    );
  });

  it('show listings as cards, by where they stand, each with its sentence', async () => {
    const { listings } = await agency.get<{ listings: Record<string, unknown>[] }>(
      '/listings?standing=on_portal',
    );
    expect(listings).toHaveLength(2);
    expect(listings[1]).toMatchObject({
      external_id: 'A0102',
      standing: 'on_portal',
      told: { sr: 'Na portalu je.', en: 'It is on the portal.' },
      card: { price: { amount: 100_200, currency: 'EUR' }, place: 'Novi Sad', photos: 2 },
    });
    const none = await agency.get<{ listings: unknown[] }>('/listings?standing=refused');
    expect(none.listings).toEqual([]);
    const everywhere = await operator.get<{ listings: { external_id: string }[] }>(
      '/listings?q=ДВОСОБАН%20102&limit=5',
    );
    expect(everywhere.listings.map((row) => row.external_id)).toEqual(['A0102']);
  });

  it('give unknown words a meaning, and take it back', async () => {
    api.world.at('/b.xml').body = estateFeed([ad(101, { heating: 'ZUBLJA' }), ad(102)]);
    await check();
    const unknown = async (): Promise<{
      unknown: number;
      fields: { table: string; words: { word: string }[] }[];
    }> => agency.get('/feeds/agency-b/words?unknown=true');
    const before = await unknown();
    expect(before).toMatchObject({ unknown: 1, fields: [{ list: 'heating', words: [{ word: 'ZUBLJA' }] }] });
    const { homes } = await agency.get<{ homes: { tasks: { kind: string; sentence: Sentence }[] }[] }>(
      '/home',
    );
    expect(homes[0]?.tasks).toMatchObject([
      { kind: 'words', sentence: { sr: expect.stringContaining('1 reč') as string } },
    ]);

    const story = await agency.get<{ issues: { code: string; told: Sentence }[] }>(
      `/listings/${api.b}/A0101`,
    );
    expect(story.issues.find(({ code }) => code === 'unmapped_word')?.told).toEqual({
      sr: 'Portal ne poznaje ovu reč: grejanje. Izaberite joj značenje na stranici Reči.',
      en: 'The portal does not know this word: heating. Choose its meaning on the page Words.',
    });

    const table = before.fields[0]?.table ?? '';
    const { fields } = await agency.get<{ fields: { field: string; entries: { key: string }[] }[] }>(
      '/vocabulary',
    );
    const key = fields.find(({ field }) => field === 'heating')?.entries[0]?.key ?? '';
    const wrong = await agency.ask('PUT', '/feeds/agency-b/words', {
      body: { words: [{ table, word: 'ZUBLJA', key: 'no such heating' }] },
    });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('words.0') as string]);
    const ofPlace = async (place: string | null): Promise<[number, string]> => {
      const body = { words: [{ table: 'place', word: 'Kod Bubnja', key: place }] };
      const { status, text } = await agency.ask('PUT', '/feeds/agency-b/words', { body });
      return [status, text];
    };
    for (const place of ['plc_gone', 'Temerin kod Petra'])
      expect(await ofPlace(place)).toEqual([400, expect.stringContaining(`has no place ${place}`)]);
    expect(await ofPlace('Palilula')).toEqual([400, expect.stringContaining('several places called')]);
    expect((await ofPlace('Novi Sad'))[0]).toBe(200);
    const saved = await agency.ask('PUT', '/feeds/agency-b/words', {
      body: { words: [{ table, word: 'ZUBLJA', key }] },
    });
    expect(saved.status).toBe(200);
    await settle();
    expect((await unknown()).unknown).toBe(0);
    const words = await agency.get<{
      fields: { words: { word: string; source: string; change: number }[] }[];
    }>('/feeds/agency-b/words');
    const given = words.fields.flatMap((field) => field.words).find(({ word }) => word === 'zublja');
    expect(given).toMatchObject({ source: 'person', target: { key } });

    const { changes } = await agency.get<{ changes: { author: string; sentence: Sentence }[] }>(
      '/feeds/agency-b/changes',
    );
    expect(changes).toMatchObject([{ author, undone_at: null }, { author }]);
    expect(changes[0]?.sentence.sr).toContain('„`ZUBLJA`” znači: Centralno grejanje');
    const undo = `/feeds/agency-b/changes/${given?.change ?? 0}/undo`;
    expect((await agency.ask('POST', undo)).status).toBe(200);
    expect((await agency.ask('POST', undo)).status).toBe(409);
    await settle();
    expect((await unknown()).unknown).toBe(1);
  });

  it('check a mapping line by line, try it, keep it and let go of it', async () => {
    const { text } = await agency.get<{ text: string }>('/feeds/agency-b/mapping');
    const broken = text.replace(/^fields:$/m, 'fields:\n  titel: x');
    const line = broken.split('\n').indexOf('  titel: x') + 1;
    const found = await agency.ask('POST', '/feeds/agency-b/mapping/check', { body: { text: broken } });
    expect(JSON.parse(found.text)).toMatchObject({
      ok: false,
      problems: [{ severity: 'error', line, column: 3 }],
    });
    const refused = await agency.ask('PUT', '/feeds/agency-b/mapping', { body: { text: broken } });
    expect(refused.status).toBe(409);

    const own = `${text}\n# ours\n`;
    const tried = await agency.ask('POST', '/feeds/agency-b/mapping/preview', {
      body: { text: own, limit: 1 },
    });
    expect(JSON.parse(tried.text)).toMatchObject({ preview: { records: 2 }, cost: { unchanged: 2 } });
    expect((await agency.ask('PUT', '/feeds/agency-b/mapping', { body: { text: own } })).status).toBe(200);
    expect(await agency.get('/feeds/agency-b/mapping')).toMatchObject({ own: true, text: own });
    const stated = await agency.ask('PUT', '/feeds/agency-b/mapping', {
      body: { answers: { mandate_attested: true } },
    });
    expect(stated.status).toBe(403);
    const { changes } = await agency.get<{ changes: { id: number }[] }>('/feeds/agency-b/changes?limit=1');
    const whole = { kind: 'mapping', value: JSON.stringify(own) };
    expect(changes).toMatchObject([{ kind: 'mapping', value: null, characters: whole.value.length }]);
    const one = `/feeds/agency-b/changes/${changes[0]?.id ?? 0}`;
    expect(await agency.get(one)).toMatchObject({ ...whole, characters: null });
    expect((await operator.ask('GET', one.replace('agency-b', 'agency'))).status).toBe(404);
    expect((await agency.ask('PUT', '/feeds/agency-b/mapping', { body: { text: null } })).status).toBe(200);
    expect(await agency.get('/feeds/agency-b/mapping')).toMatchObject({ own: false, text });
  });

  it('announce what will leave, and show contacts to whoever is written down', async () => {
    const until = new Date(api.world.clock.now() + 60 * minute).toISOString();
    await agency.ask('PUT', '/feeds/agency-b/expected', { body: { removals: 4, until } });
    const expected = await agency.get('/feeds/agency-b/expected');
    expect(expected).toMatchObject({ expected: { removals: 4, used: 0, author } });
    await agency.ask('DELETE', '/feeds/agency-b/expected');
    expect(await agency.get('/feeds/agency-b/expected')).toMatchObject({ expected: null });

    const shown = await agency.ask('POST', `/listings/${api.b}/A0102/contacts`);
    expect([shown.status, JSON.parse(shown.text)]).toMatchObject([200, { told: { sr: 'Na portalu je.' } }]);
    const { audit } = await operator.get<{ audit: { author: string; action: string }[] }>('/audit');
    expect(audit).toContainEqual(
      expect.objectContaining({ author, action: 'contacts.shown', subject: 'A0102' }),
    );
  });
});

describe('the operator’s pages', () => {
  it('say to an administrator what the installation still needs', async () => {
    const administrator = await api.signedIn('first', 'administrator');
    const toDo = async (): Promise<string[]> => {
      const { steps } = await administrator.get<{ steps: { step: string; done: boolean }[] }>(
        '/installation',
      );
      return steps.flatMap(({ step, done }) => (done ? [] : [step]));
    };
    expect(await toDo()).toEqual(['public_url', 'mail', 'backups', 'administrator']);
    await api.signedIn('second', 'administrator');
    expect(await toDo()).toEqual(['public_url', 'mail', 'backups']);
  });

  it('show what waits for a decision as cards', async () => {
    const { store } = api.services;
    const feedId = (await store.feeds.byName('agency'))?.id ?? null;
    const lines = ['A0001', 'A0002'].map((externalId) => ({
      ...{ externalId, title: 'Dvosoban', lastSeenAt: 1, reason: 'withdrawn' as const },
    }));
    const raised = { connectionId: api.a, feedId, kind: 'removals' as const, snapshotId: null, lines };
    const { id } = await store.holds.raise({ ...raised, reason: 'too many' }, api.world.clock.now());
    const { holds } = await operator.get<{ holds: Record<string, unknown>[] }>(`/holds?connection=${api.a}`);
    expect(holds).toMatchObject([{ id, agency: expect.any(String) as string, renames: 0, count: 2 }]);
    const first = await operator.get<{ listings: unknown[]; next_cursor: string }>(`/holds/${id}?limit=1`);
    expect(first.listings).toMatchObject([
      { external_id: 'A0001', portal: 'live', card: { price: { amount: 90_100 }, place: 'Novi Sad' } },
    ]);
    const second = await operator.get(`/holds/${id}?limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ listings: [{ external_id: 'A0002' }], next_cursor: null });

    const { causes } = await operator.get<{ causes: Record<string, unknown>[] }>('/situation');
    expect(causes).toContainEqual(
      expect.objectContaining({
        kind: 'hold',
        subject: 'removals',
        count: 2,
        agencies: 1,
        sentence: {
          sr: 'Oglasi koje posetioci više ne bi videli čekaju odluku: 2 oglasa, 1 agencija.',
          en: 'Listings that visitors would no longer see wait for a decision: 2 listings of 1 agency.',
        },
      }),
    );
    await operator.ask('POST', `/holds/${id}/reject`, { body: {} });
  });

  it('say since when an agency has not answered, once no mail is about it any more', async () => {
    const { store } = api.services;
    const day = 24 * 60 * minute;
    const line = { externalId: 'A0003', title: 'Dvosoban', lastSeenAt: 1, reason: 'withdrawn' as const };
    const feedId = (await store.feeds.byName('agency'))?.id ?? null;
    const unanswered = async (days: number): Promise<unknown> => {
      const at = api.world.clock.now() - days * day;
      const raised = {
        connectionId: api.a,
        feedId,
        kind: 'removals' as const,
        snapshotId: null,
        lines: [line],
      };
      const { id } = await store.holds.raise({ ...raised, reason: 'too many' }, at);
      const { causes } = await operator.get<{ causes: { kind: string; unanswered_since: string | null }[] }>(
        '/situation',
      );
      await operator.ask('POST', `/holds/${id}/reject`, { body: {} });
      const since = causes.find(({ kind }) => kind === 'hold')?.unanswered_since ?? null;
      return since === null ? null : Date.parse(since) - at;
    };
    expect([await unanswered(13), await unanswered(14)]).toEqual([null, 0]);
  });

  it('name a host that is down once, with the agencies that it concerns', async () => {
    api.world.feed.status = 503;
    api.world.at('/b.xml').status = 503;
    for (let polls = 0; polls < 2; polls++) await api.world.later(24 * 60 * minute);
    const { causes } = await operator.get<{ causes: { kind: string }[] }>('/situation');
    expect(causes.filter(({ kind }) => kind === 'source_down')).toMatchObject([
      { agencies: 2, examples: [{ feed: 'agency' }, { feed: 'agency-b' }], actor: 'partner' },
    ]);
    const failed = await agency.get<{ homes: { feeds: { reading: { sentence: Sentence } }[] }[] }>('/home');
    expect(failed.homes[0]?.feeds[0]?.reading.sentence.en).toMatch(
      /could not be read at .* The portal stays as it is\.$/,
    );
    api.world.feed.status = 200;
    api.world.at('/b.xml').status = 200;
    await api.world.later(24 * 60 * minute);
  });

  it('compare a connection with the portal when somebody asks', async () => {
    const asked = await operator.ask('POST', `/connections/${api.a}/reconcile`, { body: { dry_run: true } });
    const { id, state } = JSON.parse(asked.text) as { id: number; state: string };
    expect(state).toBe('waiting');
    await settle();
    const done = await operator.get(`/connections/${api.a}/reconciles/${id}`);
    expect(done).toMatchObject({ state: 'done', dry_run: true, archived: [], held: 0 });
    const { status } = await operator.ask('GET', `/connections/${api.b}/reconciles/${id}`);
    expect(status).toBe(404);
  });

  it('tell of the portal, the connections and the settings, and of no secret', async () => {
    const portal = await operator.get<{ requests: { total: number } }>('/portal');
    expect(portal).toMatchObject({
      key: { state: 'ok', reason: null },
      limits: { batch_items: expect.any(Number) as number },
    });
    expect(portal.requests.total).toBeGreaterThan(3);
    const { connections } = await operator.get<{ connections: { id: string }[] }>('/connections');
    expect(connections.find(({ id }) => id === api.b)).toMatchObject({
      agency: 'B nekretnine',
      actor: 'nobody',
      feeds: ['agency-b'],
      register_number: expect.any(String) as string,
    });
    const settings = await operator.ask('GET', '/settings');
    expect(settings.text).toContain('"removals.max_share"');
    expect(settings.text).toContain('{"key":"portal.webhook_secrets","value":"0","secret":true}');
    expect(settings.text).not.toContain('PRIVATE KEY');
  });

  it('give the log page by page, filtered, and as it is written', async () => {
    const logged = await operator.get<{ lines: { event: string; feed: string }[]; next_cursor: string }>(
      '/logs?feed=agency-b&q=poll%20ended&limit=2',
    );
    expect(logged.lines).toMatchObject([
      { event: 'poll ended', feed: 'agency-b' },
      { event: 'poll ended', feed: 'agency-b' },
    ]);
    const next = await operator.get<{ lines: unknown[] }>(
      `/logs?feed=agency-b&q=poll%20ended&limit=2&cursor=${logged.next_cursor}`,
    );
    expect(next.lines).not.toEqual(logged.lines);

    const stop = new AbortController();
    const reply = await fetch(`${api.server.url}/api/v1/logs/live?feed=agency`, {
      headers: { authorization: `Bearer ${operator.token ?? ''}` },
      signal: stop.signal,
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = (await reader?.read())?.value ?? '';
    expect(told).toContain('event: hello');
    api.services.log.info('a line for nobody', { feed: 'agency-b' });
    api.services.log.info('a line for whoever follows', { feed: 'agency' });
    const follow = async (): Promise<'told'> => {
      while (!told.includes('event: line')) told += (await reader?.read())?.value ?? '';
      return 'told';
    };
    const followed = follow();
    const look = (): Promise<'not yet'> => new Promise((done) => setImmediate(() => done('not yet')));
    // Log files are looked at by the clock of the daemon.
    while ((await Promise.race([followed, look()])) === 'not yet') api.world.clock.advance(250);
    expect(told).toContain('a line for whoever follows');
    expect(told).not.toContain('a line for nobody');
    stop.abort();
  });

  it('draw how feeds grow, what is sent and how long it takes', async () => {
    const size = await operator.get<{ points: { records: number | null; holds: number }[] }>(
      '/charts/size?feed=agency-b&days=5',
    );
    expect(size.points.length).toBeGreaterThanOrEqual(5);
    expect(size.points.at(-1)?.records).toBe(2);
    const items = await operator.get<{ points: { sent: number }[] }>(
      `/charts/items?connection=${api.b}&hours=96`,
    );
    expect(items.points.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(0);
    const delay = await operator.get<{ points: { listings: number; median_minutes: number }[] }>(
      '/charts/delay?feed=agency&days=30',
    );
    expect(delay.points.reduce((sum, { listings }) => sum + listings, 0)).toBe(ads(3).length);
  });
});
