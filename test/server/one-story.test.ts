import { afterEach, expect, it } from 'vitest';
import type { Actor } from '../../src/model/sentence.js';
import { noticeMessage } from '../../src/sync/notices/notice-message.js';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { run } from '../cli/command-line.js';
import { csvText } from '../support/csv-feed.js';
import { ad, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { ApiWorld, type Caller } from './api-world.js';

/**
 * Every view of a listing says the same: the sentence for staff, the sentence for the agency, the list, its badge, the timeline, `explain`,
 * home and overview. The judge is the portal itself: what it shows is there, and all else is not.
 */

let api: ApiWorld;
let agency: Caller;
let staff: Caller;
let connection: string;
let rows = new Map<string, Row>();
afterEach(() => api.close());

type Row = Partial<Ad> & { word?: string };

function table(): Buffer {
  const list = [...rows].map(([code, row]) => ad(1, { title: `Stan ${code}`, ...row, code }));
  const [header = '', ...lines] = csvText(list)
    .trimEnd()
    .split(/\r\n(?=A\d)/);
  const words = [...rows.values()].map(({ word = 'Aktivan' }) => word);
  return Buffer.from(
    [`${header};status`, ...lines.map((line, index) => `${line};${words[index] ?? ''}`), ''].join('\r\n'),
  );
}

async function pass(ms: number, step = 15 * minute): Promise<void> {
  for (let left = ms; left > 0; left -= step) await api.world.tick(Math.min(left, step));
}

/** Changes rows of the agency's table; null: the row is gone. */
async function serve(change: Readonly<Record<string, Row | null>>, wait = 15 * minute): Promise<void> {
  for (const [code, row] of Object.entries(change)) {
    if (row === null) rows.delete(code);
    else rows.set(code, { ...rows.get(code), ...row });
  }
  api.world.at('/c.csv').body = table();
  await pass(wait);
}

function each<Of extends Row | null>(
  from: number,
  to: number,
  row: (number: number) => Of,
): Record<string, Of> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return Object.fromEntries(numbers.map((number) => [`A${number}`, row(number)]));
}

const priced = (number: number): Row => ({ price: 90_000 + number * 100 });

/** An agency with ads A101 … and its connection. */
async function begin(count: number, status: 'active' | 'certifying' = 'active'): Promise<void> {
  rows = new Map(Object.entries(each(101, 100 + count, priced)));
  api = await ApiWorld.create();
  const { sandbox } = api.world;
  api.world.at('/c.csv').headers = { 'content-type': 'text/csv' };
  connection = sandbox.staff.addConnection({ agency: { name: 'C nekretnine' }, status });
  await api.world.declare(([feed, ...feeds]) => [
    ...(feed === undefined ? [] : [feed]),
    ...feeds,
    {
      ...feed,
      ...{ name: 'agency-c', connection, mapping: 'csv-header', empty_state: 'on_offer' },
      url: String(feed?.url).replace('/feed.xml', '/c.csv'),
    },
  ]);
  api.world.at('/c.csv').body = table();
  await api.restart();
  await api.world.round();
  await pass(30 * minute);
  await api.signedIn('office', 'agency', [connection]);
  await api.signedIn('operator', 'operator');
  // Hours go by here, and sessions do not last so long.
  agency = await api.withToken('office', 'full');
  staff = await api.withToken('operator', 'full');
}

function suppress(externalId: string, kind: 'suppress' | 'unsuppress' = 'suppress'): Promise<unknown> {
  const payload = { connectionId: connection, externalId, reason: 'vlasnik', until: null };
  return executeDecision({ kind, payload, author: 'ana' }, api.services);
}

async function decide(kind: 'approve' | 'reject'): Promise<void> {
  const [hold] = await api.services.store.holds.open({ kind: 'removals' });
  const decision = { holdId: hold?.id ?? 0, kind, expect: hold?.lineCount ?? null, author: 'ana' };
  expect(await decideHold(decision, api.services)).toMatchObject({ ok: true });
}

interface Told {
  sr: string;
  en: string;
}

interface Story {
  sentence: string;
  headline: Told;
  told: Told;
  standing: string;
  actor: Actor;
  clock: { step: string; state: string }[];
}

