import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { magicValues } from '../../src/sandbox/state/magic-values.js';
import { createBench, sale, type Answer, type Bench } from './partner.js';

const minute = 60_000;

/** What a client meets after a push with the value: the push-time result, then the view after each wait. */
interface Expected {
  result?: string;
  failure?: string;
  warning?: string;
  /** Minutes after the push → status and failure code in the view. */
  then?: Record<number, [string, string | null]>;
  changes?: Record<string, unknown>;
  refusal?: [number, string];
}

const rejects = (failure: string): Expected => ({
  result: 'rejected',
  failure,
  then: { 0: ['rejected', failure] },
});
const rejectsLater = (failure: string): Expected => ({
  then: { 0: ['accepted', null], 5: ['rejected', failure] },
});
const slow: Expected = { then: { 5: ['accepted', null], 14: ['accepted', null], 15: ['live', null] } };
const photos = ['https://a.example/1.jpg', 'https://a.example/2.jpg', 'https://a.example/3.jpg'];

const expected: Record<string, Expected> = {
  ':unmappable_category': rejects('unmappable_category'),
  ':missing_required': rejects('missing_required'),
  ':invalid_payload': rejects('invalid_payload'),
  ':quota_exceeded': rejects('quota_exceeded'),
  ':geo_unresolved': rejects('geo_unresolved'),
  ':schema_invalid': rejects('schema_invalid'),
  ':photo_fetch_failed': rejects('photo_fetch_failed'),
  ':photo_minimum': rejects('photo_minimum'),
  ':mandate_missing': rejects('mandate_missing'),
  ':moderation_blocked': rejects('moderation_blocked'),
  ':certification_rejected': rejects('certification_rejected'),
  ':worker_error': rejects('worker_error'),
  ':rejected': rejects('invalid_payload'),
  ':review': { result: 'needs_review', then: { 60: ['needs_review', null] } },
  ':duplicate': rejectsLater('duplicate'),
  ':blocked': rejectsLater('moderation_blocked'),
  ':moderated': { then: { 5: ['live', null], 6: ['taken_down', 'moderation_blocked'] } },
  ':slow': slow,
  ':bank': { warning: 'commission_dropped', changes: { commission: { buyer_pct: 2 } } },
  ':no-tours': { warning: 'virtual_tour_dropped', changes: { virtual_tour_url: 'https://a.example/tour' } },
  ':two-photos': { warning: 'photo_cap_applied', changes: { photos: photos.map((url) => ({ url })) } },
  ':late-batch': { then: { 5: ['live', null] } },
  ':failed-batch': { then: { 5: ['live', null] } },
  ':item-limit': { refusal: [429, 'connection_item_limit'] },
  ':rate-limit': { refusal: [429, 'rate_limit_exceeded'] },
  ':error': { refusal: [500, 'internal_error'] },
  'photo-404.sandbox.test': rejectsLater('photo_fetch_failed'),
  'photo-not-an-image.sandbox.test': rejectsLater('photo_fetch_failed'),
  'photo-too-small.sandbox.test': rejectsLater('photo_minimum'),
  'photo-slow.sandbox.test': slow,
  'photo-gone-later.sandbox.test': { then: { 5: ['live', null], 6: ['rejected', 'photo_fetch_failed'] } },
};

let bench: Bench;
beforeAll(async () => {
  bench = await createBench({ outcomeDelayMs: 5 * minute });
});

let made = 0;
const idFor = (value: string): string => (value.startsWith(':') ? `M${++made}${value}` : `M${++made}`);
const put = (id: string, changes: Record<string, unknown>): Promise<Answer> =>
  bench.partner.put(`/connections/${bench.connection}/listings/${id}`, sale(bench, id, changes));
const viewOf = async (id: string): Promise<Record<string, unknown> | undefined> => {
  const { body } = await bench.partner.get(`/connections/${bench.connection}/listings?limit=200`);
  return body.listings.find(({ external_id }) => external_id === id);
};

