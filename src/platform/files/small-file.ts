import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** The text of a file, or why it was not read. `no_file`: a folder, device or pipe. */
export type SmallFile = { ok: true; text: string } | { ok: false; why: 'missing' | 'no_file' | 'too_large' };

/**
 * Reads a regular file of at most `bytesMax` bytes as UTF-8. Devices and pipes are not opened, because reading one may never end. Never
 * reads more than the maximum, whatever size the file reports.
 */
export async function readSmallFile(path: string, bytesMax: number): Promise<SmallFile> {
  const found = await stat(path).catch(() => null);
  if (found === null) return { ok: false, why: 'missing' };
  if (!found.isFile()) return { ok: false, why: 'no_file' };
  // Non-blocking, because the path may be a pipe by now.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return { ok: false, why: 'missing' };
  try {
    const { isFile, size } = await file.stat().then((of) => ({ isFile: of.isFile(), size: of.size }));
    if (!isFile) return { ok: false, why: 'no_file' };
    if (size > bytesMax) return { ok: false, why: 'too_large' };
    const buffer = Buffer.alloc(bytesMax + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length > bytesMax) return { ok: false, why: 'too_large' };
    return { ok: true, text: buffer.toString('utf8', 0, length) };
  } catch {
    return { ok: false, why: 'missing' };
  } finally {
    await file.close();
  }
}
