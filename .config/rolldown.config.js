import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { defineConfig } from 'rolldown';

/**
 * The program in chunks, of which a command loads its own: as more than nine hundred modules it took a second to start, and 15 MB more than
 * it does now. Chunks lie one folder below their root, as sources do below `src`: what lies beside both is found from both.
 */
const program = (dir, input) =>
  defineConfig({
    input: {
      ...input,
      'app/feed/read-thread': 'src/feed/read-thread.ts',
      'app/sync/map-thread': 'src/sync/map/map-thread.ts',
      'app/platform/watchdog-thread': 'src/platform/watchdog/watchdog-thread.ts',
    },
    platform: 'node',
    // What few need stays where it is installed: PostgreSQL, and the tables of encodings, of which each is loaded when it is asked for.
    external: ['graphile-worker', 'iconv-lite', /^pg(-|$)/],
    plugins: [replaceWhatChanged(dir)],
    output: {
      dir,
      entryFileNames: '[name].js',
      chunkFileNames: 'app/[name]-[hash].js',
      // A text with one letter beyond Latin-1 takes twice the memory, and to V8 each file is one text.
      charset: 'ascii',
      // Names stay: profiles are read by people.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    },
  });

/** A build that changes nothing touches nothing: processes may be starting from these files. What is of no use any more goes. */
function replaceWhatChanged(dir) {
  return {
    name: 'replace-what-changed',
    generateBundle(_options, bundle) {
      const made = new Set(Object.keys(bundle));
      for (const [name, file] of Object.entries(bundle)) {
        const path = join(dir, name);
        if (file.type === 'chunk' && existsSync(path) && readFileSync(path, 'utf8') === file.code)
          delete bundle[name];
      }
      if (!existsSync(dir)) return;
      for (const name of readdirSync(dir, { recursive: true }))
        if (!name.startsWith(`console${sep}`) && !made.has(name) && statSync(join(dir, name)).isFile())
          rmSync(join(dir, name));
    },
  };
}

const benchmarks = Object.fromEntries(
  ['run', 'measure', 'serve-gzip', 'world', 'sandbox-client', 'sandbox-portal'].map((name) => [
    name,
    `test/bench/${name}.ts`,
  ]),
);

/** `rolldown --config … --environment FEEDSYNC_BENCH` builds what measures the program, around the same program. */
export default process.env.FEEDSYNC_BENCH === undefined
  ? program('dist', { main: 'src/main.ts' })
  : program('.bench', { main: 'src/main.ts', ...benchmarks });
