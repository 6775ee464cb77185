import { mkdirSync, createReadStream, createWriteStream } from 'node:fs';
import { chmod, constants, copyFile, link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { currentFence } from '../fence.js';
import { commandHolder, nameOf, temporary } from './temporary-files.js';
import type { BorrowedFile, Spool, SpooledFile, SpoolFile, SpoolHandle } from './spool.js';

const fileMode = 0o600;
const folderMode = 0o700;

/**
 * The spool in a folder of the file system. The name of a temporary file contains its process and run: other processes use them to decide
 * whether the file can be removed (see `sweepTemporary`). A job that has ended can create, keep and remove no file; its temporary files are
 * removed.
 * @param holder the name of this process, unique across machines
 */
export function createFileSpool(directory: string, holder = commandHolder()): Spool {
  const borrowed = new Map<string, string>();
  const absolute = (path: string): string => borrowed.get(path) ?? join(directory, ...checkedSegments(path));
  let created = 0;
  const nextPath = (): string => {
    // Created lazily, because a process that only reads may not be able to write. Created once: if the disk is unmounted later, the folder
    // must not be created on the disk below.
    if (created === 0) mkdirSync(join(directory, temporary), { recursive: true, mode: folderMode });
    created += 1;
    return `${temporary}/${nameOf({ holder, run: currentFence()?.run ?? null }, created)}`;
  };
  return {
    create: () => owned(() => createTemporary(directory, nextPath())),
    link: (path) =>
      owned(async () => {
        const name = nextPath();
        await link(absolute(path), join(directory, name));
        return temporaryFile(directory, name);
      }),
    borrow: (file) =>
      owned(async () => {
        const path = nextPath();
        const lent = await borrowFile(file, temporaryFile(directory, path), join(directory, path));
        borrowed.set(path, file);
        const giveBack = (): unknown => borrowed.delete(path);
        return {
          ...lent,
          keep: (target) => lent.keep(target).finally(giveBack),
          discard: () => lent.discard().finally(giveBack),
        };
      }),
    read: (path, options) => createReadStream(absolute(path), { highWaterMark: 256 * 1024, ...options }),
    async open(path) {
      return openToRead(absolute(path));
    },
    locate: absolute,
    size: async (path) => (await stat(absolute(path))).size,
    async remove(path) {
      const file = absolute(path);
      currentFence()?.check();
      await rm(file, { force: true });
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    },
  };
}

/** Ties a temporary file to the current job: it is removed when the job ends, unless it was kept or discarded. */
async function owned<File extends SpooledFile>(make: () => Promise<File>): Promise<File> {
  const fence = currentFence();
  if (fence === null) return make();
  fence.check();
  const file = await make();
  const forget = fence.onEnd(() => file.discard());
  fence.check();
  return {
    ...file,
    keep: (path) => file.keep(path).then(forget),
    discard: () => file.discard().finally(forget),
  };
}

/** Opens a file for reading. @param file absolute path */
export async function openToRead(file: string): Promise<SpoolHandle> {
  const handle = await open(file, 'r');
  return {
    read: async (buffer, offset, length, position) =>
      (await handle.read(buffer, offset, length, position)).bytesRead,
    close: () => handle.close(),
  };
}

/** @param file absolute path of the borrowed file @param own the temporary file for a copy @param copy absolute path of `own` */
async function borrowFile(file: string, own: SpooledFile, copy: string): Promise<BorrowedFile> {
  const before = await stat(file);
  let copying: Promise<void> | null = null;
  const makeCopy = async (): Promise<void> => {
    await copyFile(file, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, fileMode);
    await flush(copy, 'r+');
  };
  const begin = (): Promise<void> => {
    copying ??= makeCopy();
    return copying;
  };
  return {
    path: own.path,
    bytes: before.size,
    expectCopy() {
      // Avoids an unhandledRejection: `secure` awaits the same promise, or the copy is not needed.
      begin().catch(() => undefined);
    },
    async secure(wanted) {
      if (wanted) await begin();
      const now = await stat(file).catch(() => null);
      return now?.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
    },
    keep: async (target) => (copying === null ? undefined : own.keep(target)),
    async discard() {
      await copying?.catch(() => undefined);
      await own.discard();
    },
  };
}

async function createTemporary(directory: string, path: string): Promise<SpoolFile> {
  const source = join(directory, path);
  const handle = await open(source, 'wx', fileMode);
  const stream = createWriteStream(source, { fd: handle, highWaterMark: 256 * 1024 });
  const written = temporaryFile(directory, path);
  return {
    stream,
    path,
    async keep(target) {
      if (!stream.writableEnded) stream.end();
      if (!stream.closed) await finished(stream);
      await written.keep(target);
    },
    async discard() {
      stream.on('error', () => undefined);
      stream.destroy();
      await written.discard();
    },
  };
}

function temporaryFile(directory: string, path: string): SpooledFile {
  const source = join(directory, path);
  return {
    path,
    async keep(target) {
      const destination = join(directory, ...checkedSegments(target));
      await flush(source, 'r+');
      await mkdir(dirname(destination), { recursive: true, mode: folderMode });
      const fence = currentFence();
      fence?.check();
      fence?.noteKept(target);
      await rename(source, destination);
      await flush(dirname(destination), 'r');
    },
    discard: () => rm(source, { force: true }),
  };
}

/** Calls fsync on a file or a folder. */
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
