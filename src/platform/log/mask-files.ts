import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** Changes occurrences in a text, and never its length. */
export type Mask = (text: string) => string;

/**
 * Bytes with every occurrence masked. Of each piece the end is held back, so that what spans two pieces is found too.
 * @param overlap no occurrence is longer
 */
export function maskStream(mask: Mask, overlap: number, found: () => void): Transform {
  let held = '';
  const masked = (text: string): string => {
    const changed = mask(text);
    if (changed !== text) found();
    return changed;
  };
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const text = masked(held + piece.toString('latin1'));
      const cut = Math.max(0, text.length - 2 * overlap);
      held = text.slice(cut);
      done(null, Buffer.from(text.slice(0, cut), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(masked(held), 'latin1'));
    },
  });
}

/**
 * Masks a file where it lies, byte for byte: whoever goes on writing at its end is not disturbed.
 * @returns whether anything was masked, or would be with `dryRun`
 */
export async function maskInPlace(
  path: string,
  mask: Mask,
  { overlap, dryRun }: { overlap: number; dryRun: boolean },
): Promise<boolean> {
  const file = await open(path, dryRun ? 'r' : 'r+');
  try {
    const window = Buffer.alloc(1024 * 1024);
    let hasFound = false;
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(window, 0, window.length, position);
      const text = window.toString('latin1', 0, bytesRead);
      const masked = mask(text);
      if (masked !== text) {
        hasFound = true;
        if (dryRun) return true;
        await file.write(Buffer.from(masked, 'latin1'), 0, bytesRead, position);
      }
      if (bytesRead < window.length) return hasFound;
      position += bytesRead - overlap;
    }
  } finally {
    await file.close();
  }
}
