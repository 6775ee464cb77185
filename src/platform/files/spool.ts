import type { Readable, Writable } from 'node:stream';

/** Files of the data folder, with mode 0600. Paths are relative to the folder and use forward slashes. */
export interface Spool {
  /** A stream to a new temporary file; `keep` renames it into place after fsync, `discard` removes it. */
  create(): Promise<SpoolFile>;
  /** A second, temporary name for a complete file. Keeping or discarding one name does not affect the other. */
  link(path: string): Promise<SpooledFile>;
  /** A file outside the data folder: readable through the spool, and copied only by `secure`. */
  borrow(file: string): Promise<BorrowedFile>;
  read(path: string, options?: { start?: number; highWaterMark?: number }): Readable;
  /** Reads up to `buffer.length` bytes at `position`; returns the number read. For the splitter's own window. */
  open(path: string): Promise<SpoolHandle>;
  /** The absolute path of a file, for readers that do not use the spool. */
  locate(path: string): string;
  size(path: string): Promise<number>;
  remove(path: string): Promise<void>;
  freeBytes(): Promise<number>;
}

export interface SpoolFile extends SpooledFile {
  readonly stream: Writable;
}

/** A temporary file that is completely written. */
export interface SpooledFile {
  /** Its spool path until it is kept. */
  readonly path: string;
  keep(path: string): Promise<void>;
  discard(): Promise<void>;
}

/** A file outside the data folder, which its owner may change at any time. */
export interface BorrowedFile extends SpooledFile {
  readonly bytes: number;
  /** Starts copying in the background, because the file proved to have new content. */
  expectCopy(): void;
  /**
   * Whether the file is unchanged since it was borrowed. With `copy`, makes the copy that `keep` keeps before that check. Without a copy,
   * `keep` does nothing.
   */
  secure(copy: boolean): Promise<boolean>;
}

export interface SpoolHandle {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}
