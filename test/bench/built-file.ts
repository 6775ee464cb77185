import { resolve } from 'node:path';

/** A process of the benchmarks, or the program itself: `npm run bench` builds them together, as the program that is shipped is built. */
export function builtFile(name: string): string {
  return resolve('.bench', `${name}.js`);
}
