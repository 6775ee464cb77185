import type { Spool } from '../../platform/files/spool.js';

export function isZip(head: Buffer): boolean {
  return /^PK(?:\x03\x04|\x05\x06)/.test(head.toString('latin1', 0, 4));
}

/** The first bytes of a file in the spool. @param length the maximal number of bytes; by default enough for `isZip` and `isGzip` */
export async function headOf(spool: Spool, path: string, length = 4): Promise<Buffer> {
  const head = Buffer.alloc(length);
  const handle = await spool.open(path);
  try {
    return head.subarray(0, await handle.read(head, 0, head.length, 0));
  } finally {
    await handle.close();
  }
}
