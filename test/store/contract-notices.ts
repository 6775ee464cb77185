import { describe, expect, it } from 'vitest';
import type { NewNotice } from '../../src/store/store.js';
import { connectionId, now, type World } from './builders.js';

/** What was told to whom. */
export function noticeContract(current: () => World): void {
  const wish = (cause: string, change: Partial<NewNotice> = {}): NewNotice => ({
    cause,
    kind: 'hold',
    addressee: 'operator 1',
    connectionId,
    atOnce: true,
    ...change,
  });

  describe('notices', () => {
    it('are noted once, written, tried, told and over', async () => {
      const { store } = current();
      const added = [wish('hold 1'), wish('key 5', { connectionId: null, atOnce: false })];
      await store.notices.note({ added, over: [], now });
      const [first, second] = await store.notices.open();
      expect([first, second]).toMatchObject([
        {
          cause: 'hold 1',
          atOnce: true,
          noticedAt: now,
          message: null,
          tries: 0,
          toldAt: null,
          overAt: null,
        },
        { cause: 'key 5', atOnce: false, connectionId: null },
      ]);
      const ids = [first!.id, second!.id];
      await store.notices.write(ids, 'abc');
      await store.notices.failed(ids, { problem: 'no answer', nextTryAt: now + 60 });
      expect(await store.notices.open()).toMatchObject([
        { message: 'abc', tries: 1, problem: 'no answer', nextTryAt: now + 60 },
        { message: 'abc', tries: 1 },
      ]);
      await store.notices.told([first!.id], now + 70);
      const steady = { id: 'machine', ms: 0, countsSleep: true };
      await store.clock.follow({ at: now + 5000, steady });
      await store.clock.follow({ at: now - 2000, steady });
      expect(await store.notices.open()).toMatchObject([
        { toldAt: now + 70, problem: null },
        { toldAt: null, nextTryAt: now + 60 - 7000 },
      ]);
      await store.notices.note({ added: [], over: [first!.id], now: now + 80 });
      expect(await store.notices.open()).toMatchObject([{ cause: 'key 5' }]);
      expect(await store.notices.list({ limit: 1 })).toMatchObject([{ cause: 'key 5' }]);
      expect(await store.notices.list({ limit: 9 })).toHaveLength(2);
    });

    it('are forgotten some time after their cause is gone, and go with their agency', async () => {
      const { store } = current();
      await store.notices.note({ added: [wish('hold 1'), wish('hold 2'), wish('hold 3')], over: [], now });
      const [first, second] = await store.notices.open();
      await store.notices.note({ added: [], over: [first!.id], now: now + 10 });
      await store.notices.note({ added: [], over: [second!.id], now: now + 20 });
      await store.retention.forgetNotes({ history: 0, logs: now + 20 });
      expect((await store.notices.list({ limit: 9 })).map(({ cause }) => cause)).toEqual([
        'hold 3',
        'hold 2',
      ]);
      expect(await store.agencies.count({ connectionId, feeds: [] })).toMatchObject({ notice: 2 });
    });
  });

  describe('the oldest wishes', () => {
    it('are those that may be sent now, of active connections', async () => {
      const { store } = current();
      const row = (externalId: string, queuedAt: number, notBefore = 0) => ({
        connectionId,
        externalId,
        op: 'remove' as const,
        lane: 'removal' as const,
        digest: null,
        removeReason: 'withdrawn' as const,
        queuedAt,
        notBefore,
      });
      await store.outbox.put([row('a', now - 5), row('b', now - 9, now + 1), row('c', now - 7)]);
      expect(await store.outbox.oldest(now)).toEqual([]);
      await store.connections.update(connectionId, { status: 'active' });
      expect(await store.outbox.oldest(now)).toEqual([{ lane: 'removal', queuedAt: now - 7 }]);
      expect(await store.outbox.oldest(now + 1)).toEqual([{ lane: 'removal', queuedAt: now - 9 }]);
    });
  });
}
