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

module.exports = {
  forbidden: [
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
