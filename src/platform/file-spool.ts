import { mkdirSync, readdirSync, rmSync, createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Spool, SpoolFile } from './spool.js';

const temporary = 'tmp';
const fileMode = 0o600;
const folderMode = 0o700;

/**
 * The spool in a folder of the file system. Temporary files carry the process id; those of processes that are gone are
 * removed here, so that a command beside the daemon takes nothing from under it.
 */
export function createFileSpool(directory: string): Spool {
  mkdirSync(join(directory, temporary), { recursive: true, mode: folderMode });
  removeLeftovers(join(directory, temporary));
  const absolute = (path: string): string => join(directory, ...checkedSegments(path));
  let created = 0;
  return {
    create() {
      created += 1;
      return createTemporary(directory, `${temporary}/${process.pid}-${created}`);
    },
    read: (path, options) => createReadStream(absolute(path), { highWaterMark: 256 * 1024, ...options }),
    async open(path) {
      const handle = await open(absolute(path), 'r');
      return {
        read: async (buffer, offset, length, position) =>
          (await handle.read(buffer, offset, length, position)).bytesRead,
        close: () => handle.close(),
      };
    },
    size: async (path) => (await stat(absolute(path))).size,
    remove: (path) => rm(absolute(path), { force: true }),
    async freeBytes() {
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    },
  };
}

async function createTemporary(directory: string, path: string): Promise<SpoolFile> {
  const source = join(directory, path);
  const handle = await open(source, 'wx', fileMode);
  const stream = createWriteStream(source, { fd: handle, highWaterMark: 256 * 1024 });
  return {
    stream,
    path,
    async keep(target) {
      const destination = join(directory, ...checkedSegments(target));
      if (!stream.writableEnded) stream.end();
      if (!stream.closed) await finished(stream);
      await flush(source, 'r+');
      await mkdir(dirname(destination), { recursive: true, mode: folderMode });
      await rename(source, destination);
      await flush(dirname(destination), 'r');
    },
    async discard() {
      stream.on('error', () => undefined);
      stream.destroy();
      await rm(source, { force: true });
    },
  };
}

/** Waits until a file's bytes, or a folder's names, are on the disk. */
async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws RangeError for anything but plain names separated by slashes: no path leads out of the folder */
function checkedSegments(path: string): string[] {
  const segments = path.split('/');
  if (segments.every((name) => /^[A-Za-z0-9._-]+$/.test(name) && name !== '.' && name !== '..'))
    return segments;
  throw new RangeError(`not a path within the data folder: ${JSON.stringify(path)}`);
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const owner = Number(name.split('-')[0]);
    if (!isOtherLivingProcess(owner)) rmSync(join(folder, name), { force: true, recursive: true });
  }
}

function isOtherLivingProcess(id: number): boolean {
  if (!Number.isSafeInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
