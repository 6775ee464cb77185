import { expect, test } from 'vitest';
import { createBench, sale, type Bench } from './partner.js';

const origin = 'http://localhost:4000';

function get(bench: Bench, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return bench.sandbox.fetch(new Request(`${origin}/_sandbox${path}`, { headers }));
}

function submit(
  bench: Bench,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin },
): Promise<Response> {
  const body = new URLSearchParams({ _back: '/_sandbox/page/overview', ...fields });
  return bench.sandbox.fetch(
    new Request(`${origin}/_sandbox/page/do`, { method: 'POST', body, headers, redirect: 'manual' }),
  );
}

test('the bare path leads to the overview, which names the base address', async () => {
  const bench = await createBench();
  const start = await get(bench, '');
  expect(start.headers.get('location')).toBe('/_sandbox/page/overview');
  expect(await (await get(bench, '/page/overview')).text()).toContain(`${origin}/v1`);
});

test('pages run nothing of others and may not be framed', async () => {
  const bench = await createBench();
  const policy = (await get(bench, '/page/overview')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

test('texts of clients are escaped on every page that shows them', async () => {
  const bench = await createBench();
  const { partner, connection } = bench;
  const evil = '<img src=x onerror=alert(1)>';
  bench.sandbox.staff.setAgency(connection, { name: evil });
  await partner.put(`/connections/${connection}/listings/A-1`, sale(bench, 'A-1', { title: { sr: evil } }));
  await partner.put(`/connections/${connection}/listings/A-2`, sale(bench, 'A-2', { [evil]: evil }));
  await partner.get(`/places?q=${encodeURIComponent(evil)}`);
  const paths = [
    'overview',
    `connections/${connection}`,
    `connections/${connection}/listings/A-1`,
    'requests',
  ];
  for (const path of paths) {
    const text = await (await get(bench, `/page/${path}`)).text();
    expect(text).toMatch(/&lt;img|%3Cimg/);
    expect(text, path).not.toContain('<img');
  }
});

test.each([
  ['no origin', {}],
  ['another site', { origin: 'https://example.com' }],
  ['another port of this machine', { origin: 'http://localhost:3000' }],
  ['a hidden origin', { origin: 'null' }],
  ['a browser that says cross-site', { origin, 'sec-fetch-site': 'cross-site' }],
  ['a browser that says same-site', { origin, 'sec-fetch-site': 'same-site' }],
])('a form from elsewhere is refused: %s', async (_, headers: Record<string, string>) => {
  const bench = await createBench();
  const reply = await submit(bench, { _call: `POST /connections/${bench.connection}/revoke` }, headers);
  expect(reply.status).toBe(403);
  expect(bench.sandbox.staff.connection(bench.connection).status).toBe('active');
});

test('another name than this machine’s own shows nothing', async () => {
  const { sandbox } = await createBench();
  const reply = await sandbox.fetch(new Request('http://portal.example/_sandbox/page/overview'));
  expect(reply.status).toBe(403);
});

test('a form becomes a call of the control API, its fields typed by their names', async () => {
  const bench = await createBench();
  const reply = await submit(bench, {
    _call: `PATCH /connections/${bench.connection}/agency`,
    _back: `/_sandbox/page/connections/${bench.connection}`,
    name: ' Nova ',
    'register_number:nullable': '',
    'listing_limit:nullable:number': '7',
    'blocked:boolean': 'true',
    'members:list': 'a@example.com, B@example.com',
    kind: '',
  });
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe(`/_sandbox/page/connections/${bench.connection}`);
  expect(bench.sandbox.staff.connection(bench.connection).agency).toMatchObject({
    name: 'Nova',
    register_number: null,
    listing_limit: 7,
    blocked: true,
    members: ['a@example.com', 'b@example.com'],
    kind: 'agency',
  });
});

test('what the control API refuses is told on a page, with the way back; no other way is taken', async () => {
  const bench = await createBench();
  const refused = await submit(bench, {
    _call: `POST /connections/${bench.connection}/certify`,
    _back: 'https://example.com/',
  });
  expect(refused.status).toBe(409);
  const text = await refused.text();
  expect(text).toContain('certify needs a connection that is certifying');
  expect(text).toContain('href="/_sandbox/page/overview"');
  expect((await submit(bench, { _call: 'GET /apps' })).status).toBe(400);
  expect((await get(bench, '/page/connections/none')).status).toBe(404);
});

test('the request log keeps the refusal: its message, details and the values that they point at', async () => {
  const bench = await createBench();
  const { partner, connection, sandbox } = bench;
  sandbox.staff.clearRequestLog();
  await partner.put(`/connections/${connection}/listings/A-1`, sale(bench, 'A-1', { price: 7 }));
  await partner.get('/connections?limit=900');
  const [body, query] = sandbox.staff.requestLog().map(({ refusal }) => refusal);
  expect(body?.sent).toEqual([{ pointer: '/price', value: '7' }]);
  expect(query?.details).toMatchObject([{ pointer: '/limit', code: 'too_big' }]);
  expect(query?.sent).toEqual([{ pointer: '/limit', value: '"900"' }]);
});

interface CoverageReply {
  met: number;
  of: number;
  kinds: { kind: string; entries: { name: string; count: number }[] }[];
}

test('the coverage counts what the replies to one app held, until a reset', async () => {
  const bench = await createBench();
  const { partner, connection, sandbox } = bench;
  await partner.put(`/connections/${connection}/listings/A-1`, sale(bench, 'A-1'));
  await partner.get(`/connections/${connection}/listings`);
  await partner.get('/batches/none');
  const other = sandbox.staff.addApp({ name: 'Other' });
  const { apps } = (await (await get(bench, '/apps')).json()) as { apps: { id: string }[] };
  const read = async (id: string): Promise<CoverageReply> =>
    (await (await get(bench, `/apps/${id}/coverage`)).json()) as CoverageReply;
  const count = ({ kinds }: CoverageReply, kind: string, name: string): number | undefined =>
    kinds.find((each) => each.kind === kind)?.entries.find((each) => each.name === name)?.count;
  const coverage = await read(apps[0]!.id);
  expect(count(coverage, 'operations', 'put_listing')).toBe(1);
  expect(count(coverage, 'operations', 'reconcile')).toBe(0);
  expect(count(coverage, 'error_codes', 'batch_not_found')).toBe(1);
  expect(count(coverage, 'item_results', 'accepted')).toBe(1);
  expect(count(coverage, 'listing_states', 'live')).toBe(1);
  expect(coverage.kinds.find(({ kind }) => kind === 'operations')?.entries).toHaveLength(15);
  expect((await read(other)).met).toBe(0);
  sandbox.reset();
  expect((await read(apps[0]!.id)).met).toBe(0);
});

test('what pages show is JSON for scripts too', async () => {
  const bench = await createBench();
  const { partner, connection } = bench;
  await partner.put(`/connections/${connection}/listings/A-1`, sale(bench, 'A-1'));
  await partner.post(`/connections/${connection}/batches`, { listings: [sale(bench, 'A-2')] });
  const json = async (path: string): Promise<unknown> => (await get(bench, path)).json();
  expect(await json('/connections')).toMatchObject({
    connections: [{ id: connection, turn: 'nobody', itemsSpent: 2 }],
  });
  expect(await json(`/connections/${connection}/listings/A-1`)).toMatchObject({
    status: 'live',
    visitor: { price: '€ 120,000', category: 'Apartment', keyFacts: ['54.5 m²', '2 rooms'] },
  });
  expect(await json(`/connections/${connection}/batches`)).toMatchObject({
    batches: [{ batch: { status: 'completed', counts: { accepted: 1 } } }],
  });
});

test('staff decide a listing under review on an active connection, over the control API or on its page', async () => {
  const bench = await createBench();
  const { partner, connection, sandbox } = bench;
  const path = (id: string): string => `/connections/${connection}/listings/${encodeURIComponent(id)}`;
  const decide = async (id: string, action: string, body?: object): Promise<[number, string | undefined]> => {
    const init = body === undefined ? { method: 'POST' } : { method: 'POST', body: JSON.stringify(body) };
    const reply = await sandbox.fetch(new Request(`${origin}/_sandbox${path(id)}/${action}`, init));
    const text = await reply.text();
    const { error } = JSON.parse(text === '' ? '{}' : text) as { error?: { code: string } };
    return [reply.status, error?.code];
  };
  for (const id of ['A:review', 'B:review', 'C:review', 'D:review'])
    await partner.put(path(id), sale(bench, id));
  const page = await (await get(bench, `/page${path('A:review')}`)).text();
  expect(page).toContain(`value="POST ${path('A:review')}/approve"`);
  expect(page).not.toContain('Put it live');
  expect((await submit(bench, { _call: `POST ${path('A:review')}/approve` })).status).toBe(303);
  expect(await decide('B:review', 'reject', { failure_code: 'duplicate' })).toEqual([204, undefined]);
  sandbox.staff.setQuota(connection, 1);
  expect(await decide('C:review', 'approve')).toEqual([204, undefined]);
  expect(await decide('C:review', 'approve')).toEqual([409, 'listing_not_under_review']);
  expect(await decide('Z', 'approve')).toEqual([404, 'listing_not_found']);
  expect(await decide('D:review', 'reject', { failure_code: 'because' })).toEqual([422, 'validation_failed']);
  sandbox.staff.pause(connection);
  expect(await decide('D:review', 'approve')).toEqual([409, 'connection_not_active']);
  const held = sandbox.staff.listings(connection);
  expect(held.map(({ externalId, status, failureCode }) => [externalId, status, failureCode])).toEqual([
    ['A:review', 'live', null],
    ['B:review', 'rejected', 'duplicate'],
    ['C:review', 'rejected', 'quota_exceeded'],
    ['D:review', 'needs_review', null],
  ]);
});
