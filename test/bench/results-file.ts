import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const path = 'test/bench/RESULTS.md';
const soakHeading = '## Soak';
const intro = `\`npm run soak\`, part by part. A seed is days of a daemon's life against the sandbox portal, with faults, deaths,
people and agencies that change their feeds; after each of them the portal is compared with what the feeds say.`;

/** Parts of the soak run, in the order in which they stand. */
export const soakParts = [
  'seeds',
  'seeds-on-postgres',
  'mistakes',
  'repetitions',
  'kills',
  'fleet',
  'hostile',
  'values',
  'market',
  'watchdog',
] as const;
export type SoakPart = (typeof soakParts)[number];

/** Parts that `npm run bench` leaves as they are: those of the soak run, and what another command measures. */
const keptParts = [...soakParts, 'sheets', 'quality', 'compare'] as const;
type KeptPart = (typeof keptParts)[number];

const titles: Readonly<Record<KeptPart, string>> = {
  seeds: '### Simulated lives',
  'seeds-on-postgres': '### Simulated lives on PostgreSQL',
  mistakes: '### Planted mistakes',
  repetitions: '### Repetitions of tests',
  kills: '### Kills',
  fleet: '### Several processes',
  hostile: '### Hostile feeds',
  values: '### Hostile values',
  market: '### The content guard on a generated market',
  watchdog: '### Blocked daemons',
  sheets: '### Spreadsheets',
  quality: '### Quality of a large feed',
  compare: '### Against an earlier revision',
};

/** Benchmarks and soak write one page, each its own part of it. */
export function writeBench(text: string): void {
  const { soak, others } = read();
  save(`${text.trimEnd()}\n\n${soak.trimEnd()}\n\n${others}`);
}

/** Writes one part of the soak run; the others stay as they are. */
export function writeSoakPart(part: KeptPart, text: string): void {
  const { bench, soak, others } = read();
  save(`${bench.trimEnd()}\n\n${withPart(soak, part, text)}\n${others}`);
}

function save(text: string): void {
  writeFileSync(path, text);
  execFileSync('npx', ['--no-install', 'prettier', '--log-level', 'warn', '--write', path]);
}

/** @param soak the section as it stands, empty where nothing was recorded @returns the section with this part in it */
export function withPart(soak: string, part: KeptPart, text: string): string {
  const sections = keptParts.flatMap((one) => {
    const body = one === part ? text.trim() : bodyOf(soak, one);
    return body === null ? [] : [`${titles[one]}\n\n${body}`];
  });
  return `${[soakHeading, intro, ...sections].join('\n\n')}\n`;
}

function bodyOf(soak: string, part: KeptPart): string | null {
  const at = soak.indexOf(`${titles[part]}\n`);
  if (at === -1) return null;
  const body = soak.slice(at + titles[part].length);
  const end = body.indexOf('\n### ');
  return (end === -1 ? body : body.slice(0, end)).trim();
}

/** @returns `others`: the sections behind that of the soak run, which other commands write */
function read(): { bench: string; soak: string; others: string } {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const cut = before.indexOf(soakHeading);
  if (cut === -1) return { bench: before, soak: '', others: '' };
  const next = before.indexOf('\n## ', cut + soakHeading.length);
  const end = next === -1 ? before.length : next + 1;
  return { bench: before.slice(0, cut), soak: before.slice(cut, end), others: before.slice(end) };
}
