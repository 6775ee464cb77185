import { resolve } from 'node:path';

/** A process of the benchmarks, or the program itself, as `npm run bench` builds them together: what is measured is what is shipped. */
export function builtFile(name: string): string {
  return resolve('.bench', `${name}.js`);
}
