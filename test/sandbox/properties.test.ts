import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBench, sale, type Answer, type Bench } from './partner.js';

const budget = 12;
const hour = 3_600_000;
const transitions: Record<string, string[]> = {
  certifying: ['certifying', 'active', 'paused', 'revoked'],
  active: ['active', 'paused', 'revoked'],
  paused: ['paused', 'active', 'certifying', 'revoked'],
  revoked: ['revoked'],
};

const id = fc.constantFrom('A1', 'A2', 'A3', 'A4');
const step = fc.oneof(
  fc.record({ does: fc.constant('put' as const), id, price: fc.integer({ min: -1, max: 3 }) }),
  fc.record({
    does: fc.constant('batch' as const),
    ids: fc.uniqueArray(id, { minLength: 1 }),
    price: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ does: fc.constant('repeat' as const) }),
  fc.record({ does: fc.constant('remove' as const), id }),
  fc.record({
    does: fc.constant('staff' as const),
    action: fc.constantFrom('certify', 'pause', 'resume', 'revoke', 'sendBack'),
  }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: hour }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('any sequence of operations and staff actions', () => {
  it('follows the table of states, keeps to the budget, adds up, and acts once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const bench = await createBench({ limits: { connection_items_per_hour: budget }, listingQuota: 3 });
        bench.connection = bench.sandbox.staff.addConnection({
          status: 'certifying',
          agency: { listing_limit: 3 },
        });
        const play = new Play(bench);
        for (const each of steps) await play.step(each);
        play.requireBudget();
      }),
      { numRuns: 25 },
    );
  });
});

class Play {
  #status = 'certifying';
  #last: { key: string; body: object; answer: Answer } | null = null;
  #keys = 0;

  constructor(private readonly bench: Bench) {}

  async step(each: Step): Promise<void> {
    await this.act(each);
    await this.requireOrder();
  }

  private async act(each: Step): Promise<void> {
    const { bench } = this;
    const path = `/connections/${bench.connection}`;
    switch (each.does) {
      case 'put':
        await bench.partner.put(`${path}/listings/${each.id}`, this.listing(each.id, each.price));
        return;
      case 'batch':
        return this.push(each.ids, each.price);
      case 'repeat':
        return this.repeat();
      case 'remove':
        await bench.partner.post(`${path}/listings/${each.id}/remove`, { reason: 'withdrawn' });
        return;
      case 'staff': {
        this.staff(each.action);
        return;
      }
      case 'wait':
        bench.clock.advance(each.ms);
    }
  }

  private listing(externalId: string, price: number): object {
    return sale(this.bench, externalId, { price: { amount: price * 1000, currency: 'EUR' } });
  }

  private async push(ids: readonly string[], price: number): Promise<void> {
    const key = `key-000${++this.#keys}`;
    const body = { listings: ids.map((each) => this.listing(each, price)) };
    const answer = await this.post(key, body);
    if (answer.status !== 202) return;
    const { counts, items } = answer.body.batch;
    const sum = ['accepted', 'unchanged', 'needs_review', 'rejected', 'removed'].map(
      (name) => counts[name] ?? 0,
    );
    expect(sum.reduce((a, b) => a + b)).toBe(counts.total);
    expect(items.map(({ external_id }) => external_id)).toEqual(ids);
    this.#last = { key, body, answer };
  }

  private async repeat(): Promise<void> {
    if (!this.#last) return;
    const before = this.snapshot();
    const again = await this.post(this.#last.key, this.#last.body);
    expect(again.body.batch).toEqual(this.#last.answer.body.batch);
    expect(this.snapshot()).toEqual(before);
  }

  private post(key: string, body: object): Promise<Answer> {
    return this.bench.partner.post(`/connections/${this.bench.connection}/batches`, body, {
      'Idempotency-Key': key,
    });
  }

  private staff(action: string): void {
    const { staff } = this.bench.sandbox;
    const { connection } = this.bench;
    const actions: Record<string, () => void> = {
      certify: () => staff.certify(connection),
      pause: () => staff.pause(connection),
      resume: () => staff.resume(connection),
      revoke: () => staff.revoke(connection),
      sendBack: () => staff.sendBack(connection, 'Note'),
    };
    try {
      actions[action]?.();
    } catch (error) {
      expect(String(error)).toContain('this one is');
    }
  }

  private snapshot(): object {
    const { staff } = this.bench.sandbox;
    return [staff.listings(this.bench.connection), staff.ledger(this.bench.connection)];
  }

  private async requireOrder(): Promise<void> {
    const { partner, connection, sandbox } = this.bench;
    const { body } = await partner.get(`/connections/${connection}`);
    const { status, counts, agency } = body.connection;
    expect(transitions[this.#status]).toContain(status);
    this.#status = status;
    const statuses = sandbox.staff.listings(connection).map((listing) => listing.status);
    const count = (wanted: string): number => statuses.filter((each) => each === wanted).length;
    expect(counts).toEqual({
      live: count('live'),
      paused: count('inactive'),
      review: count('needs_review'),
      failed: count('rejected'),
    });
    expect(agency.listing_quota).toMatchObject({ used: count('live') });
  }

  requireBudget(): void {
    const ledger = this.bench.sandbox.staff.ledger(this.bench.connection);
    for (const { at } of ledger) {
      const within = ledger.filter((spend) => spend.at > at - hour && spend.at <= at);
      expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(budget);
    }
  }
}
