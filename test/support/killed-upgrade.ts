/** Opens the store at `path` and kills itself as it comes to a statement that begins so, or, for `backup`, in the midst of the copy. */
import type Sqlite from 'better-sqlite3';
import { openStore } from '../../src/store/open-store.js';
import { sqliteDriver } from './sqlite-driver.js';

const [path = '', statement = '', at = ''] = process.argv.slice(2);
const die = (): unknown => process.kill(process.pid, 'SIGKILL');
const driver = sqliteDriver();
const { prepare, backup } = driver;
driver.prepare = function (this: Sqlite.Database, sql: string) {
  if (sql.trimStart().toLowerCase().startsWith(statement)) die();
  return prepare.call(this, sql);
};
if (statement === 'backup')
  driver.backup = function (this: Sqlite.Database, file: string) {
    return backup.call(this, file, {
      progress: () => {
        die();
        return 1;
      },
    });
  };
const clock = { now: () => Number(at), elapsed: () => 0, sleep: async () => undefined };
await openStore(`sqlite:${path}`, { clock });
