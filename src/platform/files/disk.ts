import { randomBytes } from 'node:crypto';
import { access, constants, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import { codeOf } from '../code-of.js';
import { within } from '../within.js';

/** Checks whether files can be written in a folder. Each method returns the system's error code, or null if files can be written. */
export interface Disk {
  /** Writes a file and removes it. */
  tryToWrite(folder: string): Promise<string | null>;
  /** Checks without writing. The caller may be another user than the one that writes to the folder. */
  look(folder: string): Promise<string | null>;
}

const checkFile = '.feedsync-check';
/** A disk with less free space counts as full: it has no room for a few pages of the store, without which nothing works. */
const bytesNeeded = 64 * 1024;

export const systemDisk: Disk = {
  async tryToWrite(folder) {
    const path = join(folder, checkFile);
    try {
      const file = await open(path, 'w', 0o600);
      try {
        // The check writes random bytes: a file system may skip or compress any others.
        await file.writeFile(randomBytes(bytesNeeded));
      } finally {
        await file.close();
      }
      return null;
    } catch (error) {
      return codeOf(error);
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  },
  async look(folder) {
    try {
      await access(folder, constants.W_OK);
      const { bavail, bsize, blocks } = await statfs(folder);
      return blocks > 0 && bavail * bsize < bytesNeeded ? 'ENOSPC' : null;
    } catch (error) {
      const code = codeOf(error);
      // A missing folder is created at the first start. This user's permissions prove nothing about the daemon's user.
      if (code === 'ENOENT') return null;
      return code === 'EACCES' && !(await isOwn(folder)) ? null : code;
    }
  },
};

async function isOwn(folder: string): Promise<boolean> {
  const { uid } = await stat(folder);
  return uid === process.getuid?.();
}

export interface WatchedFolder<Place extends string> {
  place: Place;
  folder: string;
}

export interface DiskTrouble<Place extends string> extends WatchedFolder<Place> {
  code: string;
  /** When it was first noticed; epoch milliseconds. */
  since: number;
}

/** The state of the folders that a process writes to. */
export interface DiskWatch<Place extends string> {
  known(): readonly DiskTrouble<Place>[];
  /** Checks again, at most every 20 seconds whatever the number of callers. */
  look(): Promise<readonly DiskTrouble<Place>[]>;
}

const everyMs = 20_000;
const answerMs = 5_000;
/** Code of a disk that does not respond. */
const noAnswer = 'ETIMEDOUT';

/**
 * @param of.folders of several entries with the same folder, only the first counts
 * @param of.onChange called with the troubles that began or changed, and those that ended
 */
export function createDiskWatch<Place extends string>(of: {
  disk: Disk;
  folders: readonly WatchedFolder<Place>[];
  clock: Clock;
  onChange: (began: readonly DiskTrouble<Place>[], ended: readonly DiskTrouble<Place>[]) => void;
}): DiskWatch<Place> {
  const { disk, clock, onChange } = of;
  const folders = of.folders.filter(
    ({ folder }, index) => of.folders.findIndex((one) => one.folder === folder) === index,
  );
  let known: readonly DiskTrouble<Place>[] = [];
  let lookedAt = -Infinity;
  let underWay: Promise<void> | null = null;

  function settle(codes: readonly (string | null)[]): void {
    const before = known;
    const now = clock.now();
    known = folders.flatMap((one, index) => {
      const code = codes[index] ?? null;
      const former = before.find(({ place }) => place === one.place);
      return code === null ? [] : [{ ...one, code, since: former?.since ?? now }];
    });
    const began = known.filter(
      ({ place, code }) => !before.some((one) => one.place === place && one.code === code),
    );
    const ended = before.filter(({ place }) => !known.some((one) => one.place === place));
    if (began.length + ended.length > 0) onChange(began, ended);
  }

  async function lookNow(): Promise<void> {
    const codes: (string | null)[] = [];
    for (const { folder } of folders) codes.push(await disk.tryToWrite(folder));
    settle(codes);
  }

  return {
    known: () => known,
    async look() {
      if (underWay === null && clock.elapsed() - lookedAt >= everyMs) {
        lookedAt = clock.elapsed();
        underWay = lookNow().finally(() => (underWay = null));
      }
      const looking = underWay;
      // If the disk does not answer, the check keeps running, and no other check starts until it ends, because each occupies a thread.
      // Callers stop waiting for it after `answerMs`.
      if (looking !== null)
        await within(clock, answerMs, () => looking).catch(() => settle(folders.map(() => noAnswer)));
      return known;
    },
  };
}
