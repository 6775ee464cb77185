import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { explainPostgres, placeOf } from './postgres-errors.js';

export interface PoolOptions {
  connectionsMax: number;
  readOnly: boolean;
  /** What a new connection must come through before it is used. @throws StoreError where it must not be used */
  admit?: (client: pg.PoolClient) => Promise<void>;
}

type Query = <R>(text: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>;

const connectMs = 10_000;
const keepAliveMs = 30_000;

/**
 * Connections as Kysely takes them: errors say what to do, numbers come as numbers, and what is set for a session is what the store
 * promises, whatever the server's own settings are.
 */
export function createPostgresPool(url: string, options: PoolOptions): PostgresPool {
  const place = placeOf(url);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'feedsync',
    max: options.connectionsMax,
    min: 0,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser: parserOf },
  });
  // A connection that ends is told by the next statement; without a listener it would end the process.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  const admitted = new WeakSet<pg.PoolClient>();
  const admit = async (client: pg.PoolClient): Promise<void> => {
    if (admitted.has(client)) return;
    try {
      await explained(client.query(settings(options.readOnly)), place);
      if (options.admit !== undefined) await explained(options.admit(client), place);
    } catch (error) {
      client.release(true);
      throw error;
    }
    admitted.add(client);
  };
  const turns = new Turns(options.connectionsMax);
  return {
    async connect() {
      await turns.take();
      try {
        const client = await explained(pool.connect(), place);
        await admit(client);
        return usable(client, place, () => turns.giveBack());
      } catch (error) {
        turns.giveBack();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/** A statement that a transaction begins with. */
export interface OpeningStatement {
  text: string;
  /** @throws what its rows mean for the transaction, which is given up then */
  check?: (rows: readonly unknown[]) => void;
}

const openings = new AsyncLocalStorage<readonly OpeningStatement[]>();

/** The transaction begins with these where its connection is of an `openingPool`, in one message: each one more would be waited for. */
export function withOpening<T>(
  statements: readonly OpeningStatement[],
  transaction: () => Promise<T>,
): Promise<T> {
  return openings.run(statements, transaction);
}

export function openingPool(pool: PostgresPool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      const query: Query = (text, parameters) => {
        const statements = text.startsWith('start transaction') ? (openings.getStore() ?? []) : [];
        return statements.length === 0 ? client.query(text, parameters) : open(client, text, statements);
      };
      return { query, release: () => client.release() } as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}

async function open<R>(
  client: PostgresPoolClient,
  text: string,
  statements: readonly OpeningStatement[],
): Promise<PostgresQueryResult<R>> {
  try {
    const message = [text, ...statements.map((statement) => statement.text)].join('; ');
    // One answer for each statement, where there are several.
    const answers: unknown = await client.query<R>(message, []);
    const [begun, ...others] = answers as [PostgresQueryResult<R>, ...{ rows: unknown[] }[]];
    for (const [index, { check }] of statements.entries()) check?.(others[index]?.rows ?? []);
    return begun;
  } catch (error) {
    // Whoever began it takes what failed for not begun.
    await client.query('rollback', []);
    throw error;
  }
}

/** Whoever waits for a connection that others use waits as long as they do; the pool would take that for a server that does not answer. */
class Turns {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }
}

function usable(client: pg.PoolClient, place: string, onRelease: () => void): PostgresPoolClient {
  let isLost = false;
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query(text, parameters.map(storable));
    } catch (error) {
      const isAnswer = error instanceof pg.DatabaseError && error.severity !== 'FATAL';
      isLost ||= !isAnswer;
      // With its connection a transaction is gone.
      if (text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      throw explainPostgres(error, place);
    }
  };
  return {
    query: query as Query,
    release: () => {
      client.release(isLost);
      onRelease();
    },
  } as PostgresPoolClient;
}

/** PostgreSQL has no text with a NUL in it. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

async function explained<T>(work: Promise<T>, place: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explainPostgres(error, place);
  }
}

/**
 * A server that lost sight of us frees the lock within a minute; a commit means that it is on the disk. Plans that are kept, which are
 * those of checking references, would stay those of the empty tables of a first sync.
 */
function settings(readOnly: boolean): string {
  return `set default_transaction_read_only = ${readOnly ? 'on' : 'off'};
    set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
    set plan_cache_mode = force_custom_plan;
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;
}

type TypeParser = typeof pg.types.getTypeParser;

/** 64-bit numbers are times and counts here, none of which a double cannot hold. */
const parserOf = ((oid: Parameters<TypeParser>[0]): unknown =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, 'text')) as TypeParser;

const ignore = (): void => undefined;
