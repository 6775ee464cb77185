import { beforeEach, describe, expect, it } from 'vitest';
import { createBench, Partner, sale, type Answer, type Bench } from './partner.js';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});

const redeem = (connect_code: unknown): Promise<Answer> =>
  bench.partner.post('/connections', { connect_code });
const get = (id: string): Promise<Answer> => bench.partner.get(`/connections/${id}`);
const view = (id: string): Promise<Answer> => bench.partner.get(`/connections/${id}/listings`);
const put = (id: string, externalId = 'A1'): Promise<Answer> =>
  bench.partner.put(`/connections/${id}/listings/${externalId}`, sale(bench, externalId));
const problem = async (answer: Promise<Answer>): Promise<unknown[]> => {
  const { status, body } = await answer;
  return [status, body.error.code];
};

describe('redeeming a code', () => {
  it('makes a certifying connection, once, in any spelling', async () => {
    const { code, connectionId } = bench.sandbox.staff.issueCode({ agency: { name: 'Dunav' } });
    expect(await problem(get(connectionId))).toEqual([404, 'connection_not_found']);
    const answer = await redeem(code.toLowerCase().replaceAll('-', '').slice(2));
    expect(answer.status).toBe(201);
    expect(answer.body.connection).toMatchObject({
      id: connectionId,
      status: 'certifying',
      environment: 'sandbox',
      agency: { name: 'Dunav', listing_quota: { used: 0, limit: 1000 }, photo_limit: 20 },
      certified_at: null,
      paused: null,
      last_push_at: null,
    });
    expect(await problem(redeem(code))).toEqual([404, 'connect_code_invalid']);
    expect((await bench.partner.get('/connections')).body.connections.map(({ id }) => id)).toContain(
      connectionId,
    );
  });

  it('refuses unknown, lapsed and other apps codes alike; a lapsed one is issued anew', async () => {
    const { staff } = bench.sandbox;
    const { code, connectionId } = staff.issueCode();
    const live = staff.issueCode({ environment: 'live' });
    expect(await problem(redeem('PX-ABCD-EFGH-JKLM'))).toEqual([404, 'connect_code_invalid']);
    expect(await problem(redeem(live.code))).toEqual([404, 'connect_code_invalid']);
    bench.clock.advance(7 * 24 * 3600 * 1000);
    expect(await problem(redeem(code))).toEqual([404, 'connect_code_invalid']);
    const again = staff.issueCode({ connectionId });
    expect(again.connectionId).toBe(connectionId);
    expect((await redeem(again.code)).status).toBe(201);
  });

  it('refuses an agency that is not eligible, and what is no code', async () => {
    const { staff } = bench.sandbox;
    const reasonFor = async (agency: object): Promise<unknown> =>
      (await redeem(staff.issueCode({ agency }).code)).body.error.details;
    expect(await reasonFor({ register_number: null })).toEqual({ reason: 'register_number_missing' });
    expect(await reasonFor({ blocked: true })).toEqual({ reason: 'account_blocked' });
    expect(await problem(redeem('short'))).toEqual([422, 'validation_failed']);
    expect(await problem(redeem('x'.repeat(33)))).toEqual([422, 'validation_failed']);
    expect(await problem(redeem(17))).toEqual([422, 'validation_failed']);
    expect(await problem(bench.partner.post('/connections', {}))).toEqual([422, 'validation_failed']);
    expect(await problem(bench.partner.post('/connections', '"x"'))).toEqual([400, 'body_invalid']);
  });
});

describe('a certifying connection', () => {
  it('reviews, is certified, and then publishes', async () => {
    const { staff } = bench.sandbox;
    const id = staff.addConnection({ status: 'certifying' });
    expect((await put(id)).body.item).toMatchObject({ result: 'needs_review', listing_id: null });
    expect((await get(id)).body.connection.counts).toEqual({ live: 0, paused: 0, review: 1, failed: 0 });
    staff.certify(id);
    expect((await get(id)).body.connection).toMatchObject({
      status: 'active',
      counts: { live: 1, review: 0 },
    });
    expect((await view(id)).body.listings[0]!.status).toBe('live');
    expect((await put(id)).body.item.result).toBe('unchanged');
  });

  it('is sent back with a note; what was refused may be pushed again', async () => {
    const { staff } = bench.sandbox;
    const id = staff.addConnection({ status: 'certifying' });
    await put(id);
    staff.sendBack(id, 'Titles are all alike.');
    expect(staff.connection(id)).toMatchObject({ status: 'certifying', note: 'Titles are all alike.' });
    expect((await view(id)).body.listings[0]).toMatchObject({
      status: 'rejected',
      failure_code: 'certification_rejected',
    });
    expect((await put(id)).body.item.result).toBe('needs_review');
  });
});

