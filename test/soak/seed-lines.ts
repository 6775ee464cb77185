/** What a simulated life came to, one line of JSON a seed. */
export interface SeedLine {
  seed: number;
  violations: string[];
  jobs: number;
  deaths: number;
  requests: number;
  items: number;
}

export function readSeedLine(line: string): SeedLine {
  return JSON.parse(line) as SeedLine;
}

/** One row of the results. @param run.wanted how many seeds there must be; a process that died left fewer */
export function seedsResult(
  lines: readonly SeedLine[],
  run: { wanted: number; minutes: number; workers: number },
): { ok: boolean; text: string } {
  const seeds = new Set(lines.map(({ seed }) => seed));
  const broken = lines.filter(({ violations }) => violations.length > 0).map(({ seed }) => seed);
  const sum = (of: 'jobs' | 'deaths' | 'requests' | 'items'): number =>
    lines.reduce((total, line) => total + line[of], 0);
  const ordered = [...seeds].sort((a, b) => a - b);
  const row = [
    ranges(ordered),
    seeds.size,
    broken.length === 0 ? 'none' : `seeds ${broken.join(', ')}`,
    (seeds.size / run.minutes).toFixed(0),
    ...[sum('jobs'), sum('deaths'), sum('requests'), sum('items')],
  ];
  const text = `Over ${run.workers} processes, ${run.minutes.toFixed(0)} minutes.

| seeds | count | broken promises | a minute | jobs | deaths | requests | items |
|---|---|---|---|---|---|---|---|
| ${row.join(' | ')} |`;
  return { ok: broken.length === 0 && seeds.size >= run.wanted, text };
}

/** `1–5000, 5002–5003`: a seed that nobody ran is seen. */
function ranges(ordered: readonly number[]): string {
  const found: [first: number, last: number][] = [];
  for (const seed of ordered) {
    const current = found.at(-1);
    if (current?.[1] === seed - 1) current[1] = seed;
    else found.push([seed, seed]);
  }
  return found.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ');
}
