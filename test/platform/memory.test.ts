import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const sources = new URL('../../src/platform/', import.meta.url).href;
const entry = new URL('../../dist/app/sync/map-thread.js', import.meta.url).href;

const megabytes = 1024 * 1024;
const room = 16 * megabytes;

/** Keeps more alive than the space for young objects holds at first, so that it grows if it may, and prints its size. */
const script = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const wants = process.argv.slice(1);
  if (wants.includes('small')) {
    const { keepHeapsSmall } = await import('${sources}process/memory.ts');
    keepHeapsSmall();
  }
  const { letYoungGrow } = await import('${sources}process/memory.ts');
  if (wants.includes('threads')) {
    const { createThreads } = await import('${sources}process/threads.ts');
    const threads = createThreads(new URL('${entry}'));
    // It cannot do this, and says so: then it has begun.
    await threads.run({ setup: { key: 'none', data: {} }, job: null }).catch(() => undefined);
  }
  let kept = [];
  for (let i = 0; i < 400_000; i++) {
    kept.push({ i, list: [i] });
    if (kept.length > 20_000) kept = kept.slice(10_000);
    if (wants.includes('room') && i % 1000 === 0) letYoungGrow(i < 200_000 ? ${room} : 0);
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  process.stdout.write(String(young.space_size));
  process.exit();
`;

function youngBytes(...wants: string[]): number {
  const options = ['--input-type=module', '--import', 'tsx', '--eval', script, ...wants];
  return Number(spawnSync(process.execPath, options).stdout.toString());
}

it.each([[['small']], [['small', 'threads']]])('the space for young objects stays small: %j', (wants) => {
  const plain = youngBytes();
  expect(plain).toBeGreaterThan(8 * megabytes);
  const small = youngBytes(...wants);
  expect(small).toBeLessThan(plain / 2);
  // Later versions of V8 let it breathe by a few megabytes.
  if (Number.parseInt(process.versions.v8) < 12) expect(small).toBeLessThanOrEqual(4 * megabytes);
});

it('the space for young objects grows as far as it is let, and then no further', () => {
  const grown = youngBytes('small', 'room');
  expect(grown).toBeGreaterThan(8 * megabytes);
  if (Number.parseInt(process.versions.v8) < 12) expect(grown).toBeLessThanOrEqual(room);
  expect(youngBytes('room')).toBeGreaterThan(room);
});

it('FEEDSYNC_V8_TUNING=off leaves the heaps as Node.js sizes them', () => {
  process.env.FEEDSYNC_V8_TUNING = 'off';
  try {
    expect(youngBytes('small', 'threads')).toBeGreaterThan(8 * megabytes);
    expect(youngBytes('small', 'room')).toBeGreaterThan(room);
  } finally {
    delete process.env.FEEDSYNC_V8_TUNING;
  }
});
