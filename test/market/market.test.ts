import { expect, it } from 'vitest';
import { errorKinds } from './market.js';
import { watchMarket } from './watch.js';

/** 10 agencies for six weeks; `npm run soak -- market` runs 100 agencies and 20,000 listings for a quarter. */
it('keeps large errors from going live, and hardly ever holds a right value', () => {
  const { kinds, right, rightHeld, sheets } = watchMarket({
    ...{ agencies: 10, listings: 2_000, days: 42, seed: 7 },
  });
  const large = errorKinds.map((kind) => kinds[kind].large.onLive);
  expect(large.reduce((sum, { planted }) => sum + planted, 0)).toBeGreaterThan(20);
  for (const kind of errorKinds) expect([kind, kinds[kind].large.onLive.live]).toEqual([kind, 0]);
  const news = errorKinds.map((kind) => kinds[kind].large.onNew);
  const [planted, live] = [
    news.reduce((sum, one) => sum + one.planted, 0),
    news.reduce((sum, one) => sum + one.live, 0),
  ];
  expect(live / planted).toBeLessThan(0.3);
  expect(kinds.wrong_currency.large.onNew.live).toBe(0);
  expect(sheets.planted).toBeGreaterThan(0);
  expect(sheets.held).toBe(sheets.planted);
  expect(right).toBeGreaterThan(2_000);
  expect(rightHeld / right).toBeLessThan(0.004);
});