describe('pause, resume, revoke', () => {
  it.each(['active', 'certifying'] as const)(
    'a pause of one that is %s ends where it began',
    async (status) => {
      const { staff } = bench.sandbox;
      const id = staff.addConnection({ status });
      staff.pause(id, 'Vacation', 'agency');
      expect((await get(id)).body.connection).toMatchObject({
        status: 'paused',
        paused: { at: '2026-03-02T08:00:00.000Z', by: 'agency', reason: 'Vacation' },
      });
      const refused = await put(id);
      expect([refused.status, refused.body.error.details]).toEqual([409, { status: 'paused' }]);
      expect((await view(id)).status).toBe(200);
      staff.resume(id);
      expect((await get(id)).body.connection).toMatchObject({ status, paused: null });
    },
  );

  it('a disconnected one stays readable, releases its listings and is disconnected again without error', async () => {
    const { partner, connection: id, sandbox } = bench;
    await put(id);
    const answer = await partner.send('DELETE', `/connections/${id}?reason=Bye`);
    expect(answer.body.connection).toMatchObject({ status: 'revoked', counts: { live: 0 } });
    expect((await partner.send('DELETE', `/connections/${id}`)).status).toBe(200);
    expect((await get(id)).body.connection.status).toBe('revoked');
    expect(await problem(view(id))).toEqual([409, 'connection_not_active']);
    expect(await problem(put(id))).toEqual([409, 'connection_not_active']);
    expect(sandbox.staff.listings(id)[0]).toMatchObject({ status: 'released', reason: 'Bye' });
    const long = await partner.send('DELETE', `/connections/${id}?reason=${'x'.repeat(201)}`);
    expect(long.body.error.details).toMatchObject([{ pointer: '/reason', code: 'too_big' }]);
  });

  it('a pending one is hidden from reading and refuses writing', async () => {
    const id = bench.sandbox.staff.addConnection({ status: 'pending' });
    expect(await problem(get(id))).toEqual([404, 'connection_not_found']);
    expect(await problem(view(id))).toEqual([409, 'connection_not_active']);
    expect((await put(id)).body.error.details).toEqual({ status: 'pending' });
    expect((await bench.partner.get('/connections')).body.connections).toHaveLength(1);
  });

  it('refuses transitions that the table does not have', () => {
    const { staff } = bench.sandbox;
    const id = staff.addConnection({ status: 'revoked' });
    for (const action of [
      () => staff.certify(id),
      () => staff.resume(id),
      () => staff.pause(id),
      () => staff.sendBack(id, 'x'),
      () => staff.issueCode({ connectionId: id }),
    ]) {
      expect(action).toThrow(/revoked|pending/);
    }
    expect(() => staff.certify(bench.connection)).toThrow(/active/);
  });
});

describe('whose connection', () => {
  it('another app or environment finds nothing', async () => {
    const { sandbox, clock, connection } = bench;
    const other = new Partner(sandbox, clock);
    for (const key of [
      sandbox.staff.registerKey(other.publicKeyPem, 'live'),
      sandbox.staff.registerKey(other.publicKeyPem, 'sandbox', sandbox.staff.addApp()),
    ]) {
      other.keyId = key;
      expect(await problem(other.get(`/connections/${connection}`))).toEqual([404, 'connection_not_found']);
      expect(await problem(other.get(`/connections/${connection}/listings`))).toEqual([
        404,
        'connection_not_found',
      ]);
      expect((await other.get('/connections')).body.connections).toEqual([]);
    }
    expect(await problem(get('no-uuid'))).toEqual([404, 'connection_not_found']);
  });

  it('lists by status, in pages', async () => {
    const { staff } = bench.sandbox;
    for (const status of ['certifying', 'paused', 'active', 'revoked'] as const)
      staff.addConnection({ status });
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer = await bench.partner.get(
        `/connections?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      ids.push(...page.body.connections.map(({ id }) => id));
      cursor = page.body.next_cursor;
    }
    expect(new Set(ids).size).toBe(5);
    expect((await bench.partner.get('/connections?status=active')).body.connections).toHaveLength(2);
    const refused = await bench.partner.get('/connections?limit=201');
    expect(refused.body.error.details).toMatchObject([{ pointer: '/limit', code: 'too_big' }]);
    expect(await problem(bench.partner.get('/connections?status=pending'))).toEqual([
      422,
      'validation_failed',
    ]);
    expect(await problem(bench.partner.get(`/connections?cursor=${'a'.repeat(513)}`))).toEqual([
      422,
      'validation_failed',
    ]);
  });
});