/** Where a sentence says that the listing is; null: it does not say. */
function placeIn({ sr, en }: Told): 'there' | 'away' | null {
  const there = {
    en: /^It is (still )?on the portal|; it stays on the portal|being removed from the portal|^Its removal waits|It is still on the portal/,
    sr: /^Na portalu je|ostaje na portalu dok|^Skida se sa portala|^Skidanje sa portala čeka|Još je na portalu/,
  };
  const away = {
    en: /not on the portal|^It was removed|^It is suppressed|^The portal removed it|no longer managed/,
    sr: /[Nn]ije na portalu|^Skinut je|^Sklonjen je|^Portal ga je skinuo|više ne vodi/,
  };
  const of = (language: 'sr' | 'en', text: string) =>
    there[language].test(text) ? 'there' : away[language].test(text) ? 'away' : null;
  expect(of('sr', sr), `${sr} / ${en}`).toBe(of('en', en));
  return of('en', en);
}

/** Who must act, for a listing of which nobody else is named. */
const byDefault: Actor = 'nobody';

/**
 * Compares all views of all listings of the agency, and what it is told of some.
 * @param said beginning of the sentence, by id
 * @param acting who must act, by id
 */
async function expectOneStory(
  said: Readonly<Record<string, RegExp>>,
  acting: Readonly<Record<string, Actor>> = {},
): Promise<void> {
  const shown = new Map(
    api.world.sandbox.staff
      .listings(connection)
      .map(({ externalId, status }) => [externalId, status === 'live' || status === 'inactive']),
  );
  const { listings } = await staff.get<{
    listings: { external_id: string; owner: string; standing: string; told: Told }[];
  }>(`/listings?connection=${connection}&limit=100`);
  const invalid = await staff.get<{ listings: typeof listings }>(
    `/listings?connection=${connection}&standing=invalid&limit=100`,
  );
  const known = new Map([...listings, ...invalid.listings].map((one) => [one.external_id, one]));
  expect([...known.keys()]).toEqual(expect.arrayContaining(Object.keys(said)));

  for (const [id, row] of known) {
    const story = await staff.get<Story>(`/listings/${connection}/${encodeURIComponent(id)}`);
    const context = JSON.stringify({ id, listed: row.told.en, told: story.told.en, staff: story.sentence });
    const isThere = row.owner === 'foreign' || (shown.get(id) ?? false);
    const place = isThere ? 'there' : 'away';
    for (const told of [row.told, story.told, story.headline])
      expect([place, null], context).toContain(placeIn(told));
    expect(row.standing, context).toBe(story.standing);
    if (story.standing === 'on_portal') expect(place, context).toBe('there');
    if (['off', 'refused', 'invalid', 'in_review', 'on_the_way'].includes(story.standing))
      expect(place, context).toBe('away');
    const last = story.clock.at(-1);
    if (last?.state === 'done')
      expect([last.step, place], context).toEqual([last.step, last.step === 'taken_off' ? 'away' : 'there']);
    if (story.sentence.includes('as its feed has it.') && !story.sentence.includes('not all'))
      expect(story.clock.filter(({ state }) => state === 'waiting' || state === 'later')).toEqual([]);
    if (said[id] === undefined) continue;
    expect(story.told.en, id).toMatch(said[id]);
    expect(story.actor, context).toBe(acting[id] ?? byDefault);
    const found = await staff.get<{ listings: { external_id: string }[] }>(
      `/listings?connection=${connection}&q=${encodeURIComponent(id)}&limit=5`,
    );
    if (row.standing !== 'invalid') expect(found.listings[0]?.external_id, context).toBe(id);
    const explained = (await run(api.world, 'explain', id, '--json')).json() as { sentence?: string };
    if (explained.sentence !== undefined) expect(explained.sentence).toBe(story.sentence);
  }

  await expectSameInMails([...known.values()].map(({ told }) => told.en));
  const there = [...shown.values()].filter(Boolean).length;
  const { homes } = await agency.get<{ homes: { on_portal: number; sentence: Told }[] }>('/home');
  expect(homes[0]).toMatchObject({
    on_portal: there,
    sentence: { en: expect.stringMatching(new RegExp(`^${there} of `)) as string },
  });
  const whole = await staff.get<{ listings: { published: number } }>('/situation');
  // The other two agencies have five.
  expect(whole.listings.published).toBe(there + 5);
}

function ofAll(ids: readonly string[], actor: Actor): Record<string, Actor> {
  return Object.fromEntries(ids.map((id) => [id, actor]));
}

