import { AsyncLocalStorage } from 'node:async_hooks';
import {
  PostgresDialect,
  PostgresQueryCompiler,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type QueryCompiler,
} from 'kysely';
import pg from 'pg';
import { columnNames } from '../database/column-names.js';
import { explainPostgres, placeOf } from './postgres-errors.js';

/** Kysely's dialect with the names of `columnNames`. */
export class NamingDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new NamingCompiler();
  }
}

class NamingCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(columnNames.inSql(name));
  }
}

export interface PoolOptions {
  connectionsMax: number;
  readOnly: boolean;
  /** Prepares a new connection before its first use. @throws StoreError if the connection must not be used */
  admit?: (client: pg.PoolClient) => Promise<void>;
}

type Query = <R>(text: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>;

const connectMs = 10_000;
const keepAliveMs = 30_000;

/**
 * A connection pool for Kysely. Errors become StoreErrors, 64-bit integers are returned as numbers, and each session gets the settings that the
 * store relies on, whatever the server's defaults are.
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
  // The next statement reports a connection that ended; without a listener it would end the process.
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

/** A statement at the beginning of a transaction. */
export interface OpeningStatement {
  text: string;
  /** Checks the rows. @throws if the transaction must not continue; it is rolled back then */
  check?: (rows: readonly unknown[]) => void;
}

const openings = new AsyncLocalStorage<readonly OpeningStatement[]>();

/** Runs a transaction that begins with these statements, if its connection is from an `openingPool`. All are sent in one round trip. */
export function withOpening<T>(
  statements: readonly OpeningStatement[],
  transaction: () => Promise<T>,
): Promise<T> {
  return openings.run(statements, transaction);
}

/** A pool whose transactions begin with the statements of `withOpening`. */
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
    // For a message of several statements the driver returns an array of results.
    const answers: unknown = await client.query<R>(message, []);
    const [begun, ...others] = answers as [PostgresQueryResult<R>, ...{ rows: unknown[] }[]];
    for (const [index, { check }] of statements.entries()) check?.(others[index]?.rows ?? []);
    return begun;
  } catch (error) {
    // Kysely does not roll back a transaction whose begin failed.
    await client.query('rollback', []);
    throw error;
  }
}

/** Limits the users of the pool. Waiting here has no timeout: the pool's own timeout is for a server that does not answer. */
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
      // A failed rollback is no error: if the connection is lost, the server has rolled back.
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

/** Replaces NUL, which PostgreSQL cannot store in a text. */
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
 * Settings of a session. With these keep-alives a server that lost this process releases its locks within a minute. A commit returns only once
 * it is on disk. Plans are not cached: the cached plans of foreign key checks would stay those for the empty tables of a first sync.
 */
function settings(readOnly: boolean): string {
  return `set default_transaction_read_only = ${readOnly ? 'on' : 'off'};
    set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
    set plan_cache_mode = force_custom_plan;
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;
}

type TypeParser = typeof pg.types.getTypeParser;

/** Returns 64-bit integers as numbers. They are times and counts, which a double represents exactly. */
const parserOf = ((oid: Parameters<TypeParser>[0]): unknown =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, 'text')) as TypeParser;

const ignore = (): void => undefined;
