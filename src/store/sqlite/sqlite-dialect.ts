import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { explainSqlite } from './sqlite-errors.js';

/**
 * Kysely's SQLite dialect with differences: transactions that write take the lock at once (a deferred one that turns to writing
 * fails with SQLITE_BUSY), none is rolled back twice, statements are prepared once, and errors say what to do.
 */
export class FeedsyncSqliteDialect extends SqliteDialect {
  readonly #adapter: SqliteDatabase;
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    const adapter = new PreparedOnce(database);
    super({ database: adapter });
    this.#adapter = adapter;
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#adapter, this.#database);
  }
}

class ImmediateDriver extends SqliteDriver {
  constructor(
    adapter: SqliteDatabase,
    private readonly database: Sqlite.Database,
  ) {
    super({ database: adapter });
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const reading = settings?.accessMode === 'read only';
    await connection.executeQuery(CompiledQuery.raw(reading ? 'begin' : 'begin immediate'));
  }

  /** Where the disk is full SQLite has rolled back by itself: asking again would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Statements kept; longer ones carry blocks of ids and seldom come back with the same length. */
const statementsMax = 300;
const keptLengthMax = 8000;

class PreparedOnce implements SqliteDatabase {
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(private readonly database: Sqlite.Database) {}

  prepare(text: string): SqliteStatement {
    const kept = this.#statements.get(text);
    if (kept !== undefined) return kept;
    const statement = this.#explained(() => this.database.prepare(text));
    const explained: SqliteStatement = {
      reader: statement.reader,
      all: (parameters) => this.#explained(() => statement.all(parameters)),
      run: (parameters) => this.#explained(() => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    };
    if (text.length <= keptLengthMax) this.#keep(text, explained);
    return explained;
  }

  close(): void {
    this.database.close();
  }

  #keep(text: string, statement: SqliteStatement): void {
    const [oldest] = this.#statements.keys();
    if (this.#statements.size >= statementsMax && oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(text, statement);
  }

  #explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explainSqlite(error, this.database.name);
    }
  }
}
