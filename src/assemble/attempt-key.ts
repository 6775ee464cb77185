import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/schema.js';
import type { Random } from '../platform/random.js';

const keyBytes = 32;
const fileName = 'sign-in.key';

/** The key of the hashes of sign-in attempts. It is stored next to the store, never in it, so that a copy of the store reveals no names. */
export async function openAttemptKey({ dataDir }: Config, random: Random): Promise<Uint8Array> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, fileName);
  const known = await readAttemptKey({ dataDir });
  if (known !== null) return known;
  const key = random.bytes(keyBytes);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(key);
    } finally {
      await file.close();
    }
    return key;
  } catch {
    // If another process created the file first, its key is used. If the file is damaged or cannot be written, this process uses its own
    // key.
    return (await readAttemptKey({ dataDir })) ?? key;
  }
}

/** Null if there is none yet. */
export async function readAttemptKey({ dataDir }: Pick<Config, 'dataDir'>): Promise<Uint8Array | null> {
  const bytes = await readFile(join(dataDir, fileName)).catch(() => null);
  return bytes?.length === keyBytes ? bytes : null;
}
