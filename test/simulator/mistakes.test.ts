import { describe, expect, it } from 'vitest';
import { repetitions } from '../support/repetitions.js';
import { known } from './known-seeds.js';
import { mistakes } from './mistakes.js';
import { simulate } from './simulation.js';

/** Of so many the day without the mistake is lived too. The other seeds of the simulator show that days without mistakes keep the promises. */
const controls = repetitions({ tests: 4, soak: Object.keys(known).length });

describe('a planted mistake', () => {
  it('has a known seed, each of them', () => {
    expect(Object.keys(known).sort()).toEqual(Object.keys(mistakes).sort());
  });

  it.each(Object.entries(known))('%s: is found', async (name, { seed, within, breaks }) => {
    const plant = mistakes[name];
    const { violations } = await simulate(seed, { ...within, ...(plant && { plant }) });
    expect(violations[0] ?? `nothing is broken: ${findAnew}`).toMatch(breaks);
  });

  const step = Math.ceil(Object.keys(known).length / controls);
  const controlled = Object.entries(known).filter((_, index) => index % step === 0);
  it.each(controlled)('%s: the promise holds without it', async (_, { seed, within }) => {
    const { violations } = await simulate(seed, within);
    expect(violations, findAnew).toEqual([]);
  });
});

const findAnew = 'npx tsx test/soak/find-known-seeds.ts finds seeds for the daemon as it is now';
