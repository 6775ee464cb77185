import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Keeps more alive than the space for young objects holds at first, so that it grows if it may, and prints its size. */
const script = `
  import { getHeapSpaceStatistics } from 'node:v8';
  if (process.argv[1] !== 'plain') await import(process.argv[1]);
  let kept = [];
  for (let i = 0; i < 400_000; i++) {
    kept.push({ i, list: [i] });
    if (kept.length > 20_000) kept = kept.slice(10_000);
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  process.stdout.write(String(young.space_size));
`;

function youngBytes(imported: string): number {
  const options = ['--input-type=module', '--import', 'tsx', '--eval', script, imported];
  return Number(spawnSync(process.execPath, options).stdout.toString());
}

it('the space for young objects stays small where the program asks for it', () => {
  const megabytes = 1024 * 1024;
  const plain = youngBytes('plain');
  expect(plain).toBeGreaterThan(8 * megabytes);
  const module = new URL('../../src/platform/small-heap.ts', import.meta.url).href;
  const small = youngBytes(module);
  expect(small).toBeLessThan(plain / 2);
  // Later versions of V8 let it breathe by a few megabytes.
  if (Number.parseInt(process.versions.v8) < 12) expect(small).toBeLessThanOrEqual(4 * megabytes);
});
