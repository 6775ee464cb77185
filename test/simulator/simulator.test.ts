import { expect, it } from 'vitest';
import { simulate } from './simulation.js';

const seeds = Number(process.env.FEEDSYNC_SEEDS ?? 20);
const first = Number(process.env.FEEDSYNC_SEED ?? 1);

it.each(Array.from({ length: seeds }, (_, index) => first + index))(
  'keeps every promise with seed %i',
  async (seed) => {
    const { violations, story, jobs, deaths, requests, items } = await simulate(seed);
    if (process.env.FEEDSYNC_STORY) console.log(story.join('\n'));
    console.log(seed, { jobs, deaths, requests, items });
    expect(violations).toEqual([]);
  },
);
