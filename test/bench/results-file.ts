import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const path = 'test/bench/RESULTS.md';
const soakHeading = '## Soak';

/** Both runs write one page, each its own part of it. */
export function writeResults(part: 'bench' | 'soak', text: string): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const cut = before.indexOf(soakHeading);
  const bench = cut === -1 ? before : before.slice(0, cut);
  const soak = cut === -1 ? '' : before.slice(cut);
  writeFileSync(path, part === 'bench' ? `${text.trimEnd()}\n\n${soak}` : `${bench.trimEnd()}\n\n${text}`);
}

/** @param text what follows the heading */
export function soakSection(text: string): string {
  return `${soakHeading}\n\n${text}\n`;
}
