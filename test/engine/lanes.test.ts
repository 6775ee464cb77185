import { afterEach, beforeEach, expect, it } from 'vitest';
import { Lanes } from '../../src/engine/lanes.js';
import { openStore } from '../../src/store/open-store.js';
import type { Lease, LeaseStore, Store } from '../../src/store/store.js';
import { ManualClock, minute } from '../support/manual-clock.js';

let store: Store;
let isCut: boolean;
let prolonged: Lease[][];
let leases: LeaseStore;
let lanes: Lanes;
beforeEach(async () => {
  store = await openStore('sqlite::memory:', { clock: new ManualClock() });
  isCut = false;
  prolonged = [];
  leases = {
    ...store.leases,
    give: async (lease) => {
      if (isCut) throw new Error('cut');
      await store.leases.give(lease);
    },
    renew: async (held, ms) => {
      prolonged.push([...held]);
      await store.leases.renew(held, ms);
    },
  };
  lanes = new Lanes(leases, 'one', minute);
});
afterEach(() => store.close());

const mayWork = async (): Promise<boolean> => {
  const taken = await store.leases.take('lane', 'two', minute);
  if (taken !== null) await store.leases.give(taken.lease);
  return taken !== null;
};

it('keeps others out of a lane while it works there, and no longer', async () => {
  await lanes.work('lane', async () => {
    expect(await mayWork()).toBe(false);
    await lanes.answer();
  });
  expect(prolonged).toMatchObject([[{ lane: 'lane', holder: 'one' }]]);
  expect(await mayWork()).toBe(true);
});

it('does not hold on to a lane that it could not give back, and gives it back once it can', async () => {
  isCut = true;
  await expect(lanes.work('lane', async () => undefined)).rejects.toThrow('cut');
  await expect(lanes.answer()).rejects.toThrow('cut');
  expect(prolonged).toEqual([[]]);
  expect(await mayWork()).toBe(false);
  isCut = false;
  await lanes.answer();
  expect(await mayWork()).toBe(true);
});

it('says whose lane it is by now, whatever failed in one that it lost', async () => {
  const failing = (): Promise<void> => Promise.reject(new Error('no such file'));
  await expect(lanes.work('lane', failing)).rejects.toThrow('no such file');
  const late = new Lanes(leases, 'late', -1);
  await expect(late.work('lane', failing)).rejects.toMatchObject({ kind: 'lease_lost' });
});
