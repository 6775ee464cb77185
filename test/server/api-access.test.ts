import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld, password, type Caller } from './api-world.js';

let api: ApiWorld;
let holds: { a: number; foreign: number };
const callers = {} as Record<Who, Caller>;

/** In the order in which they ask: who may not comes before who may. */
const who = ['nobody', 'agencyB', 'reader', 'poller', 'agencyA', 'operator', 'administrator'] as const;
type Who = (typeof who)[number];

interface Row {
  endpoint: string;
  /** Instead of the endpoint's own parameters: what belongs to agency A. */
  path?: () => string;
  body?: () => unknown;
  headers?: Record<string, string>;
  /** By `who`. */
  status: readonly [number, number, number, number, number, number, number];
  /** A refusal of what is carried out, not of who asks, is as good. */
  lists?: true;
}

const everybody = [401, 200, 200, 403, 200, 200, 200] as const;
const ofA = [401, 404, 200, 403, 200, 200, 200] as const;
const operators = [401, 403, 403, 403, 403, 200, 200] as const;
const administrators = [401, 403, 403, 403, 403, 403, 200] as const;
const a = (id: string) => `/listings/${api.a}/${id}`;

let strangers = 0;
const rows: readonly Row[] = [
  // Whoever comes: these let people in.
  {
    endpoint: 'POST /session',
    // Of one name there are only so many tries.
    body: () => ({ name: `stranger ${++strangers}`, password: 'y' }),
    status: [401, 401, 401, 401, 401, 401, 401],
  },
  {
    endpoint: 'POST /invitations/look',
    body: () => ({ secret: 'x' }),
    status: [410, 410, 410, 410, 410, 410, 410],
  },
  {
    endpoint: 'POST /invitations/accept',
    body: () => ({ secret: 'x', password }),
    status: [410, 410, 410, 410, 410, 410, 410],
  },
  { endpoint: 'GET /session', status: [401, 200, 200, 200, 200, 200, 200] },
  { endpoint: 'GET /overview', status: everybody, lists: true },
  { endpoint: 'GET /feeds', status: everybody, lists: true },
  { endpoint: 'GET /listings', status: everybody, lists: true },
  { endpoint: 'GET /search', path: () => '/search?q=Dvosoban', status: everybody, lists: true },
  { endpoint: 'GET /runs', status: everybody, lists: true },
  { endpoint: 'GET /holds', path: () => '/holds?state=all', status: everybody, lists: true },
  { endpoint: 'GET /unmapped', status: everybody, lists: true },
  { endpoint: 'GET /quality', status: everybody, lists: true },
  { endpoint: 'GET /quality/rules', status: everybody, lists: true },
  { endpoint: 'GET /quality/rules', path: () => '/quality/rules?feed=agency', status: ofA },
  {
    endpoint: 'GET /feeds/{name}/mapping/upgrade',
    path: () => '/feeds/agency/mapping/upgrade',
    status: operators,
  },
  {
    endpoint: 'POST /feeds/{name}/mapping/upgrade',
    path: () => '/feeds/agency/mapping/upgrade',
    body: () => ({ shown: 'x' }),
    status: operators,
  },
  { endpoint: 'GET /questions', status: operators },
  {
    endpoint: 'GET /questions/{id}',
    path: () => '/questions/none',
    status: [401, 403, 403, 403, 403, 404, 404],
  },
  {
    endpoint: 'POST /attention/close',
    body: () => ({ cause: 'none', reason: 'x' }),
    status: [401, 403, 403, 403, 403, 409, 409],
  },
  {
    endpoint: 'POST /questions/{id}/answer',
    path: () => '/questions/none/answer',
    body: () => ({ shown: 'x' }),
    status: [401, 403, 403, 403, 403, 404, 404],
  },
  { endpoint: 'GET /feeds/{name}/doubts', path: () => '/feeds/agency/doubts', status: ofA },
  {
    endpoint: 'POST /feeds/{name}/confirm',
    path: () => '/feeds/agency/confirm',
    body: () => ({ rule: 'band', expect: 1 }),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /listings/{connection}/{id}/confirm',
    path: () => `${a('A0001')}/confirm`,
    body: () => ({ field: 'price', value: '1 EUR' }),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /listings/{connection}/{id}/unconfirm',
    path: () => `${a('A0001')}/unconfirm`,
    body: () => ({}),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  { endpoint: 'GET /mapping-schema', status: everybody },
  { endpoint: 'GET /feeds/{name}', path: () => '/feeds/agency', status: ofA },
  { endpoint: 'GET /listings', path: () => `/listings?connection=${api.a}`, status: ofA },
  { endpoint: 'GET /listings', path: () => '/listings?feed=agency', status: ofA },
  { endpoint: 'GET /listings/counts', path: () => `/listings/counts?connection=${api.a}`, status: ofA },
  { endpoint: 'GET /listings.csv', path: () => `/listings.csv?connection=${api.a}`, status: ofA },
  { endpoint: 'GET /listings.csv', path: () => '/listings.csv?feed=agency', status: ofA },
  { endpoint: 'GET /runs', path: () => '/runs?feed=agency', status: ofA },
  { endpoint: 'GET /unmapped', path: () => '/unmapped?feed=agency', status: ofA },
  { endpoint: 'GET /quality', path: () => '/quality?feed=agency', status: ofA },
  { endpoint: 'GET /listings/{connection}/{id}', path: () => a('A0001'), status: ofA },
  // Under one's own connection there is no listing of another one.
  {
    endpoint: 'GET /listings/{connection}/{id}',
    path: () => `/listings/${api.b}/A0001`,
    status: [401, 404, 404, 403, 404, 404, 404],
  },
  { endpoint: 'GET /holds/{id}', path: () => `/holds/${holds.a}`, status: ofA },
  {
    endpoint: 'POST /feeds/{name}/mapping/preview',
    path: () => '/feeds/agency/mapping/preview',
    body: () => ({ tables: {} }),
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  // It was asked for this very moment: whoever may ask has to wait.
  {
    endpoint: 'POST /feeds/{name}/poll',
    path: () => '/feeds/agency/poll',
    status: [401, 404, 403, 429, 429, 429, 429],
  },
  {
    endpoint: 'GET /feeds/{name}/polls/{id}',
    path: () => '/feeds/agency/polls/999',
    status: [401, 404, 403, 404, 404, 404, 404],
  },
  {
    endpoint: 'POST /holds/{id}/approve',
    path: () => `/holds/${holds.a}/approve`,
    body: () => ({ expect: 77 }),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /holds/{id}/reject',
    path: () => `/holds/${holds.a}/reject`,
    body: () => ({}),
    status: [401, 404, 403, 403, 200, 409, 409],
  },
  {
    endpoint: 'POST /listings/{connection}/{id}/suppress',
    path: () => `${a('A0002')}/suppress`,
    body: () => ({ reason: 'sold by another' }),
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'POST /listings/{connection}/{id}/unsuppress',
    path: () => `${a('A0002')}/unsuppress`,
    status: [401, 404, 403, 403, 200, 409, 409],
  },
  {
    endpoint: 'POST /listings/{connection}/{id}/resend',
    path: () => `${a('A0003')}/resend`,
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /resend',
    body: () => ({ connection: api.a, code: 'photo_fetch_failed' }),
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'POST /feeds/{name}/pause',
    path: () => '/feeds/agency/pause',
    status: [401, 404, 403, 403, 200, 409, 409],
  },
  {
    endpoint: 'POST /feeds/{name}/resume',
    path: () => '/feeds/agency/resume',
    status: [401, 404, 403, 403, 200, 409, 409],
  },
  {
    endpoint: 'POST /feeds/{name}/retire',
    path: () => '/feeds/agency/retire',
    status: [401, 403, 403, 403, 403, 200, 200],
  },
  { endpoint: 'GET /report', status: [401, 200, 200, 403, 200, 400, 400] },
  { endpoint: 'GET /report', path: () => `/report?connection=${api.a}`, status: ofA },
  { endpoint: 'GET /home', status: [401, 200, 200, 403, 200, 400, 400] },
  { endpoint: 'GET /home', path: () => `/home?connection=${api.a}`, status: ofA },
  { endpoint: 'GET /situation', status: operators },
  { endpoint: 'GET /installation', status: administrators },
  { endpoint: 'GET /connections', status: everybody, lists: true },
  { endpoint: 'GET /connections/{id}', path: () => `/connections/${api.a}`, status: ofA },
  {
    endpoint: 'POST /connections/{id}/reconcile',
    path: () => `/connections/${api.a}/reconcile`,
    body: () => ({ dry_run: true }),
    status: operators,
  },
  {
    endpoint: 'GET /connections/{id}/reconciles/{number}',
    path: () => `/connections/${api.a}/reconciles/9999`,
    status: [401, 403, 403, 403, 403, 404, 404],
  },
  {
    endpoint: 'POST /listings/{connection}/{id}/contacts',
    path: () => `${a('A0001')}/contacts`,
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  { endpoint: 'GET /holds', path: () => `/holds?connection=${api.a}`, status: ofA },
  { endpoint: 'GET /holds', path: () => '/holds?feed=agency', status: ofA },
  { endpoint: 'GET /listings', path: () => '/listings?standing=off', status: everybody },
  { endpoint: 'GET /feeds/{name}/expected', path: () => '/feeds/agency/expected', status: ofA },
  {
    endpoint: 'PUT /feeds/{name}/expected',
    path: () => '/feeds/agency/expected',
    body: () => ({ removals: 2, until: '2099-01-01T00:00:00Z' }),
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'DELETE /feeds/{name}/expected',
    path: () => '/feeds/agency/expected',
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  { endpoint: 'GET /feeds/{name}/words', path: () => '/feeds/agency/words', status: ofA },
  {
    endpoint: 'PUT /feeds/{name}/words',
    path: () => '/feeds/agency/words',
    body: () => ({ words: [{ table: 'no such', word: 'x', key: null }] }),
    status: [401, 404, 403, 403, 400, 400, 400],
  },
  { endpoint: 'GET /feeds/{name}/mapping', path: () => '/feeds/agency/mapping', status: ofA },
  {
    endpoint: 'PUT /feeds/{name}/mapping',
    path: () => '/feeds/agency/mapping',
    body: () => ({ text: 'no: mapping' }),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /feeds/{name}/mapping/check',
    path: () => '/feeds/agency/mapping/check',
    body: () => ({ text: 'no: mapping' }),
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'GET /feeds/{name}/mapping/proposal',
    path: () => '/feeds/agency/mapping/proposal',
    status: [401, 403, 403, 403, 403, 200, 200],
  },
  { endpoint: 'GET /feeds/{name}/changes', path: () => '/feeds/agency/changes', status: ofA },
  {
    endpoint: 'GET /feeds/{name}/changes/{id}',
    path: () => '/feeds/agency/changes/999',
    status: [401, 404, 404, 403, 404, 404, 404],
  },
  {
    endpoint: 'POST /feeds/{name}/changes/{id}/undo',
    path: () => '/feeds/agency/changes/999/undo',
    status: [401, 404, 403, 403, 404, 404, 404],
  },
  { endpoint: 'GET /vocabulary', status: everybody, lists: true },
  { endpoint: 'GET /places', path: () => '/places?q=novi', status: everybody, lists: true },
  { endpoint: 'GET /portal', status: operators },
  { endpoint: 'GET /settings', status: operators },
  { endpoint: 'GET /logs', status: operators },
  { endpoint: 'GET /charts/size', path: () => '/charts/size?feed=agency', status: ofA },
  { endpoint: 'GET /charts/delay', path: () => '/charts/delay?feed=agency', status: ofA },
  { endpoint: 'GET /charts/items', path: () => `/charts/items?connection=${api.a}`, status: ofA },
  { endpoint: 'GET /charts/items', status: [401, 400, 400, 403, 400, 200, 200] },
  { endpoint: 'GET /agencies', status: everybody, lists: true },
  { endpoint: 'GET /agencies/{name}', path: () => '/agencies/set-up', status: ofA },
  { endpoint: 'GET /agencies/{name}/setup', path: () => '/agencies/set-up/setup', status: ofA },
  { endpoint: 'GET /agencies/{name}/statements', path: () => '/agencies/set-up/statements', status: ofA },
  {
    endpoint: 'POST /agencies',
    body: () => ({ name: 'c', title: 'C', email: 'c@agency.example', url: `${api.world.feedUrl}/c.xml` }),
    status: [401, 403, 403, 403, 403, 200, 409],
  },
  {
    endpoint: 'POST /agencies/import',
    body: () => ({ csv: 'name,title,email,url\n' }),
    status: operators,
  },
  {
    endpoint: 'PATCH /agencies/{name}',
    path: () => '/agencies/set-up',
    body: () => ({ title: 'A nekretnine' }),
    status: operators,
  },
  {
    endpoint: 'POST /agencies/{name}/invite',
    path: () => '/agencies/set-up/invite',
    body: () => ({}),
    status: administrators,
  },
  {
    endpoint: 'POST /agencies/{name}/read',
    path: () => '/agencies/set-up/read',
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'POST /agencies/{name}/setup/connect',
    path: () => '/agencies/set-up/setup/connect',
    body: () => ({ code: 'short' }),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /agencies/{name}/setup/confirm',
    path: () => '/agencies/set-up/setup/confirm',
    body: () => ({ ok: false }),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /agencies/{name}/setup/answers',
    path: () => '/agencies/set-up/setup/answers',
    body: () => ({}),
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'POST /agencies/{name}/setup/rules',
    path: () => '/agencies/set-up/setup/rules',
    body: () => ({ rules: [{ value: true, when: { title_word: 'lux' } }] }),
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'PUT /agencies/{name}/setup/mapping',
    path: () => '/agencies/set-up/setup/mapping',
    body: () => ({ text: 'name: x' }),
    status: [401, 403, 403, 403, 403, 409, 409],
  },
  { endpoint: 'GET /agencies/{name}/upload', path: () => '/agencies/set-up/upload', status: ofA },
  {
    endpoint: 'PUT /agencies/{name}/upload',
    path: () => '/agencies/set-up/upload?file=a.xml',
    body: () => '<a/>',
    headers: { 'content-type': 'application/octet-stream' },
    // The first one waits to be read.
    status: [401, 404, 403, 403, 200, 409, 409],
  },
  {
    endpoint: 'DELETE /agencies/{name}/upload',
    path: () => '/agencies/set-up/upload',
    status: [401, 404, 403, 403, 200, 200, 200],
  },
  {
    endpoint: 'POST /agencies/{name}/setup/send',
    path: () => '/agencies/set-up/setup/send',
    body: () => ({}),
    status: [401, 404, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'DELETE /agencies/{name}',
    path: () => '/agencies/set-up',
    status: [401, 403, 403, 403, 403, 200, 404],
  },
  { endpoint: 'GET /audit', status: [401, 403, 403, 403, 403, 200, 200] },
  { endpoint: 'GET /users', status: administrators },
  {
    endpoint: 'POST /users',
    body: () => ({ name: 'new@agency.example', role: 'agency', connections: [api.b] }),
    status: administrators,
  },
  {
    endpoint: 'POST /colleagues',
    body: () => ({ email: 'no address' }),
    status: [401, 409, 403, 403, 409, 409, 409],
  },
  {
    endpoint: 'POST /users/{id}/invitation',
    path: () => '/users/999/invitation',
    status: [401, 403, 403, 403, 403, 403, 404],
  },
  {
    endpoint: 'PUT /users/{id}/connections',
    path: () => '/users/999/connections',
    body: () => ({ connections: [api.b] }),
    status: [401, 403, 403, 403, 403, 403, 404],
  },
  { endpoint: 'DELETE /users/{id}', path: () => '/users/999', status: [401, 403, 403, 403, 403, 403, 404] },
  // Of one's own account, and never by a token; the first is the poller's, which A revokes.
  { endpoint: 'GET /tokens', status: [401, 200, 403, 403, 200, 200, 200], lists: true },
  {
    endpoint: 'POST /tokens',
    body: () => ({ label: 'crm', scope: 'poll' }),
    status: [401, 200, 403, 403, 200, 200, 200],
  },
  { endpoint: 'DELETE /tokens/{id}', path: () => '/tokens/1', status: [401, 404, 403, 403, 200, 404, 404] },
  {
    endpoint: 'PUT /session/password',
    body: () => ({ former: 'wrong', password }),
    status: [401, 422, 403, 401, 422, 422, 422],
  },
  { endpoint: 'GET /session/mail', status: [401, 200, 403, 401, 200, 200, 200] },
  {
    endpoint: 'PUT /session/mail',
    body: () => ({ at_once: true, digest: false, language: null }),
    status: [401, 409, 403, 401, 409, 409, 409],
  },
  { endpoint: 'DELETE /session', status: [401, 200, 403, 401, 200, 200, 200] },
];

beforeAll(async () => {
  api = await ApiWorld.create();
  const { store } = api.services;
  const feedId = (await store.feeds.byName('agency'))?.id ?? null;
  const line = { externalId: 'A0001', title: 'Dvosoban', lastSeenAt: 1, reason: 'withdrawn' } as const;
  const raise = async (kind: 'removals' | 'foreign', connectionId: string, ofFeed: number | null) =>
    (
      await store.holds.raise(
        { connectionId, feedId: ofFeed, kind, reason: 'too many', snapshotId: null, lines: [line] },
        1,
      )
    ).id;
  holds = { a: await raise('removals', api.a, feedId), foreign: await raise('foreign', api.b, null) };
  const payload = { connectionId: api.a, feeds: ['agency'], dryRun: false };
  const now = api.world.clock.now();
  await store.intents.done(
    await store.intents.add({ kind: 'sync', payload, author: 'test', now }),
    '{}',
    now,
  );
  callers.nobody = api.caller();
  callers.agencyA = await api.signedIn('a@agency.example', 'agency', [api.a]);
  callers.poller = await api.withToken('a@agency.example', 'poll');
  callers.agencyB = await api.signedIn('b@agency.example', 'agency', [api.b]);
  const feed = { url: `${api.world.feedUrl}/a.xml`, mapping: 'estate-sistem' };
  const setUp = { name: 'set-up', title: 'A', email: 'a@agency.example', language: 'en', feed } as const;
  await store.setups.add(setUp, 'test', api.world.clock.now());
  const ofAgencyA = await store.access.accountNamed('a@agency.example');
  await store.setups.addPerson('set-up', ofAgencyA?.id ?? 0, 'test', api.world.clock.now());
  callers.operator = await api.signedIn('operator', 'operator');
  callers.administrator = await api.signedIn('administrator', 'administrator');
  callers.reader = await api.withToken('a@agency.example', 'read');
});
afterAll(() => api.close());

describe('who may do what', () => {
  it('is said for every endpoint that the document has', async () => {
    const document = await callers.nobody.get<{ paths: Record<string, object> }>('/openapi.json');
    const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    // The streams do not end: they have tests of their own.
    const told = new Set([...rows.map(({ endpoint }) => endpoint), 'GET /events', 'GET /logs/live']);
    expect(endpoints.filter((endpoint) => !told.has(endpoint))).toEqual([]);
    expect([...told].filter((endpoint) => !endpoints.includes(endpoint))).toEqual([]);
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it.each(rows.map((row) => [`${row.endpoint}${row.path === undefined ? '' : ' of A'}`, row] as const))(
    '%s',
    async (_name, { endpoint, path, body, headers, status, lists }) => {
      const [method = '', template = ''] = endpoint.split(' ');
      const statuses: number[] = [];
      for (const each of who) {
        const reply = await callers[each].ask(method, path?.() ?? template, {
          ...(body !== undefined && { body: body() }),
          ...(headers !== undefined && { headers }),
        });
        statuses.push(reply.status);
        if (reply.status >= 400) expect(JSON.parse(reply.text)).toHaveProperty('error.message');
        // Whatever the answer, nothing of A stands in what B gets, and the other way round.
        if (each === 'agencyB')
          expect(reply.text).not.toMatch(new RegExp(`A000\\d|"(feed|name)":"agency"|${api.a}|a@agency`));
        if (each === 'agencyA')
          expect(reply.text).not.toMatch(new RegExp(`A010\\d|agency-b|${api.b}|b@agency`));
        if (lists === true && reply.status === 200) expect(reply.text.length).toBeGreaterThan(10);
      }
      expect(statuses).toEqual(status);
    },
  );
});
