import * as nodeModule from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Has Node.js keep compiled code beside the program, in `dist/code-cache`, where it has that ability (from 22.8 on): `--version` takes two
 * thirds of the time, `status` four fifths. A user who can write there can write the program too, so the cache lets no other user run code. It is never in a shared
 * folder. Where the folder cannot be written, nothing is kept. Source files keep none: only a built program does.
 * @param program URL of the file that was started
 */
export function keepCompiledCode(program: string): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  const folder = dirname(fileURLToPath(program));
  if (!builtFolders.has(basename(folder)) || process.env.FEEDSYNC_V8_TUNING === 'off') return;
  enableCompileCache?.(join(folder, 'code-cache'));
}

/** Where the program is built: for use, and for measuring it. */
const builtFolders: ReadonlySet<string> = new Set(['dist', '.bench']);
