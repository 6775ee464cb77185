import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const mappings = join(import.meta.dirname, '..', '..', 'mappings');

/** The package of today is installed: its mappings are in the place of those of 0.1.0. */
export async function installToday(folder: string): Promise<void> {
  for (const name of await readdir(mappings)) await cp(join(mappings, name), join(folder, 'mappings', name));
}
