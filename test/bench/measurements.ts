import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Measurements } from './report.js';

const path = 'test/bench/measured.json';

/** What was measured before: one size can be measured alone, and the page still shows all. */
export function readMeasured(): Measurements {
  if (!existsSync(path)) return { feeds: [] };
  return JSON.parse(readFileSync(path, 'utf8')) as Measurements;
}

export function writeMeasured(measured: Measurements): void {
  writeFileSync(path, `${JSON.stringify(measured, null, 2)}\n`);
}
