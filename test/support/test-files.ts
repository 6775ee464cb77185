import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every test file, by its path from the root of the repository. */
export function testFiles(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .sort();
}
