import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Conversation } from './conversation.js';

/** PostgreSQL as one life of the daemon reaches it: over a line that ends with it. */
export interface LifeLine {
  readonly address: string;
  /** The life is over: its connections end with what they have not committed, and none is made any more. */
  cut(): void;
  /** Its connections end, and others may be made. */
  reset(): void;
  /** The process stands still: what it says next waits here until it goes on. */
  hold(): void;
  readonly hasHeld: boolean;
  goOn(): void;
}

export interface LineWatch {
  /** What is under way on all lines: whoever knows it may wait until it has come. */
  traffic: Traffic;
  /**
   * Before a statement goes there; the line may be cut, reset or held by now.
   * @param isBetween whether no transaction is open on this line
   */
  onStatement: (isBetween: boolean) => void;
}

/** How much is said that is not answered yet. */
export class Traffic {
  #underWay = 0;
  #wake: () => void = () => undefined;

  change(by: number): void {
    this.#underWay += by;
    if (this.#underWay === 0) this.#wake();
  }

  get isQuiet(): boolean {
    return this.#underWay === 0;
  }

  async quiet(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((wake) => (this.#wake = wake));
  }
}

const unwatched = (): LineWatch => ({ traffic: new Traffic(), onStatement: () => undefined });

/** @param store an address whose server listens on a socket in a folder */
export async function openLifeLine(store: string, watch = unwatched()): Promise<LifeLine> {
  const url = new URL(store);
  const there = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-line-'));
  const open = new Set<Connection>();
  let isCut = false;
  let isHeld = false;
  const isBetween = (): boolean => [...open].every((one) => one.isBetween);
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const connection = new Connection(near, connectTo(there), watch.traffic, {
      isHeld: () => isHeld,
      onStatement: () => watch.onStatement(isBetween()),
      onEnd: () => open.delete(connection),
    });
    open.add(connection);
  });
  await listening(server, join(folder, '.s.PGSQL.5432'));
  url.searchParams.set('host', folder);
  const reset = (): void => {
    for (const connection of open) connection.end();
  };
  return {
    address: url.href,
    reset,
    cut() {
      isCut = true;
      reset();
      server.close();
      void rm(folder, { recursive: true, force: true });
    },
    hold() {
      isHeld = true;
    },
    get hasHeld() {
      return [...open].some((one) => one.hasHeld);
    },
    goOn() {
      isHeld = false;
      for (const connection of open) connection.goOn();
    },
  };
}

interface ConnectionWatch {
  isHeld: () => boolean;
  onStatement: () => void;
  onEnd: () => void;
}

/** One connection: what stands between its two ends. */
class Connection {
  readonly #talk = new Conversation();
  #held: Buffer[] = [];
  #hasEnded = false;
  #isCounted = true;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    private readonly traffic: Traffic,
    private readonly watch: ConnectionWatch,
  ) {
    traffic.change(1);
    near.on('data', (bytes) => this.#say(bytes));
    near.on('error', () => this.end());
    near.on('close', () => this.end());
    far.on('data', (bytes) => this.#hear(bytes));
    far.on('error', () => this.end());
    // Only then has the server rolled back what was open, and freed its locks.
    far.on('close', () => {
      this.end();
      this.#count(false);
    });
  }

  get isBetween(): boolean {
    return this.#talk.isBetween;
  }

  get hasHeld(): boolean {
    return this.#held.length > 0;
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#count(true);
    this.near.destroy();
    this.far.end();
    this.watch.onEnd();
  }

  goOn(): void {
    for (const bytes of this.#held.splice(0)) this.#forward(bytes);
  }

  #say(bytes: Buffer): void {
    if (!this.#hasEnded && !this.watch.isHeld()) this.watch.onStatement();
    if (this.#hasEnded) return;
    if (this.watch.isHeld()) this.#held.push(bytes);
    else this.#forward(bytes);
  }

  #forward(bytes: Buffer): void {
    this.#talk.say(bytes);
    this.#count(this.#talk.waits);
    this.far.write(bytes);
  }

  #hear(bytes: Buffer): void {
    if (this.#hasEnded) return;
    this.near.write(bytes);
    this.#talk.hear(bytes);
    this.#count(this.#talk.waits);
  }

  #count(waits: boolean): void {
    if (waits === this.#isCounted) return;
    this.#isCounted = waits;
    this.traffic.change(waits ? 1 : -1);
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((ready, fail) => {
    server.once('error', fail);
    server.listen(path, ready);
  });
}
