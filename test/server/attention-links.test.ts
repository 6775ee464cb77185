import { afterEach, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { run } from '../cli/command-line.js';
import { ApiWorld, type Caller } from './api-world.js';

let api: ApiWorld;
afterEach(() => api.close());

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 15 * minute) await api.world.tick(Math.min(left, 15 * minute));
}

interface Counted {
  kind: string;
  count: number;
  link: string | null;
}

/** Kinds that count something else than listings, values or words, such as feeds, or listings that wait for the whole connection. */
const countsNoList =
  /^(connection_(paused|revoked|not_found|adopting)|connection|feed_|source_down|job_failed|key|request_refused|listings_behind|unanswered_fact|facts)/;

/** How many things a page of the console shows: the answer to what the page asks the API for. */
async function shownOn(link: string, caller: Caller): Promise<number> {
  const { pathname, search, searchParams } = new URL(link, 'https://console.example');
  const [, page = '', id] = pathname.split('/');
  if (page === 'listings')
    return (await allOf<{ external_id: string }>('/listings', 'listings', searchParams, caller)).length;
  if (page === 'holds' && id === undefined) {
    const { holds } = await caller.get<{ holds: { count: number }[] }>(`/holds${search}`);
    return holds.reduce((sum, { count }) => sum + count, 0);
  }
  if (page === 'holds' || page === 'waiting') {
    const [listings, doubts] = [
      await allOf(`/holds/${id}`, 'listings', searchParams, caller),
      await allOf(`/holds/${id}`, 'doubts', searchParams, caller),
    ];
    return listings.length + doubts.length;
  }
  if (page === 'words')
    return (await caller.get<{ unknown: number }>(`/feeds/${id}/words?unknown=true`)).unknown;
  throw new Error(`the test does not know the page ${pathname}`);
}

async function allOf<Row>(
  path: string,
  name: string,
  given: URLSearchParams,
  caller: Caller,
): Promise<Row[]> {
  const rows: Row[] = [];
  const query = new URLSearchParams(given);
  query.set('limit', '7');
  for (;;) {
    const page = await caller.get(`${path}?${query.toString()}`);
    rows.push(...(page[name] as Row[]));
    if (typeof page.next_cursor !== 'string') return rows;
    query.set('cursor', page.next_cursor);
  }
}

/** Each item that an account sees, with its kind, and as many as its page shows. */
async function expectKept(items: readonly Counted[], caller: Caller): Promise<string[]> {
  const checked: string[] = [];
  for (const { kind, count, link } of items) {
    expect(link, kind).not.toBeNull();
    if (countsNoList.test(kind) || link === null) continue;
    expect([kind, link, await shownOn(link, caller)]).toEqual([kind, link, count]);
    checked.push(kind);
  }
  return checked;
}

async function agencyItems(agency: Caller): Promise<Counted[]> {
  const { homes } = await agency.get<{ homes: { tasks: Counted[] }[] }>('/home');
  const { attention } = await agency.get<{ attention: Counted[] }>('/overview');
  return [...homes.flatMap(({ tasks }) => tasks), ...attention];
}

async function staffItems(staff: Caller): Promise<Counted[]> {
  const { causes } = await staff.get<{ causes: (Counted & { examples: Counted[] })[] }>('/situation');
  const { attention } = await staff.get<{ attention: Counted[] }>('/overview');
  const examples = causes.flatMap(({ kind, examples: own }) => own.map((one) => ({ ...one, kind })));
  return [...causes, ...examples, ...attention].filter(({ link }) => link !== null);
}

/** A number of an agency's home or of the overview, and the list that it opens. */
async function expectNumbers(
  caller: Caller,
  numbers: Readonly<Record<string, number>>,
  connection = '',
): Promise<void> {
  for (const [query, count] of Object.entries(numbers))
    expect([query, await shownOn(`/listings?${query}${connection}`, caller)]).toEqual([query, count]);
}

/** A file with what offices write: ads without a price or a place, unknown words, a price that is in doubt. */
async function busy(): Promise<void> {
  api.world.feed.body = estateFeed(ads(30));
  await pass(hour);
  api.world.feed.body = estateFeed([
    ...ads(26).map((one, index) => (index === 0 ? { ...one, price: 1 } : one)),
    ...[41, 42, 43].map((number) => ad(number, { heating: `REČ ${number}` })),
    ...[51, 52, 53, 54, 55, 56, 57, 58, 59].map((number) => ad(number, { type: 'Splav' })),
  ]);
  await pass(15 * minute);
}

/** Half of one agency's listings are gone and waited long enough, the portal took some down and refuses others, and a connection is paused. */
async function troubled(): Promise<void> {
  api.world.feed.body = estateFeed([...ads(9), ...[51, 52].map((number) => ad(number, { type: 'Splav' }))]);
  await pass(5 * hour);
  api.world.sandbox.staff.pause(api.b);
  await pass(hour);
  // The agency entered it by hand at the portal.
  const seen = { portal: 'live', listingId: null, publicUrl: null } as const;
  await api.services.store.listings.noteForeign(api.a, [{ externalId: 'F0001', ...seen }], 0);
}

