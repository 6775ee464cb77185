import { beforeEach, describe, expect, it } from 'vitest';
import { createBench, sale, type Answer, type Bench } from './partner.js';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});

const push = (key: string, ids: readonly string[]): Promise<Answer> =>
  bench.partner.post(
    `/connections/${bench.connection}/batches`,
    { listings: ids.map((id) => sale(bench, id)) },
    { 'Idempotency-Key': key },
  );
const spent = (): number =>
  bench.sandbox.staff.ledger(bench.connection).reduce((sum, { count }) => sum + count, 0);

describe('the table "Idempotency"', () => {
  it('replays the stored outcome for the same key and body', async () => {
    const first = await push('key-0001', ['A1', 'A2']);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const again = await push('key-0001', ['A1', 'A2']);
    expect(again.status).toBe(202);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.batch).toEqual(first.body.batch);
    expect(spent()).toBe(2);
    expect(
      bench.sandbox.staff
        .requestLog()
        .map(({ replayed }) => replayed)
        .slice(-2),
    ).toEqual([false, true]);
  });

  it('replays after the connection was paused: the push did happen', async () => {
    await push('key-0001', ['A1']);
    bench.sandbox.staff.pause(bench.connection);
    expect((await push('key-0001', ['A1'])).headers.get('idempotent-replayed')).toBe('true');
    expect((await push('key-0002', ['A1'])).body.error.code).toBe('connection_not_active');
  });

  it('answers 409 while the first still runs', async () => {
    bench = await createBench({ batchDelayMs: 10_000 });
    const first = await push('key-0001', ['A1']);
    const again = await push('key-0001', ['A1']);
    expect([again.status, again.body.error.code]).toEqual([409, 'idempotency_in_progress']);
    expect(again.body.error.details).toEqual({ batch_id: first.body.batch.id });
    bench.clock.advance(10_000);
    expect((await push('key-0001', ['A1'])).body.batch).toMatchObject({
      status: 'completed',
      counts: { accepted: 1 },
    });
  });

  it('refuses the key with another body, and elsewhere', async () => {
    await push('key-0001', ['A1']);
    const other = await push('key-0001', ['A2']);
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    const path = `/connections/${bench.connection}/reconcile`;
    const elsewhere = await bench.partner.post(path, { external_ids: [] }, { 'Idempotency-Key': 'key-0001' });
    expect(elsewhere.body.error.code).toBe('idempotency_key_reused');
  });

  it('takes the key as new after seven days', async () => {
    const sevenDays = 7 * 24 * 3600 * 1000;
    await push('key-0001', ['A1']);
    bench.clock.advance(sevenDays);
    expect((await push('key-0001', ['A1'])).headers.get('idempotent-replayed')).toBe('true');
    bench.clock.advance(1);
    const late = await push('key-0001', ['A1']);
    expect(late.headers.get('idempotent-replayed')).toBeNull();
    expect(late.body.batch.items[0]!.result).toBe('unchanged');
  });

  it('leaves the key free after a push refused before it started', async () => {
    bench.sandbox.staff.setLimits({ connection_items_per_hour: 1 });
    expect((await push('key-0001', ['A1', 'A2'])).body.error.code).toBe('connection_item_limit');
    expect((await push('key-0001', ['A1'])).headers.get('idempotent-replayed')).toBeNull();
    expect((await push('key-0002', ['A1', 'A1'])).body.error.code).toBe('duplicate_external_id');
    bench.clock.advance(3_600_000);
    expect((await push('key-0002', ['A2'])).status).toBe(202);
  });

  it.each(['short', 'x'.repeat(129), 'with space', 'ključ-0001', ''])('refuses the key "%s"', async (key) => {
    const latin = Buffer.from(key, 'utf8').toString('latin1');
    const answer = await push(latin, ['A1']);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed']);
    expect(answer.body.error.details).toMatchObject([{ pointer: '', code: 'invalid_format' }]);
  });

  it.each(['12345678', 'x'.repeat(128), '!"#$%&~|'])('accepts the key "%s"', async (key) => {
    expect((await push(key, ['A1'])).status).toBe(202);
  });
});
