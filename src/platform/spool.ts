import type { Readable, Writable } from 'node:stream';

/** Files of the data folder, mode 0600. Paths are relative to it and use forward slashes. */
export interface Spool {
  /** A stream to a new temporary file; `keep` renames it into place after fsync, `discard` removes it. */
  create(): Promise<SpoolFile>;
  read(path: string, options?: { start?: number; highWaterMark?: number }): Readable;
  /** Reads up to `buffer.length` bytes at `position`; returns the number read. For the splitter's own window. */
  open(path: string): Promise<SpoolHandle>;
  size(path: string): Promise<number>;
  remove(path: string): Promise<void>;
  freeBytes(): Promise<number>;
}

export interface SpoolFile {
  readonly stream: Writable;
  /** Where it lies until it is kept; readable through the spool by this path. */
  readonly path: string;
  keep(path: string): Promise<void>;
  discard(): Promise<void>;
}

export interface SpoolHandle {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}
