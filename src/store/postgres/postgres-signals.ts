import pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import type { Signals } from '../../platform/process/signals.js';

const channel = 'feedsync';
/** Maximum length of a payload. PostgreSQL's limit is a little higher. */
const payloadBytesMax = 7_900;
/** A longer message is replaced by `missed`, so that receivers know that they lack one. */
const messageBytesMax = 7_000;
/** Delay before the connection is opened again. */
const againMs = 2_000;
/** The first message is sent at once. Messages within this time after it are sent together, since each notification wakes every process. */
const gatherMs = 100;

const payloadSchema = z.object({
  schema: z.string(),
  from: z.string(),
  messages: z.array(z.object({ topic: z.string(), data: z.unknown() })),
});

/**
 * Signals between processes by LISTEN and NOTIFY, on a separate connection that is reopened whenever it is lost. Listeners get `missed` after
 * each connect, since signals sent before are lost.
 * @param holder name of this process, whose own signals are ignored
 */
export function createPostgresSignals(url: string, holder: string, clock: Clock): Signals {
  const listeners = new Set<(topic: string, data: unknown) => void>();
  const ended = new AbortController();
  const tell = (topic: string, data: unknown): void => {
    for (const heard of listeners) heard(topic, data);
  };
  let line: Line | null = null;
  const outgoing = new Outgoing(
    () => line,
    holder,
    () => clock.sleep(gatherMs, ended.signal).catch(ignore),
  );

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'feedsync signals',
      keepAlive: true,
    });
    const lost = new Promise<void>((done) => {
      client.on('error', () => done());
      client.on('end', () => done());
      ended.signal.addEventListener('abort', () => done(), { once: true });
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
      const schema = rows[0]?.schema ?? '';
      client.on('notification', ({ payload }) => {
        const told = read(payload ?? '');
        if (told?.schema !== schema || told.from === holder) return;
        for (const { topic, data } of told.messages) tell(topic, data);
      });
      await client.query(`listen ${channel}`);
      line = { client, schema };
      tell('missed', null);
      await lost;
    } finally {
      line = null;
      await client.end().catch(() => undefined);
    }
  }

  const connected = (async () => {
    while (!ended.signal.aborted) {
      await connect().catch(() => undefined);
      await clock.sleep(againMs, ended.signal).catch(() => undefined);
    }
  })();

  return {
    send: (topic, data) => outgoing.add({ topic, data }),
    listen(heard) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    async close() {
      ended.abort();
      await connected;
    },
  };
}

const ignore = (): void => undefined;

interface Line {
  client: pg.Client;
  schema: string;
}

/** The queue of messages to other processes. Equal messages in the queue are sent once. Without a connection, messages are dropped. */
class Outgoing {
  readonly #waiting = new Set<string>();
  #isSending = false;

  constructor(
    private readonly line: () => Line | null,
    private readonly holder: string,
    private readonly pause: () => Promise<void>,
  ) {}

  add(message: { topic: string; data: unknown }): void {
    if (this.line() === null) return;
    this.#waiting.add(JSON.stringify(message));
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (let line = this.line(); line !== null && this.#waiting.size > 0; line = this.line()) {
      const payload = this.#take(line.schema);
      await line.client.query('select pg_notify($1, $2)', [channel, payload]).catch(ignore);
      await this.pause();
    }
    this.#waiting.clear();
    this.#isSending = false;
  }

  /** Takes as many messages from the queue as fit one payload. */
  #take(schema: string): string {
    const empty = JSON.stringify({ schema, from: this.holder, messages: [] });
    let room = payloadBytesMax - Buffer.byteLength(empty);
    const taken: string[] = [];
    for (const message of this.#waiting) {
      const told = Buffer.byteLength(message) > messageBytesMax ? missed : message;
      room -= Buffer.byteLength(told) + 1;
      if (room < 0) break;
      this.#waiting.delete(message);
      taken.push(told);
    }
    return `${empty.slice(0, -2)}${taken.join(',')}]}`;
  }
}

const missed = JSON.stringify({ topic: 'missed', data: null });

/** A notification's content; null if it is not feedsync's: other programs may use the same channel. */
function read(payload: string): z.infer<typeof payloadSchema> | null {
  try {
    return payloadSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