/** A mail asks about as many listings as say that they wait for a decision, and says that they stay. @param told of each listing */
async function expectSameInMails(told: readonly string[]): Promise<void> {
  const items = (await api.services.notices.attentionItems('all')).filter(
    (item) => item.connectionId === connection,
  );
  const asked = items.filter(({ hold }) => hold?.kind === 'removals');
  const waiting = told.filter((text) => /until you decide|stays so until/.test(text));
  expect(asked.reduce((sum, { count }) => sum + count, 0)).toBe(waiting.length);
  for (const item of asked) {
    const to = { role: 'agency', language: 'en', cyrillic: false } as const;
    const { text } = noticeMessage([item], to, { publicUrl: 'https://feedsync.example', contact: '' });
    expect(text).toContain('Nothing changes on the portal until you decide');
    expect(text).toContain(`https://feedsync.example/console/waiting/${item.hold?.id}`);
  }
  const isPaused = items.some(({ kind }) => kind === 'connection_paused');
  if (told.some((text) => /because .*paused/.test(text))) expect(isPaused).toBe(true);
}

it('of an agency on a working day', async () => {
  await begin(24);
  const { staff: portal } = api.world.sandbox;
  await serve({
    ...{ A102: { word: 'rezervisano' }, A103: { word: 'prodato' }, A104: { sale: false, word: 'izdato' } },
    ...{ A105: null, A106: { price: 0 }, A107: { price: 1 }, A109: { price: 101_500 } },
    ...{ A110: { type: 'Splav' }, A111: { word: 'kod notara' } },
    ...{ 'A120:blocked': {}, 'A120:review': {}, 'A120:duplicate': {}, 'A120:moderated': {} },
    ...{ A201: { type: 'Splav' }, A202: { price: 1 }, A203: { word: 'kod notara' } },
    ...{ A204: { word: 'rezervisano' }, A205: { word: 'prodato' }, A206: { price: 0 } },
  });
  for (const id of ['A108', 'A112', 'A113']) await suppress(id);
  portal.setListing(connection, 'A114', { status: 'archived' });
  await pass(30 * minute);
  await suppress('A112', 'unsuppress');
  await api.world.round();
  await suppress('A113', 'unsuppress');
  const seen = { portal: 'live', listingId: null, publicUrl: null } as const;
  await api.services.store.listings.noteForeign(
    connection,
    [{ externalId: 'F0001', ...seen }],
    api.world.clock.now(),
  );
  await serve({ A115: { price: 101_700 } }, 0);

  await expectOneStory(
    {
      A101: /^It is on the portal\.$/,
      A102: /not shown to visitors \(reserved or switched off\)/,
      A103: /^It was removed, because it was sold\.$/,
      A105: /^It is on the portal, but the last file did not have it/,
      A106: /not shown to visitors, because your file no longer has its price/,
      A107: /^It is on the portal as it was; a new value waits until you confirm or correct it/,
      A108: /^It is suppressed/,
      A109: /^It is on the portal\.$/,
      A110: /^It is on the portal as it was; the new version cannot be published/,
      A111: /^It is on the portal as it was; a new value waits/,
      A112: /^It is on the portal\.$/,
      A113: /^It is not on the portal: it is suppressed no longer/,
      A114: /^It is not on the portal, although your file has it/,
      'A120:blocked': /^The portal refused it, because the portal’s staff blocked it/,
      'A120:review': /^The portal’s staff review it first/,
      'A120:duplicate': /^The portal refused it, because the portal already has the same property/,
      'A120:moderated': /^The portal removed it; it is not sent again/,
      A201: /^It is not on the portal: its record yields no listing/,
      A202: /^It is not on the portal: it waits until you confirm or correct/,
      A203: /^It is not on the portal: it waits until you confirm or correct/,
      A204: /not shown to visitors/,
      F0001: /^It is on the portal, but your file does not have it/,
    },
    {
      ...{ A106: 'agency', A107: 'agency', A110: 'agency', A111: 'agency' },
      ...{
        'A120:blocked': 'agency',
        'A120:review': 'portal_staff',
        'A120:duplicate': 'agency',
        'A120:moderated': 'agency',
      },
      ...{ A201: 'agency', A202: 'agency', A203: 'agency', F0001: 'partner' },
    },
  );
}, 60_000);

