import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { compileSqlite, lacksSqlite } from './prepare.js';

/** `npm start` before the demo: builds the program. One line says so; the bundlers' output appears only when a build fails. */
const node = process.versions.node;

try {
  if (lacksSqlite()) {
    process.stdout.write(
      `Compiling SQLite for Node.js ${node} and building feedsync, once: about a minute …\n`,
    );
    compileSqlite();
  } else process.stdout.write('Building feedsync: a few seconds …\n');
  build();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function build() {
  try {
    execFileSync('npm', ['run', '--silent', 'build'], {
      ...{ cwd: resolve(import.meta.dirname, '..'), encoding: 'utf8' },
      ...{ stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' },
    });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error;
    const output = `${stdout}${stderr}`.trim() || message;
    throw new Error(`feedsync could not be built:\n${output}`, { cause: error });
  }
}
