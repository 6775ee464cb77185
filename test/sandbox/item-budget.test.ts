import { describe, expect, it } from 'vitest';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { createBench, sale, type Answer, type Bench } from './partner.js';

const push = (bench: Bench, ids: readonly string[], changes = {}): Promise<Answer> =>
  bench.partner.post(`/connections/${bench.connection}/batches`, {
    listings: ids.map((id) => sale(bench, id, changes)),
  });
const spends = (bench: Bench): number[] =>
  bench.sandbox.staff.ledger(bench.connection).map(({ count }) => count);

describe('the item budget', () => {
  it('is a sliding hour per connection, all or nothing, with Retry-After', async () => {
    const bench = await createBench({ limits: { connection_items_per_hour: 3 } });
    await push(bench, ['A1', 'A2']);
    bench.clock.advance(600_000);
    const refused = await push(bench, ['A3', 'A4']);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'connection_item_limit']);
    expect(refused.headers.get('retry-after')).toBe('3000');
    expect((await push(bench, ['A3'])).status).toBe(202);
    const path = `/connections/${bench.connection}/listings/A4`;
    expect((await bench.partner.put(path, sale(bench, 'A4'))).status).toBe(429);
    expect(bench.sandbox.staff.listings(bench.connection)).toHaveLength(3);

    bench.clock.advance(3_000_000 - 1);
    expect((await push(bench, ['A4', 'A5'])).headers.get('retry-after')).toBe('1');
    bench.clock.advance(1);
    expect((await push(bench, ['A4', 'A5'])).status).toBe(202);
    const other = bench.sandbox.staff.addConnection();
    expect((await push({ ...bench, connection: other }, ['A1'])).status).toBe(202);
  });

  it('never lets a window hold more than the limit', async () => {
    const bench = await createBench({ limits: { connection_items_per_hour: 5 } });
    for (let n = 0; n < 60; n++) {
      await push(bench, [`A${n}`, `B${n}`].slice(0, 1 + (n % 2)));
      bench.clock.advance(7 * 60_000);
    }
    const ledger = bench.sandbox.staff.ledger(bench.connection);
    for (const { at } of ledger) {
      const within = ledger.filter((spend) => spend.at > at - 3_600_000 && spend.at <= at);
      expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(5);
    }
    expect(ledger.length).toBeGreaterThan(20);
  });

  it('is spent by unchanged and rejected items, not by replays or removals', async () => {
    const bench = await createBench();
    await push(bench, ['A1']);
    await push(bench, ['A1']);
    await push(bench, ['A2'], { category: 'castle' });
    await bench.partner.post(`/connections/${bench.connection}/listings/A1/remove`, { reason: 'sold' });
    expect(spends(bench)).toEqual([1, 1, 1]);
  });

  it('follows the protocol settings', async () => {
    const protocol = {
      ...defaultProtocol,
      unchanged_spends: false,
      rejected_spends: false,
      replays_spend: true,
      item_window_seconds: 60,
    };
    const bench = await createBench({ protocol, limits: { connection_items_per_hour: 2 } });
    await push(bench, ['A1']);
    await push(bench, ['A1']);
    await push(bench, ['A2'], { category: 'castle' });
    expect(spends(bench)).toEqual([1]);
    const key = { 'Idempotency-Key': 'key-0001' };
    const body = { listings: [sale(bench, 'A3')] };
    const path = `/connections/${bench.connection}/batches`;
    await bench.partner.post(path, body, key);
    await bench.partner.post(path, body, key);
    expect(spends(bench)).toEqual([1, 1, 1]);
    bench.clock.advance(60_000);
    expect((await push(bench, ['A4'])).status).toBe(202);
  });
});

describe('what counts as held', () => {
  const put = (bench: Bench, changes = {}): Promise<Answer> =>
    bench.partner.put(`/connections/${bench.connection}/listings/A1`, sale(bench, 'A1', changes));
  const remove = (bench: Bench): Promise<Answer> =>
    bench.partner.post(`/connections/${bench.connection}/listings/A1/remove`, { reason: 'withdrawn' });
  const result = async (answer: Promise<Answer>): Promise<string> => (await answer).body.item.result;
  const newer = { source: { updated_at: '2026-03-01T12:00:00Z' } };

  it('covers digest and updated_at, removed and rejected content only where settings say so', async () => {
    const covers = { held_digest_covers_digest: true, held_digest_covers_updated_at: true };
    const bench = await createBench({
      protocol: { ...defaultProtocol, ...covers, removed_content_is_held: true },
    });
    await put(bench);
    expect(await result(put(bench))).toBe('unchanged');
    expect(await result(put(bench, { digest: 'x' }))).toBe('accepted');
    expect(await result(put(bench, { digest: 'x', ...newer }))).toBe('accepted');
    await remove(bench);
    expect(await result(put(bench, { digest: 'x', ...newer }))).toBe('unchanged');
  });

  it('judges rejected content again, unless it counts as held', async () => {
    for (const rejected_content_is_held of [false, true]) {
      const bench = await createBench({
        protocol: { ...defaultProtocol, rejected_content_is_held },
        listingQuota: 0,
      });
      expect(await result(put(bench))).toBe('rejected');
      bench.sandbox.staff.setQuota(bench.connection, 1);
      expect(await result(put(bench))).toBe(rejected_content_is_held ? 'unchanged' : 'accepted');
    }
  });
});
