import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { ApiWorld, type Caller } from './api-world.js';

let api: ApiWorld;
let operator: Caller;
let agency: Caller;
beforeAll(async () => {
  api = await ApiWorld.create();
  operator = await api.signedIn('operator', 'operator');
  agency = await api.signedIn('b@agency.example', 'agency', [api.b]);
});
afterAll(() => api.close());

interface Page {
  listings: { external_id: string; connection: string }[];
  next_cursor: string | null;
}

interface Sortable {
  external_id: string;
  agency: string;
  standing: string;
  since: string | null;
  card: { price: { amount: number } | null } | null;
}
const states = ['on_portal', 'in_review', 'on_the_way', 'refused', 'invalid', 'waiting', 'off'];

/** The listings of all pages. */
async function allPages<Listing>(path: string): Promise<Listing[]> {
  const found: Listing[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { listings: Listing[]; next_cursor: string | null } = await operator.get(
      `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    found.push(...page.listings);
    cursor = page.next_cursor;
  }
  return found;
}

describe('the API', () => {
  it('gives listings page by page, and finds them as people name them', async () => {
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await operator.get<Page>(
        `/listings?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      ids.push(...page.listings.map((row) => row.external_id));
      cursor = page.next_cursor;
    }
    expect(ids.sort()).toEqual(['A0001', 'A0002', 'A0003', 'A0101', 'A0102']);
    const texts = await operator.get<Page>('/listings?q=broj%20102&portal=live');
    expect(texts.listings.map((row) => row.external_id)).toEqual(['A0102']);
    const { matches } = await agency.get<{ matches: { external_id: string }[] }>('/search?q=dvosoban%20102');
    expect(matches.map((row) => row.external_id)).toEqual(['A0102']);
    const story = await agency.get(`/listings/${api.b}/A0101`);
    expect(story.sentence).toBe('It is on the portal, as its feed has it.');
    expect(story.fields).not.toBeNull();
  });

  it.each(['agency', 'state', 'since', 'price', 'code'])(
    'sorts listings by %s, both ways, and gives the same ones as CSV',
    async (sort) => {
      const valueOf = ({ agency, standing, since, card, external_id: id }: Sortable): string | number =>
        ({
          ...{ agency, state: states.indexOf(standing), since: Date.parse(since ?? '') },
          ...{ price: card?.price?.amount ?? NaN, code: id },
        })[sort] ?? '';
      for (const by of [sort, `-${sort}`]) {
        const found = await allPages<Sortable>(`/listings?sort=${by}&limit=2`);
        const values = found.map(valueOf);
        const order = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect([by, values]).toEqual([by, by === sort ? order : order.toReversed()]);
        const { headers, text } = await operator.ask('GET', `/listings.csv?sort=${by}`);
        expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
        const lines = text.trim().split('\r\n').slice(1);
        expect(lines.map((line) => line.split(',')[0])).toEqual(found.map(({ external_id: id }) => id));
      }
      const { total } = await operator.get<{ total: number }>('/listings/counts');
      expect(total).toBe((await allPages('/listings?limit=2')).length);
    },
  );

  it('exports what a filter finds with all that the table shows', async () => {
    const query = 'standing=on_portal&q=broj%20102';
    const { text } = await operator.ask('GET', `/listings.csv?${query}&language=en`);
    const [headings = '', ...lines] = text.trim().split('\r\n');
    expect(headings.replace('\ufeff', '').split(',')).toEqual(
      expect.arrayContaining([
        'code',
        'agency',
        'address',
        'price',
        'state',
        'reason',
        'since',
        'console_link',
      ]),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('It is on the portal.');
    expect(lines[0]).toContain(`/console/listings/${api.b}/A0102`);
    expect(await operator.get(`/listings/counts?${query}`)).toMatchObject({ total: 1 });
  });

  it('gives runs of a time, and names a feed’s agency and address', async () => {
    const { runs } = await operator.get<{ runs: { id: number; started_at: string }[] }>('/runs');
    const at = runs[0]?.started_at ?? '';
    const during = await operator.get<{ runs: { started_at: string }[] }>(`/runs?since=${at}`);
    expect(during.runs.length).toBeGreaterThan(0);
    expect(during.runs.every((one) => one.started_at >= at)).toBe(true);
    const before = await operator.get<{ runs: { started_at: string }[] }>(`/runs?until=${at}`);
    expect(before.runs.every((one) => one.started_at < at)).toBe(true);
    expect(during.runs.length + before.runs.length).toBe(runs.length);
    expect(await operator.get('/feeds/agency-b')).toMatchObject({
      agency: 'B nekretnine',
      address: expect.stringMatching(/\/b\.xml$/),
    });
  });

  it('says to staff alone what a search cannot find', async () => {
    const { store } = api.services;
    const feed = await store.feeds.byName('agency-b');
    const since = api.world.clock.now();
    await store.feeds.update(feed?.id ?? 0, { life: 'stalled', stalledSince: since, stallReason: 'gone' });
    expect(await operator.get('/search?q=nothing-like-it')).toEqual({
      matches: [],
      unsearched: {
        stalled: [{ feed: 'agency-b', agency: 'B nekretnine', since: new Date(since).toISOString() }],
        unsent: [],
      },
    });
    expect(await agency.get('/search?q=nothing-like-it')).toEqual({ matches: [], unsearched: null });
    await store.feeds.update(feed?.id ?? 0, { life: 'active', stalledSince: null, stallReason: null });
  });

  it('reads a feed when a CRM asks, says what came of it, and is not bothered more than once a minute', async () => {
    const crm = await api.withToken('b@agency.example', 'poll');
    api.world.clock.advance(2 * minute);
    api.world.at('/b.xml').body = estateFeed(ads(3, 101));
    const asked = await crm.ask('POST', '/feeds/agency-b/poll');
    const { id, state } = JSON.parse(asked.text) as { id: number; state: string };
    expect([asked.status, state]).toEqual([200, 'waiting']);
    await api.world.app.engine.tick();
    await api.world.app.engine.idle();
    const poll = await crm.get(`/feeds/agency-b/polls/${id}`);
    expect(poll).toMatchObject({ state: 'done', feed: 'agency-b' });
    expect(poll.message).toContain('3 records');
    const again = await crm.ask('POST', '/feeds/agency-b/poll');
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60']);
    await operator.ask('POST', '/feeds/agency-b/pause');
    api.world.clock.advance(2 * minute);
    expect((await crm.ask('POST', '/feeds/agency-b/poll')).status).toBe(409);
    await operator.ask('POST', '/feeds/agency-b/resume');
  });

  it('reads a feed when asked, however lately the daemon read it by itself', async () => {
    const crm = await api.withToken('b@agency.example', 'full');
    api.world.clock.advance(20 * minute);
    await api.world.app.engine.tick();
    await api.world.app.engine.idle();
    const now = api.world.clock.now();
    expect((await api.services.store.feeds.byName('agency-b'))?.lastPollAt).toBe(now);
    const { homes } = await crm.get<{ homes: { feeds: { can_check_at: string | null }[] }[] }>('/home');
    expect(homes[0]?.feeds[0]?.can_check_at).toBeNull();
    expect((await crm.ask('POST', '/feeds/agency-b/poll')).status).toBe(200);
    await api.world.app.engine.tick();
    await api.world.app.engine.idle();
    const asked = await crm.get<{ homes: { feeds: { can_check_at: string | null }[] }[] }>('/home');
    expect(Date.parse(asked.homes[0]?.feeds[0]?.can_check_at ?? '')).toBe(now + minute);
  });

  it('carries out what is decided, under the rules of the command line', async () => {
    const { store } = api.services;
    const lines = ['A0001', 'A0002'].map((externalId) => ({
      externalId,
      title: null,
      lastSeenAt: 1,
      reason: 'withdrawn' as const,
    }));
    const { id } = await store.holds.raise(
      { connectionId: api.a, feedId: null, kind: 'foreign', reason: 'unknown', snapshotId: null, lines },
      1,
    );
    const hold = await operator.get<Page & { hold: { count: number } }>(`/holds/${id}?limit=1`);
    expect([hold.hold.count, hold.listings.length, hold.next_cursor === null]).toEqual([2, 1, false]);
    const wrong = await operator.ask('POST', `/holds/${id}/approve`, { body: { expect: 3 } });
    expect([wrong.status, wrong.text.includes('now shows 2 listings, not 3')]).toEqual([409, true]);
    expect((await operator.ask('POST', `/holds/${id}/reject`, { body: {} })).status).toBe(200);
    const { holds } = await operator.get<{ holds: unknown[] }>('/holds');
    expect(holds).toEqual([]);

    const body = { reason: 'sold by another', until: '2027-01-01T00:00:00+01:00' };
    await operator.ask('POST', `/listings/${api.a}/A0003/suppress`, { body });
    expect(await store.suppressions.get(api.a, 'A0003')).toMatchObject({
      author: 'operator',
      until: Date.UTC(2026, 11, 31, 23),
    });
  });

  it('sends one refused listing again, and no other', async () => {
    const { store } = api.services;
    const refused = { portal: 'rejected', failureCode: 'photo_fetch_failed', refusedAt: 1 } as const;
    await store.listings.update(
      api.b,
      [
        { externalId: 'A0101', ...refused },
        { externalId: 'A0102', ...refused },
      ],
      0,
    );
    const reply = await agency.ask('POST', `/listings/${api.b}/A0101/resend`);
    expect(JSON.parse(reply.text)).toMatchObject({ listings: 1 });
  });

  it('tries words and answers out, and says what they cost, before anything is saved', async () => {
    const trial = await agency.ask('POST', '/feeds/agency-b/mapping/preview', {
      body: { tables: { heating: { CG: 'gas' } }, limit: 1 },
    });
    const { preview, cost } = JSON.parse(trial.text) as {
      preview: { records: number; samples: unknown[] };
      cost: { altered: { count: number } };
    };
    expect([trial.status, preview.records, preview.samples.length]).toEqual([200, 3, 1]);
    expect(cost.altered.count).toBeGreaterThan(0);
    const wrong = await agency.ask('POST', '/feeds/agency-b/mapping/preview', {
      body: { answers: { mandate_attested: 'perhaps' } },
    });
    expect([wrong.status, wrong.text.includes('cannot be tried')]).toEqual([409, true]);
  });
});

