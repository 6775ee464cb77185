import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PostgreSQL as one life of the daemon reaches it: over a line that ends with it. */
export interface LifeLine {
  readonly address: string;
  /** The life is over: its connections end with what they have not committed, and none is made any more. */
  cut(): void;
}

/** @param store an address whose server listens on a socket in a folder */
export async function openLifeLine(store: string): Promise<LifeLine> {
  const url = new URL(store);
  const there = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-line-'));
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connectTo(there);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => {
        if (!isCut) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await listening(server, join(folder, '.s.PGSQL.5432'));
  url.searchParams.set('host', folder);
  return {
    address: url.href,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
      server.close();
      void rm(folder, { recursive: true, force: true });
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((ready, fail) => {
    server.once('error', fail);
    server.listen(path, ready);
  });
}
