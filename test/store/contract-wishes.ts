import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { accepted, connectionId, createBatch, gone, now, publish, worldOn, wish } from './builders.js';

type Step =
  | { kind: 'want'; id: string; digest: string }
  | { kind: 'off'; id: string }
  | { kind: 'remove' }
  | { kind: 'create'; ids: string[] }
  | { kind: 'settle' }
  | { kind: 'lose'; answered: boolean }
  | { kind: 'dissolve'; spent: boolean };

const ids = ['a', 'b', 'c'];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('want' as const),
    id: fc.constantFrom(...ids),
    digest: fc.constantFrom('A', 'B', 'C'),
  }),
  fc.record({ kind: fc.constant('off' as const), id: fc.constantFrom(...ids) }),
  fc.record({ kind: fc.constant('remove' as const) }),
  fc.record({ kind: fc.constant('create' as const), ids: fc.subarray(ids, { minLength: 1 }) }),
  fc.record({ kind: fc.constant('settle' as const) }),
  fc.record({ kind: fc.constant('lose' as const), answered: fc.boolean() }),
  fc.record({ kind: fc.constant('dissolve' as const), spent: fc.boolean() }),
);

/**
 * Whatever happens to batches, a listing is in at most one unsettled batch, the items in flight are on the ledger, and
 * what was wanted last is on the portal or in the outbox.
 * @param plays how many sequences are tried
 */
export function wishProperties(open: () => Promise<Store>, plays: number): void {
  describe('wishes under any order of puts, batches and replies', () => {
    it('never lose the latest wish', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const run = new Run(await open());
          try {
            await run.prepare();
            for (const next of steps) {
              await run.take(next);
              await run.check();
            }
          } finally {
            await run.store.close();
          }
        }),
        { numRuns: plays },
      );
    });
  });
}

class Run {
  /** Null: off. */
  readonly wanted = new Map<string, string | null>();
  readonly portal = new Map<string, string>();

  constructor(readonly store: Store) {}

  async prepare(): Promise<void> {
    await publish(await worldOn(this.store), ids);
    for (const id of ids) this.wanted.set(id, 'A');
  }

  async take(next: Step): Promise<void> {
    const [open] = await this.store.batches.unsettled(connectionId);
    switch (next.kind) {
      case 'want': {
        const { id: feedId } = (await this.store.feeds.byName('agency-a'))!;
        await publish({ store: this.store, feedId }, [next.id], next.digest);
        this.wanted.set(next.id, next.digest);
        return;
      }
      case 'off': {
        const { id: feedId } = (await this.store.feeds.byName('agency-a'))!;
        if (this.wanted.get(next.id) === null) return;
        this.wanted.set(next.id, null);
        return this.store.listings.applyAbsences(connectionId, feedId, [gone(next.id)], now);
      }
      case 'remove': {
        const [row] = await this.store.outbox.sendable(connectionId, 'remove', now, 1);
        if (row === undefined) return;
        await this.store.outbox.attempt(connectionId, row.externalId);
        this.portal.delete(row.externalId);
        return this.store.batches.settleRemoval(connectionId, row.externalId, 'removed', now);
      }
      case 'create':
        return this.create(next.ids);
      case 'settle':
        if (open === undefined) return;
        for (const item of open.items) this.portal.set(item.externalId, item.digest);
        return this.store.batches.settle(
          open.id,
          open.items.map((item) => accepted(item.externalId, item.digest)),
          { at: now, items: open.items.length },
        );
      case 'lose':
        if (open === undefined) return;
        return this.store.batches.settle(
          open.id,
          next.answered
            ? open.items.map((item) => ({
                ...accepted(item.externalId, item.digest),
                outbox: { kind: 'again', notBefore: now },
              }))
            : [],
          { at: now, items: 0 },
        );
      case 'dissolve':
        if (open === undefined) return;
        return this.store.batches.dissolve(open.id, {
          now,
          spent: next.spent ? open.items.length : 0,
          park: new Map(),
          parkUntil: now,
        });
    }
  }

  async check(): Promise<void> {
    const open = await this.store.batches.unsettled(connectionId);
    const carried = open.flatMap((batch) => batch.items.map((item) => item.externalId));
    expect(carried.length).toBe(new Set(carried).size);
    const inFlight = (await this.store.spend.since(connectionId, now + 1)).reduce(
      (sum, s) => sum + s.amount,
      0,
    );
    expect(inFlight).toBe(carried.length);
    for (const id of ids) {
      const row = await wish(this, id);
      const wanted = this.wanted.get(id) ?? null;
      if (row === null) {
        expect(this.portal.get(id) ?? null).toBe(wanted);
        continue;
      }
      expect(row.batchId !== null).toBe(carried.includes(id));
      expect([row.op, row.digest]).toEqual(wanted === null ? ['remove', null] : ['upsert', wanted]);
    }
  }

  /** Batches one after another, of one digest each, as the builder makes them. */
  private async create(wantedIds: readonly string[]): Promise<void> {
    const rows = await this.store.outbox.sendable(connectionId, 'upsert', now, 10);
    const chosen = rows.filter((row) => wantedIds.includes(row.externalId));
    const digest = chosen[0]?.digest ?? null;
    if (digest === null) return;
    await createBatch(
      this,
      chosen.filter((row) => row.digest === digest).map((row) => row.externalId),
      digest,
    );
  }
}
