/** Opens the store at `path` and kills itself as it comes to a statement that begins so, or, for `backup`, in the midst of the copy. */
import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';
import { openStore } from '../../src/store/open-store.js';

const [path = '', statement = '', at = ''] = process.argv.slice(2);
const die = (): unknown => process.kill(process.pid, 'SIGKILL');
type Options = Parameters<Sqlite.Database['backup']>[1];
const { prototype } = createRequire(import.meta.url)('better-sqlite3') as {
  prototype: {
    prepare: (this: Sqlite.Database, sql: string) => unknown;
    backup: (this: Sqlite.Database, file: string, options: Options) => unknown;
  };
};
const { prepare, backup } = prototype;
prototype.prepare = function (this: Sqlite.Database, sql: string) {
  if (sql.trimStart().toLowerCase().startsWith(statement)) die();
  return prepare.call(this, sql);
};
if (statement === 'backup')
  prototype.backup = function (this, file) {
    return backup.call(this, file, {
      progress: () => {
        die();
        return 1;
      },
    });
  };
const clock = { now: () => Number(at), elapsed: () => 0, sleep: async () => undefined };
await openStore(`sqlite:${path}`, { clock });