describe('the stream of changes', () => {
  it('tells each what is theirs, and ends when they may not see any more', async () => {
    const open = await fetch(`${api.server.url}/api/v1/events`, { headers: { cookie: agency.cookie ?? '' } });
    expect(open.headers.get('content-type')).toContain('text/event-stream');
    const until = reading(open);
    await until('still here');
    const { changes } = api.world.app;
    changes.publish([
      { what: 'feed', connection: api.a, feed: 'agency' },
      { what: 'portal', connection: null, feed: null },
      { what: 'feed', connection: api.b, feed: 'agency-b' },
    ]);
    const told = await until(JSON.stringify({ what: 'feed', connection: api.b, feed: 'agency-b' }));
    expect(told).toContain('event: hello');
    expect(told).not.toContain(api.a);
    expect(told).not.toContain('portal');
    await agency.ask('DELETE', '/session');
    changes.publish([{ what: 'holds', connection: api.b, feed: null }]);
    expect(await until('event: bye')).not.toContain('"holds"');
    expect((await fetch(`${api.server.url}/api/v1/events`)).status).toBe(401);
  });
});

/** Reads on until this was said, or the stream is at its end. @returns all that was said so far */
function reading(reply: Response): (what: string) => Promise<string> {
  const reader = reply.body?.getReader();
  let said = '';
  return async (what) => {
    while (!said.includes(what)) {
      const piece = (await reader?.read())?.value;
      if (piece === undefined) return `${said}(the end)`;
      said += Buffer.from(piece).toString();
    }
    return said;
  };
}
