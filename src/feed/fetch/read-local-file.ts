import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Readable } from 'node:stream';
import { codeOf } from '../../platform/code-of.js';
import { FetchFailure } from '../fetch-failure.js';

export interface LocalFile {
  path: string;
  body: Readable;
  /** Changes with the inode, size or modification time of the file. Used like the ETag of an HTTP reply. */
  etag: string;
  /** @throws FetchFailure if the file was changed since it was opened: the bytes read may be old in part */
  checkUnchanged(): Promise<void>;
}

/**
 * Opens the file of a `file:` URL. Such URLs come only from the configuration, because agencies cannot name paths.
 * @throws FetchFailure if the file cannot be opened or is no file
 */
export async function openLocalFile(url: URL, signal: AbortSignal): Promise<LocalFile> {
  const path = localPath(url);
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(error);
  });
  const etag = await etagOf(handle).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  return {
    path,
    body: createReadStream(path, { fd: handle, highWaterMark: 256 * 1024, signal }),
    etag,
    async checkUnchanged() {
      const now = await stat(path).then(fileTag, () => null);
      if (now !== etag) throw new FetchFailure('file', 'the file was changed while it was being read');
    },
  };
}

async function etagOf(handle: FileHandle): Promise<string> {
  const status = await handle.stat();
  if (!status.isFile()) throw new FetchFailure('file', 'that is not a file. Name a file, not a folder');
  return fileTag(status);
}

function fileTag(status: { size: number; mtimeMs: number; ino: number }): string {
  return `"${status.ino}-${status.size}-${status.mtimeMs}"`;
}

function localPath(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new FetchFailure(
      'file',
      'that is not the path of a file on this machine. Write file:///folder/feed.xml',
    );
  }
}

function unreadable(error: unknown): FetchFailure {
  const code = codeOf(error);
  const what =
    code === 'ENOENT'
      ? 'there is no such file. Check the path under url'
      : `the file cannot be read (${code}). Check its permissions`;
  return new FetchFailure('file', what);
}
