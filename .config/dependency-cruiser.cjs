/** Which folder may import which: the arrows of src/ARCHITECTURE.md, held by a tool. */
const allowed = {
  model: [],
  platform: [],
  core: ['model'],
  texts: ['core', 'model'],
  wire: ['core', 'model', 'platform'],
  feed: ['core', 'model', 'wire', 'platform'],
  mapping: ['core', 'model', 'wire', 'platform'],
  portal: ['core', 'model', 'wire', 'platform'],
  store: ['core', 'model', 'wire', 'platform'],
  sync: ['feed', 'mapping', 'portal', 'store', 'texts', 'core', 'model', 'wire', 'platform'],
  inspect: ['feed', 'mapping', 'portal', 'store', 'texts', 'core', 'model', 'wire', 'platform'],
  engine: ['sync', 'inspect', 'store', 'core', 'model', 'wire', 'platform'],
  sandbox: ['wire', 'platform'],
  console: [],
  config: ['core', 'model', 'wire', 'platform'],
  effective: [
    'config',
    'sync',
    'feed',
    'mapping',
    'portal',
    'store',
    'texts',
    'core',
    'model',
    'wire',
    'platform',
  ],
  onboard: [
    ...['effective', 'sync', 'inspect', 'config', 'feed', 'mapping', 'portal', 'store'],
    ...['texts', 'core', 'model', 'wire', 'platform'],
  ],
  documents: ['inspect', 'store', 'core', 'model', 'wire', 'platform'],
  server: [
    ...['documents', 'onboard', 'sync', 'inspect', 'config', 'feed', 'mapping', 'portal', 'store'],
    ...['texts', 'core', 'model', 'wire', 'platform'],
  ],
};

/**
 * Within a folder: its subfolders from the lowest tier up. A subfolder imports lower tiers only; files that lie beside the
 * subfolders belong to no tier.
 */
const tiers = {
  sync: [
    ['services'],
    ['snapshot', 'portal-state', 'holds', 'notices', 'staging'],
    ['connection'],
    ['push'],
    ['reference', 'reconcile'],
    ['map', 'removals'],
    ['content'],
    ['poll'],
    ['calm'],
    ['upkeep'],
    ['decisions'],
    ['agencies'],
  ],
  store: [
    ['contract'],
    ['database', 'facts'],
    ['outbox'],
    ['records'],
    ['listings', 'feeds'],
    ['schema', 'accounts', 'decisions'],
    ['sqlite', 'postgres'],
    ['upkeep'],
  ],
  mapping: [['language', 'values'], ['words'], ['compile'], ['check']],
  feed: [['sheet'], ['zip'], ['decode', 'fetch', 'xml', 'csv', 'json']],
  inspect: [['init'], ['attention', 'mapping-trial', 'checks'], ['listing']],
  'inspect/init': [['words'], ['profile'], ['propose']],
  sandbox: [['state'], ['operations', 'staff'], ['pages'], ['demo']],
  server: [['access'], ['api']],
  'server/api': [['schemas'], ['routes']],
  cli: [['print'], ['commands']],
};

/**
 * Libraries that may throw on what other people wrote, and the modules that import them. That each call in there goes through
 * `callLibrary` is a lint rule (`safety/library-calls`).
 */
const contentLibraries = {
  'html-to-text': ['mapping/values/html'],
  'fast-xml-parser': ['feed/xml/strict-parser', 'feed/parse-record'],
  'csv-parse': ['feed/csv/csv-record', 'sync/agencies/create-agencies'],
  saxes: ['feed/sheet/xml-part'],
  '@marcbachmann/cel-js': ['mapping/compile/conditions', 'mapping/compile/condition-cost'],
  luxon: [
    'mapping/values/known-zone',
    ...['mapping/values/date-forms', 'mapping/compile/compiler', 'mapping/values/read-dates'],
    ...['cli/commands/by-hand', 'cli/commands/expect', 'sync/decisions/expect-removals'],
    ...['inspect/series', 'inspect/reading-text', 'inspect/times'],
  ],
  yaml: [
    ...[
      'config/document',
      'mapping/language/mapping-errors',
      'mapping/language/mapping-limits',
      'inspect/init/index',
    ],
    ...['cli/commands/mapping-preview', 'cli/commands/feeds-export'],
    ...['inspect/init/feed-entry', 'inspect/init/first-records', 'inspect/init/read-sample'],
    'inspect/init/write-yaml',
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
    { name: 'no-cycles-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...Object.entries(tiers).flatMap(([folder, levels]) =>
      levels.flatMap((level, index) =>
        level.map((room) => ({
          name: `tiers-of-${folder}`,
          severity: 'error',
          from: { path: `^src/${folder}/${room}/` },
          to: {
            path: `^src/${folder}/(${[...level.filter((other) => other !== room), ...levels.slice(index + 1).flat()].join('|') || 'none'})/`,
          },
        })),
      ),
    ),
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