describe('the table of magic values', () => {
  it('is the README’s, row by row', async () => {
    const readme = await readFile('src/sandbox/README.md', 'utf8');
    for (const { value, outcome } of magicValues) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${value}\``));
      expect(row?.replaceAll(/ +\|/g, ' |'), value).toBe(`| \`${value}\` | ${outcome} |`);
    }
  });

  const ofListings = magicValues.filter(({ where }) => where !== 'connect_code').map(({ value }) => value);
  it.each(ofListings)('%s', async (value) => {
    const {
      result = 'accepted',
      failure = null,
      warning,
      then = {},
      changes = {},
      refusal,
    } = expected[value]!;
    const id = idFor(value);
    const photo = value.startsWith(':') ? {} : { photos: [{ url: `https://${value}/1.jpg` }] };
    const answer = await put(id, { ...changes, ...photo });
    if (refusal) {
      expect([answer.status, answer.body.error.code]).toEqual(refusal);
      expect(answer.headers.get('retry-after')).toBe(refusal[0] === 429 ? '30' : null);
      expect(await viewOf(id)).toBeUndefined();
      return;
    }
    expect(answer.body.item).toMatchObject({ result, failure_code: failure });
    expect(answer.body.item.warnings.map(({ code }) => code)).toEqual(warning === undefined ? [] : [warning]);
    let passed = 0;
    for (const [minutes, [status, code]] of Object.entries(then)) {
      await bench.sandbox.time.advance((Number(minutes) - passed) * minute);
      passed = Number(minutes);
      expect(await viewOf(id), `after ${minutes} minutes`).toMatchObject({ status, failure_code: code });
    }
  });

  it('what is dropped or refused is told by the dry run too', async () => {
    const { body } = await bench.partner.post('/validate', {
      listings: [sale(bench, 'V1:duplicate'), sale(bench, 'V2:worker_error'), sale(bench, 'V3:review')],
    });
    expect(body.results.map(({ result, failure_code }) => [result, failure_code])).toEqual([
      ['accepted', null],
      ['rejected', 'worker_error'],
      ['needs_review', null],
    ]);
  });

  it('batches come late, or fail', async () => {
    const push = (id: string): Promise<Answer> =>
      bench.partner.post(
        `/connections/${bench.connection}/batches`,
        { listings: [sale(bench, id), sale(bench, `${id.split(':')[0]!}-2`)] },
        { 'Idempotency-Key': `key-${id}` },
      );
    const late = await push('L1:late-batch');
    expect(late.body.batch).toMatchObject({ status: 'received', counts: { total: 2, accepted: 0 } });
    expect((await push('L1:late-batch')).body.error).toMatchObject({
      code: 'idempotency_in_progress',
      details: { batch_id: late.body.batch.id },
    });
    await bench.sandbox.time.advance(minute);
    const done = await push('L1:late-batch');
    expect(done.headers.get('idempotent-replayed')).toBe('true');
    expect(done.body.batch).toMatchObject({ status: 'completed', counts: { total: 2, accepted: 2 } });

    const failed = await push('F1:failed-batch');
    expect(failed.body.batch).toMatchObject({
      status: 'failed',
      items: [],
      counts: { total: 2, accepted: 0 },
    });
    expect(await viewOf('F1-2')).toBeUndefined();
    expect((await push('E1:error')).status).toBe(500);
  });

  it('a batch whose connection was revoked before its time fails; one that was paused waits for review as before', async () => {
    const { staff, time } = bench.sandbox;
    const push = async (id: string): Promise<string> => {
      const listings = [sale(bench, 'B1:late-batch')];
      return (await bench.partner.post(`/connections/${id}/batches`, { listings })).body.batch.id;
    };
    const [revoked, paused] = [staff.addConnection(), staff.addConnection({ status: 'certifying' })];
    const batches = [await push(revoked), await push(paused)];
    staff.revoke(revoked);
    staff.pause(paused);
    await time.advance(minute);
    const outcome = async (id: string): Promise<unknown> =>
      (await bench.partner.get(`/batches/${id}`)).body.batch;
    expect(await outcome(batches[0]!)).toMatchObject({ status: 'failed', items: [] });
    expect(await outcome(batches[1]!)).toMatchObject({ status: 'completed', counts: { needs_review: 1 } });
    expect(staff.listings(revoked)).toEqual([]);
  });

  const codes = magicValues.filter(({ where }) => where === 'connect_code');
  it.each(codes)('$value', async ({ value, outcome }) => {
    const { status, body } = await bench.partner.post('/connections', { connect_code: value.toLowerCase() });
    expect([status, body.error.code]).toEqual([422, 'agency_not_eligible']);
    expect(outcome).toContain(String(body.error.details.reason));
  });
});
