import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** Overwrites occurrences in a text without changing its length. */
export type Mask = (text: string) => string;

/**
 * A stream that masks every occurrence. The end of each chunk is held back, so that occurrences across chunks are found too.
 * @param overlap maximum length of an occurrence, in bytes
 * @param found called for each chunk with an occurrence
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
 * Masks a file in place, byte for byte, so that another process can keep appending to it.
 * @returns whether anything was masked, or with `dryRun` would be
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
