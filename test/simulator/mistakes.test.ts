import { describe, expect, it } from 'vitest';
import { known, type KnownSeed } from './known-seeds.js';
import { mistakes } from './mistakes.js';
import { simulate } from './simulation.js';

const daysWithout = new Map<string, Promise<string[]>>();

/** What is broken without any mistake. Several of them share their day. */
function brokenWithout({ seed, within }: KnownSeed): Promise<string[]> {
  const key = JSON.stringify([seed, within]);
  const broken = daysWithout.get(key) ?? simulate(seed, within).then(({ violations }) => violations);
  daysWithout.set(key, broken);
  return broken;
}

describe('a planted mistake', () => {
  it('has a known seed, each of them', () => {
    expect(Object.keys(known).sort()).toEqual(Object.keys(mistakes).sort());
  });

  it.each(Object.entries(known))('%s: is found, and the promise holds without it', async (name, of) => {
    const { seed, within, breaks } = of;
    const plant = mistakes[name];
    const { violations } = await simulate(seed, { ...within, ...(plant && { plant }) });
    expect(violations[0] ?? `nothing is broken: ${findAnew}`).toMatch(breaks);
    expect(await brokenWithout(of), findAnew).toEqual([]);
  });
});

const findAnew = 'npx tsx test/soak/find-known-seeds.ts finds seeds for the daemon as it is now';
