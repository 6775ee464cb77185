import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roomLeft, type Spend } from '../../../src/core/schedule/budget.js';
import { viewRequestsPerWindow, viewShare } from '../../../src/core/schedule/view-share.js';

describe('readings of views', () => {
  it('are at most a fifth of the requests of any window, and never none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
        (limit, gaps) => {
          const most = viewRequestsPerWindow(limit);
          expect(most).toBeGreaterThanOrEqual(1);
          if (limit >= 5) expect(most).toBeLessThanOrEqual(limit * viewShare);
          // As they are asked for, each as soon as there is room.
          const windowMs = 60_000;
          const spends: Spend[] = [];
          let now = 0;
          for (const gap of gaps) {
            now += gap;
            for (let room = roomLeft(spends, most, windowMs, now); room.items === 0;)
              room = roomLeft(spends, most, windowMs, (now = room.moreAt ?? now + windowMs));
            spends.push({ at: now, amount: 1, ownChange: 0 });
            const inWindow = spends.filter(({ at }) => (at ?? 0) > now - windowMs).length;
            expect(inWindow).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });
});
