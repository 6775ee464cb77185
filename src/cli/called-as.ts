import { basename, isAbsolute, join, relative } from 'node:path';

/** How a process was started. */
export interface Start {
  env: Readonly<Record<string, string | undefined>>;
  /** The path of the script as it was called: `process.argv[1]`. */
  script: string;
  /** The folder the process works in. */
  cwd: string;
  /** The package that the program is part of. */
  packageRoot: string;
}

/** What the reader types in a shell like the one that this process was started from. */
export interface CalledAs {
  /** Begins each command. */
  feedsync: string;
  /** A file as it is written there: within the shell's folder by its relative path. */
  path: (file: string) => string;
}

/**
 * Commands that work from the reader's shell. `npx feedsync` finds this program in its checkout only: elsewhere npx would ask the registry
 * for a package of that name.
 */
export function calledAs({ env, script, cwd, packageRoot }: Start): CalledAs {
  const byStart = env.npm_lifecycle_event === 'start';
  const byNpx = env.npm_command === 'exec' && env.npm_lifecycle_event === 'npx';
  // npm runs scripts in the package's folder and passes the shell's folder in INIT_CWD.
  const here = (byStart || byNpx ? env.INIT_CWD : undefined) ?? cwd;
  const path = (file: string): string => word(isWithin(here, file) ? relative(here, file) : file);
  const checkout = byStart ? cwd : packageRoot;
  if ((byStart || byNpx) && isWithin(checkout, here)) return { feedsync: 'npx feedsync', path };
  if (!byStart && !byNpx && basename(script) === 'feedsync') return { feedsync: 'feedsync', path };
  return { feedsync: `node ${path(join(packageRoot, 'dist', 'main.js'))}`, path };
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return !isAbsolute(way) && way !== '..' && !/^\.\.[/\\]/.test(way);
}

/** One word of a shell. */
function word(text: string): string {
  return /^[\w./@+:\\-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
