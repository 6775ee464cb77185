import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  SqliteQueryCompiler,
  type Driver,
  type QueryCompiler,
  type SqliteDatabase,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { columnNames } from '../database/column-names.js';
import { explainSqlite } from './sqlite-errors.js';

/**
 * Kysely's SQLite dialect with five changes. Names in SQL are those of `columnNames`. Writing transactions lock the database at once, since
 * a deferred one fails with SQLITE_BUSY when it starts to write. A transaction that SQLite rolled back itself is not rolled back again.
 * Statements are prepared once. Errors become StoreErrors.
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

  override createQueryCompiler(): QueryCompiler {
    return new NamingCompiler();
  }
}

class NamingCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(columnNames.inSql(name));
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

  /** On a full disk SQLite has rolled back already. A second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Number of prepared statements that are kept. */
const statementsMax = 300;
/** Longer statements contain blocks of ids and seldom recur with the same number of them. They are not kept. */
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
