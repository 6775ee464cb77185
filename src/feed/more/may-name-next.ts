import type { Spool } from '../../platform/files/spool.js';

const partBytes = 64 * 1024;
/** A key, an element or an attribute with such a name. Values of records match only with a quote or bracket right before them. */
const name = /"[^"\\]{0,40}(?:next|sledec|naredn)[^"\\]{0,20}"\s{0,20}:|<[^<>]{0,500}(?:next|sledec|naredn)/i;

/** Whether the beginning or the end of a file may name a next page. A cheap guess: paging stands around the records. */
export async function mayNameNext(spool: Spool, path: string): Promise<boolean> {
  const size = await spool.size(path);
  const handle = await spool.open(path);
  try {
    for (const from of new Set([0, Math.max(0, size - partBytes)])) {
      const part = Buffer.alloc(Math.min(partBytes, size));
      const length = await handle.read(part, 0, part.length, from);
      if (name.test(part.toString('latin1', 0, length))) return true;
    }
    return false;
  } finally {
    await handle.close();
  }
}
