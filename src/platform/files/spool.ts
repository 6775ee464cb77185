import type { Readable, Writable } from 'node:stream';

/** Files of the data folder, mode 0600. Paths are relative to it and use forward slashes. */
export interface Spool {
  /** A stream to a new temporary file; `keep` renames it into place after fsync, `discard` removes it. */
  create(): Promise<SpoolFile>;
  /** A second, temporary name for the bytes of a file that is whole: keeping or discarding one leaves the other. */
  link(path: string): Promise<SpooledFile>;
  /** A file of this machine that lies elsewhere: readable through the spool, copied only when it is secured. */
  borrow(file: string): Promise<BorrowedFile>;
  read(path: string, options?: { start?: number; highWaterMark?: number }): Readable;
  /** Reads up to `buffer.length` bytes at `position`; returns the number read. For the splitter's own window. */
  open(path: string): Promise<SpoolHandle>;
  /** Where a file lies, for whoever reads it without the spool. */
  locate(path: string): string;
  size(path: string): Promise<number>;
  remove(path: string): Promise<void>;
  freeBytes(): Promise<number>;
}

export interface SpoolFile extends SpooledFile {
  readonly stream: Writable;
}

/** A temporary file that is written. */
export interface SpooledFile {
  /** Where it lies until it is kept; readable through the spool by this path. */
  readonly path: string;
  keep(path: string): Promise<void>;
  discard(): Promise<void>;
}

/** A file of another owner, who may change it at any time. */
export interface BorrowedFile extends SpooledFile {
  readonly bytes: number;
  /** Something new was met in it: the copy, which takes its time, may as well begin. */
  expectCopy(): void;
  /**
   * Whether it is still as it was when it was borrowed; `copy` makes, before that is judged, the copy that `keep` keeps.
   * Without one, `keep` does nothing.
   */
  secure(copy: boolean): Promise<boolean>;
}

export interface SpoolHandle {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}
