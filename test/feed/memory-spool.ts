import { Readable, Writable } from 'node:stream';
import type { Spool } from '../../src/platform/files/spool.js';

/** A spool whose files are buffers, for tests that read one file in a thousand ways. */
export function memorySpool(files: Record<string, Uint8Array> = {}): Spool & { paths(): string[] } {
  const stored = new Map<string, Buffer>(
    Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes)]),
  );
  const get = (path: string): Buffer => {
    const bytes = stored.get(path);
    if (bytes === undefined) throw new Error(`no file ${path}`);
    return bytes;
  };
  let created = 0;
  return {
    paths: () => [...stored.keys()],
    async create() {
      const path = `tmp/${(created += 1)}`;
      const chunks: Buffer[] = [];
      const stream = new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(Buffer.from(chunk));
          stored.set(path, Buffer.concat(chunks));
          done();
        },
      });
      stored.set(path, Buffer.alloc(0));
      return {
        stream,
        path,
        async keep(target) {
          stored.set(target, get(path));
          stored.delete(path);
        },
        async discard() {
          stored.delete(path);
        },
      };
    },
    async link(source) {
      const path = `tmp/${(created += 1)}`;
      stored.set(path, get(source));
      return {
        path,
        async keep(target) {
          stored.set(target, get(path));
          stored.delete(path);
        },
        async discard() {
          stored.delete(path);
        },
      };
    },
    borrow: () => Promise.reject(new Error('there is no other place to borrow from')),
    read: (path, options) => Readable.from([get(path).subarray(options?.start ?? 0)]),
    async open(path) {
      const bytes = get(path);
      return {
        read: async (buffer, offset, length, position) =>
          bytes.copy(buffer, offset, position, position + length),
        close: () => Promise.resolve(),
      };
    },
    locate: (path) => path,
    size: async (path) => get(path).length,
    async remove(path) {
      stored.delete(path);
    },
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
  };
}
