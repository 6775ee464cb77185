import type { Readable, Writable } from 'node:stream';

/** Files of the data folder, with mode 0600. Paths are relative to the folder and use forward slashes. */
export interface Spool {
  /** A stream to a new temporary file; `keep` renames it into place after fsync, `discard` removes it. */
  create(): Promise<SpoolFile>;
  /** A second, temporary name for a complete file. Keeping or discarding one name does not affect the other. */
  link(path: string): Promise<SpooledFile>;
  /** A file outside the data folder: readable through the spool, and copied only by `secure`. */
  borrow(file: string): Promise<BorrowedFile>;
  /** A stream of the file's bytes. @param options.start offset in bytes */
  read(path: string, options?: { start?: number; highWaterMark?: number }): Readable;
  /** Opens a file for reads at any position. */
  open(path: string): Promise<SpoolHandle>;
  /** The absolute path of a file, for readers that do not use the spool. */
  locate(path: string): string;
  size(path: string): Promise<number>;
  remove(path: string): Promise<void>;
  freeBytes(): Promise<number>;
}

/** A temporary file that is being written. */
export interface SpoolFile extends SpooledFile {
  readonly stream: Writable;
}

/** A temporary file that is completely written. */
export interface SpooledFile {
  /** Path of the file in the spool until it is kept. */
  readonly path: string;
  /** Renames the file to this path, after fsync. */
  keep(path: string): Promise<void>;
  /** Removes the file. */
  discard(): Promise<void>;
}

/** A file outside the data folder, which its owner may change at any time. */
export interface BorrowedFile extends SpooledFile {
  readonly bytes: number;
  /** Starts copying in the background, because the file proved to have new content. */
  expectCopy(): void;
  /**
   * Checks that the file has not changed since it was borrowed.
   * @param copy copies the file before the check, if it is not copied yet; `keep` keeps the copy, and does nothing without one
   * @returns whether the file is unchanged
   */
  secure(copy: boolean): Promise<boolean>;
}

/** An open file. */
export interface SpoolHandle {
  /** Reads up to `length` bytes from `position` of the file to `offset` of the buffer. @returns the number of bytes read; 0 at the end */
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}