it('of a connection that the portal’s staff paused: what is sold is still there', async () => {
  await begin(12);
  api.world.sandbox.staff.pause(connection, 'neplaćen račun', 'staff');
  await pass(30 * minute);
  await suppress('A105');
  await serve({
    ...{ A102: { price: 99_999 }, A103: { word: 'prodato' }, A104: { word: 'rezervisano' } },
    ...{ A106: null, A113: priced(113) },
  });
  await expectOneStory(
    {
      A101: /^It is on the portal\.$/,
      A102: /^It is on the portal as it was; a change of it waits, because .*paused/,
      A103: /^Its removal waits, because .*paused/,
      A104: /^It is on the portal as it was; a change of it waits, because .*paused/,
      A105: /^Its removal waits, because .*paused/,
      A106: /^It is on the portal, but the last file did not have it/,
      A113: /^It is waiting, because .*paused/,
    },
    ofAll(['A102', 'A103', 'A104', 'A105', 'A113'], 'portal_staff'),
  );
  await pass(5 * hour, hour);
  await expectOneStory(
    { A103: /^Its removal waits/, A106: /^Your file no longer has it; it stays/ },
    { A103: 'portal_staff', A106: 'agency' },
  );
}, 60_000);

it('of half a file that is gone: missing, held, kept by a decision', async () => {
  await begin(12);
  await serve(each(101, 106, () => null));
  await expectOneStory({ A101: /^It is on the portal, but the last file did not have it/ });
  await pass(5 * hour, hour);
  await expectOneStory(
    { A101: /^Your file no longer has it; it stays on the portal until you decide/ },
    { A101: 'agency' },
  );
  await decide('reject');
  await expectOneStory({ A101: /^It is on the portal although your file no longer has it/ });
}, 60_000);

it('of a removal that was approved: before and after the portal confirms it, and of one that comes back unpublishable', async () => {
  await begin(12);
  await serve({ A101: { type: 'Splav' } });
  await serve(each(101, 106, () => null));
  await pass(5 * hour, hour);
  await serve({ A101: { ...priced(101), type: 'Splav' } });
  await expectOneStory(
    { A101: /^It is on the portal as it was; the new version cannot be published/ },
    { A101: 'agency' },
  );
  await decide('approve');
  await expectOneStory({ A102: /^It is being removed from the portal, because your file no longer has it/ });
  await pass(15 * minute);
  await expectOneStory({ A102: /^It was removed, because your file no longer has it/ });
}, 60_000);

it('of a first check: in review, and sent back', async () => {
  await begin(3, 'certifying');
  await expectOneStory({ A101: /^The portal’s staff review it first/ }, { A101: 'portal_staff' });
  api.world.sandbox.staff.sendBack(connection, 'Slike nisu vaše.');
  await pass(hour);
  await expectOneStory(
    {
      A101: /^The portal refused it, because it did not pass the portal’s certification/,
    },
    // As the overview and the connection say.
    { A101: 'agency' },
  );
}, 60_000);

it('of a key that the portal refuses, and of a feed that cannot be read', async () => {
  await begin(4);
  api.world.sandbox.staff.revokeKey(api.world.app.config.portal.keyId);
  await serve({ A102: { price: 95_000 }, A103: { word: 'prodato' }, A105: priced(105) }, hour);
  await expectOneStory(
    {
      A102: /^It is on the portal as it was; a change of it waits, because .*key/,
      A103: /^Its removal waits, because .*key/,
      A105: /^It is waiting, because .*key/,
    },
    ofAll(['A102', 'A103', 'A105'], 'partner'),
  );
  api.world.at('/c.csv').status = 500;
  await pass(24 * hour, 3 * hour);
  // As the overview says of the source that is down.
  await expectOneStory({ A101: /^It is on the portal\.$/ }, { A101: 'partner' });
}, 60_000);

it('of listings that would become inactive at once: held, and kept active', async () => {
  await begin(20);
  await serve(
    each(101, 112, () => ({ word: 'rezervisano' })),
    hour,
  );
  await expectOneStory(
    { A101: /although your file calls it reserved or switched off; it stays so until/ },
    { A101: 'agency' },
  );
  await decide('reject');
  await pass(15 * minute);
  await expectOneStory({ A101: /it was decided to keep it active/ });
}, 60_000);

it('of a connection that was revoked', async () => {
  await begin(3);
  api.world.sandbox.staff.revoke(connection);
  await pass(hour);
  await expectOneStory({ A101: /^The connection with the portal was ended/ }, { A101: 'agency' });
}, 60_000);
