import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A revision of this repository, checked out and built beside the present one. */
export interface Revision {
  commit: string;
  /** Working folder of its processes: their mappings are its own. */
  folder: string;
  remove(): void;
}

/** @param name a commit, tag or branch. @throws if Git does not know it, or if it does not build */
export function buildRevision(name: string): Revision {
  const commit = git('rev-parse', '--short', `${name}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-revision-'));
  git('worktree', 'add', '--detach', '--force', folder, commit);
  const remove = (): void => {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    installPackages(folder);
    // Compiles what the packages left out, where this release does.
    if (existsSync(join(folder, '.config', 'prepare.js'))) run(folder, 'node', ['.config/prepare.js']);
    run(folder, 'npm', ['run', '--silent', 'build:program', '--', '--environment', 'FEEDSYNC_BENCH']);
    return { commit, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The packages of this checkout serve a revision that locks the same ones. */
function installPackages(folder: string): void {
  if (lockOf(folder) === lockOf('.')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else run(folder, 'npm', ['ci', '--silent', '--no-audit', '--no-fund']);
}

/** Release 0.1.0 kept its lockfile under npm's other name. */
function lockOf(checkout: string): string {
  const [path] = ['npm-shrinkwrap.json', 'package-lock.json']
    .map((name) => join(checkout, name))
    .filter((name) => existsSync(name));
  return path === undefined ? '' : readFileSync(path, 'utf8');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function run(cwd: string, command: string, args: string[]): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
