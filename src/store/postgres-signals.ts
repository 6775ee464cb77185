import pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../platform/clock.js';
import type { Signals } from '../platform/signals.js';

const channel = 'feedsync';
/** PostgreSQL takes no longer ones; what is longer is only said to have been missed. */
const payloadBytesMax = 7_900;
const againMs = 2_000;

const messageSchema = z.object({
  schema: z.string(),
  from: z.string(),
  topic: z.string(),
  data: z.unknown(),
});

/** LISTEN and NOTIFY on a connection of its own, taken anew whenever it is lost. @param holder the name of this process */
export function createPostgresSignals(url: string, holder: string, clock: Clock): Signals {
  const listeners = new Set<(topic: string, data: unknown) => void>();
  const ended = new AbortController();
  const tell = (topic: string, data: unknown): void => {
    for (const heard of listeners) heard(topic, data);
  };
  let sending: Promise<void> = Promise.resolve();
  let line: { client: pg.Client; schema: string } | null = null;

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
        const message = read(payload ?? '');
        if (message?.schema === schema && message.from !== holder) tell(message.topic, message.data);
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
    send(topic, data) {
      if (line === null) return;
      const { client, schema } = line;
      const whole = JSON.stringify({ schema, from: holder, topic, data });
      const fits = Buffer.byteLength(whole) <= payloadBytesMax;
      const text = fits ? whole : JSON.stringify({ schema, from: holder, topic: 'missed', data: null });
      // One after the other: the driver has no queue of its own.
      sending = sending
        .then(() => client.query('select pg_notify($1, $2)', [channel, text]))
        .then(ignore, ignore);
    },
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

/** Whatever else somebody sends over this channel is not for us. */
function read(payload: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