it('each item opens a page that shows exactly what it counts, for every role, in a busy and a troubled world', async () => {
  api = await ApiWorld.create();
  await busy();
  await api.signedIn('office', 'agency', [api.a]);
  await api.signedIn('operator', 'operator');
  await api.signedIn('admin', 'administrator');
  // Hours go by here, and sessions do not last so long.
  const agency = await api.withToken('office', 'full');
  const staff = [await api.withToken('operator', 'full'), await api.withToken('admin', 'full')];

  expect(await expectKept(await agencyItems(agency), agency)).toEqual(
    expect.arrayContaining(['invalid', 'missing', 'words', 'confirm_values']),
  );
  for (const one of staff)
    expect(await expectKept(await staffItems(one), one)).toEqual(expect.arrayContaining(['missing', 'hold']));
  await expectAllNumbers(agency, staff);

  await troubled();
  expect(await expectKept(await agencyItems(agency), agency)).toEqual(
    expect.arrayContaining(['invalid', 'confirm_removals']),
  );
  for (const one of staff)
    expect(await expectKept(await staffItems(one), one)).toEqual(expect.arrayContaining(['hold']));
  await expectAllNumbers(agency, staff);
}, 60_000);

async function expectAllNumbers(agency: Caller, staff: readonly Caller[]): Promise<void> {
  for (const one of staff) {
    const { listings } = await one.get<{ listings: Record<string, number> }>('/situation');
    await expectNumbers(one, {
      'there=true': listings.published ?? -1,
      'there=true&presence=held': listings.held ?? -1,
      'there=true&presence=grace': listings.missing ?? -1,
      'standing=invalid': listings.invalid ?? -1,
      'standing=refused': listings.refused ?? -1,
      'standing=waiting': listings.waiting ?? -1,
      'standing=in_review': listings.in_review ?? -1,
      'standing=on_the_way': listings.on_the_way ?? -1,
    });
  }
  const { homes } = await agency.get<{ homes: Record<string, number>[] }>('/home');
  for (const one of [agency, ...staff]) await expectTiles('agency', one);
  await expectNumbers(
    agency,
    {
      'there=true': homes[0]?.on_portal ?? -1,
      'there=true&presence=held': homes[0]?.held ?? -1,
      'there=true&presence=grace': homes[0]?.missing ?? -1,
    },
    `&connection=${api.a}`,
  );
}

/** The tiles of a feed's page. */
async function expectTiles(feed: string, caller: Caller): Promise<void> {
  const { listings } = await caller.get<{ listings: Record<string, number> }>(`/feeds/${feed}`);
  expect(Object.keys(listings)).toHaveLength(6);
  for (const [name, count] of Object.entries(listings))
    await expectNumbers(
      caller,
      { [name === 'there' ? 'there=true' : `standing=${name}`]: count },
      `&feed=${feed}`,
    );
}

it('the report has the numbers and tasks of the home page, the listings of the lists, and is what the command prints', async () => {
  api = await ApiWorld.create();
  await busy();
  const agency = await api.signedIn('ana', 'agency', [api.a]);
  interface Report {
    listings: number;
    on_portal: number;
    tasks: object[];
    parts: { part: string; total: number; listings: { external_id: string; title: string | null }[] }[];
  }
  const { reports } = await agency.get<{ reports: Report[] }>('/report');
  const { homes } = await agency.get<{ homes: Omit<Report, 'parts'>[] }>('/home');
  const [report] = reports;
  expect(reports).toHaveLength(1);
  expect(report).toMatchObject({
    ...{ listings: homes[0]?.listings, on_portal: homes[0]?.on_portal, tasks: homes[0]?.tasks },
  });
  const filters: Readonly<Record<string, string>> = {
    held: 'there=true&presence=held',
    missing: 'there=true&presence=grace',
  };
  expect(report?.parts.map(({ part }) => part)).toEqual(expect.arrayContaining(['invalid', 'on_portal']));
  for (const { part, total, listings } of report?.parts ?? []) {
    const query = new URLSearchParams(filters[part] ?? `standing=${part}`);
    const listed = await allOf<{ external_id: string }>('/listings', 'listings', query, agency);
    expect([part, total]).toEqual([part, listed.length]);
    const ids = listed.map(({ external_id: id }) => id);
    expect(listings.map(({ external_id: id }) => id)).toEqual(ids.slice(0, 12));
  }
  const printed = await run(api.world, '--json', 'report', '--connection', api.a);
  expect((JSON.parse(printed.out) as { reports: Report[] }).reports).toEqual(reports);
  const { out } = await run(api.world, 'report', '--feed', 'agency');
  expect(out).toContain(`${report?.on_portal} of ${report?.listings} listings on the portal`);
  expect(out).toContain('Not published: something is missing');
  expect(out).not.toContain('B nekretnine');
  expect((await run(api.world, 'report')).out).toContain('B nekretnine');
  const explained = await run(api.world, '--json', 'explain', 'A0002', '--connection', api.a);
  const { map } = await agency.get<{ map: string | null }>(`/listings/${api.a}/A0002`);
  expect((JSON.parse(explained.out) as { explanation: { map: string } }).explanation.map).toBe(map);
  expect(map).toMatch(/^https:\/\/www\.openstreetmap\.org\//);
});

it('a record that cannot be published is a listing: its title, photo, price and what is missing', async () => {
  api = await ApiWorld.create();
  api.world.feed.body = estateFeed([...ads(3), ad(51, { type: 'Splav', title: 'Splav na Dunavu' })]);
  await pass(15 * minute);
  const agency = await api.signedIn('office', 'agency', [api.a]);
  const { listings } = await agency.get<{ listings: Record<string, unknown>[] }>(
    '/listings?standing=invalid',
  );
  expect(listings).toMatchObject([
    {
      external_id: 'A0051',
      title: 'Splav na Dunavu',
      standing: 'invalid',
      told: { sr: expect.stringMatching(/^Ne može da se objavi\. ./) as string },
      card: { photo: expect.stringMatching(/^https?:/) as string, price: { currency: 'EUR' } },
    },
  ]);
  const other = await api.signedIn('other', 'agency', [api.b]);
  expect((await other.get<{ listings: unknown[] }>('/listings?standing=invalid')).listings).toEqual([]);
});
