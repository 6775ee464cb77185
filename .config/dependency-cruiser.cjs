/** Which folder may import which: the arrows of src/ARCHITECTURE.md, held by a tool. */
const allowed = {
  platform: [],
  core: [],
  wire: ['core', 'platform'],
  feed: ['core', 'wire', 'platform'],
  mapping: ['core', 'wire', 'platform'],
  portal: ['core', 'wire', 'platform'],
  store: ['core', 'wire', 'platform'],
  sync: ['feed', 'mapping', 'portal', 'store', 'core', 'wire', 'platform'],
  inspect: ['feed', 'mapping', 'portal', 'store', 'core', 'wire', 'platform'],
  engine: ['sync', 'inspect', 'store', 'core', 'wire', 'platform'],
  sandbox: ['wire', 'platform'],
  console: [],
  config: ['core', 'wire', 'platform'],
  server: ['sync', 'inspect', 'feed', 'mapping', 'portal', 'store', 'core', 'wire', 'platform', 'config'],
};

/**
 * Libraries that may throw on what other people wrote, and the modules that import them. That each call in there goes through
 * `callLibrary` is a lint rule (`safety/library-calls`).
 */
const contentLibraries = {
  'html-to-text': ['mapping/text'],
  'fast-xml-parser': ['feed/strict-parser', 'feed/parse-record'],
  'csv-parse': ['feed/csv-record', 'sync/create-agencies'],
  '@marcbachmann/cel-js': ['mapping/conditions', 'mapping/condition-cost'],
  luxon: [
    ...['mapping/date-forms', 'mapping/compiler', 'mapping/read-dates'],
    ...['cli/by-hand', 'cli/expect', 'sync/expect-removals'],
    ...['inspect/series', 'inspect/reading-text', 'inspect/times'],
  ],
  yaml: [
    ...['config/document', 'mapping/mapping-errors', 'mapping/mapping-limits', 'inspect/init/index'],
    ...['cli/mapping-preview', 'cli/feeds-export'],
    ...['inspect/init/feed-entry', 'inspect/init/read-sample', 'inspect/init/write-yaml'],
  ],
};

module.exports = {
  forbidden: [
    ...Object.entries(contentLibraries).map(([library, modules]) => ({
      name: `calls-of-${library.replace(/^.*\//, '')}`,
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(console/|(${modules.join('|')})\\.ts$)` },
      to: { path: `node_modules/${library}/` },
    })),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: 'src/main\\.ts$|\\.d\\.ts$|^src/console/public/' },
      to: {},
    },
    ...Object.entries(allowed).map(([folder, targets]) => ({
      name: `${folder}-imports`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...targets].join('|')})/` },
    })),
    {
      name: 'the-console-is-built-apart',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/console/' },
      to: { path: '^src/console/' },
    },
    {
      name: 'only-assembling-knows-the-sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/assemble(/demo|/sandbox)?\\.ts$|^src/sandbox/' },
      to: { path: '^src/sandbox/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
