import { afterEach, describe, expect, it } from 'vitest';
import { startStubPortal, type Answer, type StubPortal } from './stub-portal.js';

let portal: StubPortal;
afterEach(async () => {
  await portal.close();
});

const noOperation: Answer = {
  status: 404,
  json: { error: { code: 'not_found', message: 'The API has no such operation.' }, request_id: 'r1' },
};
const page: Answer = { status: 200, headers: { 'Content-Type': 'text/html' }, text: '<html>' };
const ping: Answer = {
  status: 200,
  json: {
    app: { id: 'a', environment: 'sandbox', name: 'feedsync' },
    key_id: 'px_sandbox_1',
    partner: { id: 'p', name: 'Partner' },
    server_time: '2026-11-20T10:00:00Z',
    limits: { rate_limit_per_minute: 60, connection_items_per_hour: 500, max_batch_items: 100 },
  },
};
const targets = (): string[] => portal.seen.map(({ method, target }) => `${method} ${target}`);

describe('a base address without the API’s version', () => {
  it.each<[string, Answer]>([
    ['the API’s 404', noOperation],
    ['a 404 of something else', { status: 404, text: 'Not Found' }],
    ['a website’s page', page],
    ['a redirect to a website', { status: 302, headers: { Location: '/login' } }],
  ])('is named where %s answers', async (_what, answer) => {
    portal = await startStubPortal({ basePath: '' });
    portal.answer(answer);
    const [seen] = (await Promise.all([portal.client.ping()])) as unknown[];
    const base = `http://${portal.seen[0]?.headers.host ?? ''}`;
    expect(seen).toEqual({
      kind: 'unreachable',
      reason: `${base} is not the address of the portal’s API: portal.base_url lacks the version. Write ${base}/v1.`,
    });
    expect(targets()).toEqual(['GET /ping']);
  });

  it('says of no connection that it does not exist', async () => {
    portal = await startStubPortal({ basePath: '/partners/' });
    portal.answer(noOperation);
    expect(await portal.client.getConnection('c1')).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringMatching(/\/partners\/v1\.$/) as string,
    });
    expect(targets()).toEqual(['GET /partners/connections/c1', 'GET /partners/ping']);
  });

  it('leaves unknown what became of a change that something else answered', async () => {
    portal = await startStubPortal({ basePath: '' });
    portal.answer(page);
    expect(await portal.client.redeem('ABCD-1234')).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('lacks the version') as string,
    });
  });

  it('is right where the API answers under it: then a 404 is one', async () => {
    portal = await startStubPortal({ basePath: '/api' });
    portal.answer(noOperation, ping, noOperation);
    for (let time = 0; time < 2; time++)
      expect(await portal.client.getConnection('c1')).toMatchObject({ kind: 'refused', scope: 'not_found' });
    expect(targets()).toEqual(['GET /api/connections/c1', 'GET /api/ping', 'GET /api/connections/c1']);
  });

  it.each<[string, Answer]>([
    ['a server error', { status: 503, text: 'down' }],
    [
      'a refused key',
      { status: 401, json: { error: { code: 'unknown_key', message: 'No.' }, request_id: 'r' } },
    ],
  ])('is no reason for %s', async (_what, answer) => {
    portal = await startStubPortal({ basePath: '' });
    portal.answer(answer);
    expect(JSON.stringify(await portal.client.ping())).not.toContain('version');
  });
});

it('a 404 under an address with a version stays one, without another request', async () => {
  portal = await startStubPortal();
  portal.answer(noOperation);
  expect(await portal.client.getConnection('c1')).toMatchObject({ kind: 'refused', scope: 'not_found' });
  expect(portal.seen).toHaveLength(1);
});
